/**
 * What a user means by a reference: an id, a uri, a path, `type:name`, `container/name` or a name. The first of
 * these kinds with a match decides; several matches are ambiguous and for the caller to refuse.
 */

import type { Entry } from './entries.js';
import type { Problem } from './extras.js';
import { pathOf } from './file-path.js';

export interface RefContext {
  cwd: string;
  home: string;
}

/** Joins and resolves `.` and `..` by hand: this folder does no I/O and knows no platform. */
function absolute(path: string, { cwd, home }: RefContext): string {
  const slashed = path.replaceAll('\\', '/');
  const full = slashed.startsWith('~')
    ? home + slashed.slice(1)
    : slashed.startsWith('.')
      ? `${cwd}/${slashed}`
      : slashed;
  const parts: string[] = [];
  for (const part of full.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

const looksLikePath = /^(\/|~($|[\\/])|\.\.?($|[\\/])|[A-Za-z]:[\\/])/;

/** Those whose file or, for a skill, whose directory has this path. */
function byPath<T extends { uri: string }>(entries: readonly T[], ref: string, context: RefContext): T[] {
  if (!looksLikePath.test(ref)) return [];
  const wanted = absolute(ref, context).replace(/\/$/, '');
  return entries.filter(({ uri }) => {
    const path = pathOf(uri)?.replace(/\/$/, '');
    return path === wanted || path === `${wanted}/SKILL.md`;
  });
}

/** A name may hold a colon or a slash itself, so every place to part it is tried. */
function parted(
  entries: readonly Entry[],
  ref: string,
  mark: string,
  holder: (entry: Entry) => string[],
): Entry[] {
  for (let at = ref.indexOf(mark); at > 0; at = ref.indexOf(mark, at + 1)) {
    const [before, after] = [ref.slice(0, at), ref.slice(at + 1)];
    const found = entries.filter((entry) => entry.name === after && holder(entry).includes(before));
    if (found.length > 0) return found;
  }
  return [];
}

function holders({ container }: Entry): string[] {
  if (container === null) return [];
  return [container.name, container.name.split('/').at(-1) ?? '', container.id];
}

/** What is wrong with the file a reference means, where that is why there is no entry. */
export function problemMeant(
  problems: readonly Problem[],
  ref: string,
  context: RefContext,
): Problem | undefined {
  const isNamed = ({ uri }: Problem) => {
    const [file = '', directory] = (pathOf(uri) ?? uri).split('/').reverse();
    return uri === ref || (file === 'SKILL.md' ? directory : file.replace(/\.[^.]*$/, '')) === ref;
  };
  return byPath(problems, ref, context)[0] ?? problems.find(isNamed);
}

/** The uri, with the line where several entries lie in one file: a reference that means this one alone. */
export function uriRef({ uri, range }: Pick<Entry, 'uri' | 'range'>): string {
  return range === null ? uri : `${uri}#L${range.start.line + 1}`;
}

/** Every entry the reference may mean; none, one, or too many. */
export function resolveRef(entries: readonly Entry[], ref: string, context: RefContext): Entry[] {
  const name = ref.startsWith('$') ? ref.slice(1) : ref;
  const attempts: (() => Entry[])[] = [
    () => entries.filter(({ id }) => id === ref).slice(0, 1),
    () => entries.filter((entry) => entry.uri === ref || uriRef(entry) === ref),
    () => byPath(entries, ref, context),
    () => parted(entries, ref, ':', ({ type }) => [type]),
    () => parted(entries, ref, '/', holders),
    () => entries.filter((entry) => entry.name === name),
  ];
  for (const attempt of attempts) {
    const found = attempt();
    if (found.length > 0) return found;
  }
  return [];
}
