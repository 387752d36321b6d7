/**
 * Finds the entries that a reference matches: an id, a uri, a path, `type:name`, `container/name` or a name. The first
 * of these kinds with a match decides; if there are several matches, the caller refuses the reference.
 */

import { pathOf, skillDirectory } from '../paths.js';
import { isListedUri, listedName } from '../protocol/listed-uri.js';
import type { Problem } from '../protocol/problem-codes.js';
import { publisherOf } from '../protocol/tree.js';
import type { Entry } from './entries.js';
import { locatedOf } from './entry-flags.js';

export interface RefContext {
  cwd: string;
  home: string;
}

/** Makes a path absolute without node:path, because the host may run on another platform. */
export function absolutePath(path: string, context: RefContext): string {
  const full = path.startsWith('~')
    ? context.home + path.slice(1)
    : path.startsWith('.')
      ? `${context.cwd}/${path}`
      : path;
  const parts: string[] = [];
  for (const part of full.split(/[\\/]/)) {
    // Above the root is the root itself.
    if (part === '..') parts.length = Math.max(1, parts.length - 1);
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

export const looksLikePath = /^(\/|~($|[\\/])|\.\.?($|[\\/])|[A-Za-z]:[\\/])/;

/** Returns the paths of a file: its own and, for a skill, that of its directory. */
function pathsOf({ uri }: { uri: string }): string[] {
  const path = pathOf(uri)?.replace(/\/$/, '');
  if (path === undefined) return [];
  const directory = skillDirectory(path);
  return directory === undefined ? [path] : [path, directory];
}

function containerNames({ container }: Entry): string[] {
  if (container === null) return [];
  const { name, id, pathInSession } = container;
  return [name, name.split('/').at(-1) ?? '', id, ...(pathInSession === null ? [] : [pathInSession])];
}

/** Returns the problem of the file that a reference matches: it may be why there is no entry. */
export function findProblem(
  problems: readonly Problem[],
  ref: string,
  context: RefContext,
): Problem | undefined {
  const path = looksLikePath.test(ref) ? absolutePath(ref, context) : undefined;
  const isAt = (problem: Problem) => path !== undefined && pathsOf(problem).includes(path);
  const isNamed = ({ uri }: Problem) => {
    if (isListedUri(uri)) return uri === ref || listedName(uri) === ref;
    const [file = '', directory] = (pathOf(uri) ?? uri).split('/').reverse();
    return uri === ref || (file === 'SKILL.md' ? directory : file.replace(/\.[^.]*$/, '')) === ref;
  };
  return problems.find(isAt) ?? problems.find(isNamed);
}

/** Returns a reference to this entry alone: its uri, with the line if the file declares several entries. */
export function uriRef({ uri, range }: Pick<Entry, 'uri' | 'range'>): string {
  return range === null ? uri : `${uri}#L${range.start.line + 1}`;
}

type RefGroups = ReadonlyMap<string, readonly Entry[]>;

/** Groups entries by each of their keys. */
function grouped(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): RefGroups {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}

const keysOf = {
  id: ({ id }: Entry) => [id],
  uri: (entry: Entry) => [entry.uri, uriRef(entry)],
  path: pathsOf,
  name: ({ name }: Entry) => [name],
};

/** Returns the entries without those whose file another client publishes, too, as an earlier one. */
function eachFileOnce(found: readonly Entry[]): readonly Entry[] {
  const publishers = new Map<string, string>();
  return found.filter((entry) => {
    const client = publisherOf(locatedOf(entry));
    if (client === undefined) return true;
    const file = `${entry.type} ${uriRef(entry)}`;
    const first = publishers.get(file) ?? client;
    publishers.set(file, first);
    return first === client;
  });
}

/** Resolves references. It reads each entry once, however many references there are. */
export class RefIndex {
  readonly #entries: readonly Entry[];
  readonly #groups: { [Key in keyof typeof keysOf]?: RefGroups } = {};
  #longestName: number | undefined;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** Returns every entry that the reference matches: none, one or several. A file that two clients publish is one. */
  find(ref: string, context: RefContext): readonly Entry[] {
    const name = ref.startsWith('$') ? ref.slice(1) : ref;
    const attempts: (() => readonly Entry[] | undefined)[] = [
      () => this.#by('id').get(ref)?.slice(0, 1),
      () => this.#by('uri').get(ref),
      () => (looksLikePath.test(ref) ? this.#by('path').get(absolutePath(ref, context)) : undefined),
      () => this.#split(ref, ':', ({ type }) => [type]),
      () => this.#split(ref, '/', containerNames),
      () => this.#by('name').get(name),
    ];
    for (const attempt of attempts) {
      const found = attempt();
      if (found !== undefined && found.length > 0) return eachFileOnce(found);
    }
    return [];
  }

  /** Groups the entries when a reference first needs the groups. */
  #by(key: keyof typeof keysOf): RefGroups {
    this.#groups[key] ??= grouped(this.#entries, keysOf[key]);
    return this.#groups[key];
  }

  /** A name may contain the separator itself, so every split is tried that leaves a name of possible length. */
  #split(ref: string, separator: string, prefixes: (entry: Entry) => string[]): Entry[] {
    this.#longestName ??= this.#entries.reduce((longest, { name }) => Math.max(longest, name.length), 0);
    const first = Math.max(1, ref.length - this.#longestName - 1);
    for (let at = ref.indexOf(separator, first); at > 0; at = ref.indexOf(separator, at + 1)) {
      const named = this.#by('name').get(ref.slice(at + 1)) ?? [];
      const before = ref.slice(0, at);
      const found = named.filter((entry) => prefixes(entry).includes(before));
      if (found.length > 0) return found;
    }
    return [];
  }
}
