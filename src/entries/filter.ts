/** Which entries are shown, by type, state, gates, container, origin and licence. A gate counts even if the entry is off. */

import { pathOf } from '../paths.js';
import type { Container } from './containers.js';
import type { Entry } from './entries.js';

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

/** The types that are shown by default. */
export const defaultTypes = ['skill', 'agent'] as const;

function isInvocable(
  { userInvocable, modelInvocable }: Entry,
  by: NonNullable<Filter['invocable']>,
): boolean {
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

function hasLicense({ details }: Entry, license: string): boolean {
  return details.license?.toLowerCase() === license.toLowerCase();
}

/** Returns true if the filter accepts the entry. */
export function accepts(filter: Filter, entry: Entry): boolean {
  const { types, state, invocable, containers, from, license } = filter;
  if (types.length > 0 && !types.includes(entry.type)) return false;
  if (state !== undefined && entry.effectiveEnabled !== (state === 'on')) return false;
  if (invocable !== undefined && !isInvocable(entry, invocable)) return false;
  if (containers !== undefined && !containers.has(entry.containerId ?? entry.id)) return false;
  if (from !== undefined && entry.from !== from) return false;
  return license === undefined || hasLicense(entry, license);
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
