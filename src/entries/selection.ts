/** Which of a session's entries the user asked for: the filter that the options describe, and what it is applied to. */

import { SkillpickError } from '../errors.js';
import type { Abilities } from '../protocol/versions.js';
import type { Entry, EntryList } from './entries.js';
import { type Filter, findContainers } from './filter.js';
import { entryOf } from './node-entry.js';

/** A filter as the command line words it: the container by its name, id or path. */
export interface FilterRequest extends Omit<Filter, 'containers'> {
  container?: string;
}

/** Returns containers and entries together, containers first: everything a reference may name. */
export function addressable(
  { entries, containers }: EntryList,
  { abilities }: { abilities: Abilities },
): Entry[] {
  return [...containers.map(({ node }) => entryOf(node, null, abilities)), ...entries];
}

/** Returns the filter for these containers; throws `container-unknown` if the request names none of them. */
export function filterFor({ containers }: EntryList, request: FilterRequest): Filter {
  const { container, ...filter } = request;
  if (container === undefined) return filter;
  const matching = findContainers(containers, container);
  if (matching.length === 0) {
    const names = [...new Set(containers.map(({ name }) => name))].join(', ');
    throw new SkillpickError('container-unknown', `There is no container "${container}".`, {
      hint: names === '' ? 'The session has none.' : `There are: ${names}.`,
    });
  }
  return { ...filter, containers: new Set(matching.map(({ id }) => id)) };
}

/** Returns the entries to filter; containers are among them only if their kind is asked for. */
export function wantedEntries(
  list: EntryList,
  session: { abilities: Abilities },
  { types }: Pick<FilterRequest, 'types'>,
): Entry[] {
  const wantsContainers = types.includes('plugin') || types.includes('directory');
  return wantsContainers ? addressable(list, session) : list.entries;
}
