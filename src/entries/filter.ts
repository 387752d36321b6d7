/** Filters entries by type, state, gates, container, origin and licence. A gate counts even if the entry is off. */

import { SkillpickError } from '../errors.js';
import { pathOf } from '../paths.js';
import type { Abilities } from '../protocol/versions.js';
import type { Container } from './containers.js';
import type { Entry, EntryList } from './entries.js';
import { entryOf } from './node-entry.js';

export interface Filter {
  /** Types to show; empty means all. */
  types: readonly string[];
  state?: 'on' | 'off';
  invocable?: 'user' | 'model' | 'both' | 'none';
  /** Ids of the containers to show. */
  containers?: ReadonlySet<string>;
  from?: 'repo' | 'user';
  license?: string;
}

export type Invocable = NonNullable<Filter['invocable']>;

/** A filter as the user typed it: its container is a text. */
export interface FilterOptions extends Omit<Filter, 'containers'> {
  container?: string;
}

/** The types that are shown by default. */
export const defaultTypes = ['skill', 'agent'] as const;

function isInvocable({ userInvocable, modelInvocable }: Entry, by: Invocable): boolean {
  const [user, model] = [userInvocable !== false, modelInvocable !== false];
  switch (by) {
    case 'user':
      return user;
    case 'model':
      return model;
    case 'both':
      return user && model;
    case 'none':
      return !user && !model;
  }
}

/** Returns true if the filter accepts the entry. */
export function accepts(filter: Filter, entry: Entry): boolean {
  const { types, state, invocable, containers, from, license } = filter;
  if (types.length > 0 && !types.includes(entry.type)) return false;
  if (state !== undefined && entry.effectiveEnabled !== (state === 'on')) return false;
  if (invocable !== undefined && !isInvocable(entry, invocable)) return false;
  if (containers !== undefined && !containers.has(entry.containerId ?? entry.id)) return false;
  if (from !== undefined && entry.from !== from) return false;
  return license === undefined || entry.details.license?.toLowerCase() === license.toLowerCase();
}

/** Returns the containers that a text matches: by id, uri, path or name, else by the last part of the name. */
export function findContainers(containers: readonly Container[], text: string): Container[] {
  const [wanted, path] = [text.toLowerCase(), text.replace(/(?<=.)\/+$/, '')];
  const tests: ((container: Container) => boolean)[] = [
    ({ id, uri }) => id === text || uri === text,
    ({ uri }) => pathOf(uri) === path,
    ({ name }) => name.toLowerCase() === wanted,
    ({ name }) => name.toLowerCase().split('/').at(-1) === wanted,
  ];
  for (const test of tests) {
    const found = containers.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the filter that the options describe. Throws if no container matches. */
export function filterFor({ containers }: EntryList, options: FilterOptions): Filter {
  const { container, ...filter } = options;
  if (container === undefined) return filter;
  const found = findContainers(containers, container);
  if (found.length > 0) return { ...filter, containers: new Set(found.map(({ id }) => id)) };
  const names = [...new Set(containers.map(({ name }) => name))].join(', ');
  throw new SkillpickError('container-unknown', `There is no container "${container}".`, {
    hint: names === '' ? 'The session has none.' : `There are: ${names}.`,
  });
}

type HasAbilities = { readonly abilities: Abilities };

/** Returns containers and entries alike, containers first: everything that a reference can name. */
export function addressable({ entries, containers }: EntryList, { abilities }: HasAbilities): Entry[] {
  return [...containers.map(({ node }) => entryOf(node, null, abilities)), ...entries];
}

/** Returns the entries to filter. Containers are among them only if their kinds are asked for. */
export function filterable(
  list: EntryList,
  session: HasAbilities,
  { types }: Pick<Filter, 'types'>,
): Entry[] {
  const wantsContainers = types.includes('plugin') || types.includes('directory');
  return wantsContainers ? addressable(list, session) : list.entries;
}
