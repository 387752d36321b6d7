/** Filters entries by type, tool, state, gates, container, origin and licence. A gate counts even if the entry is off. */

import { SkillpickError } from '../errors.js';
import { pathOf } from '../paths.js';
import type { Abilities } from '../protocol/versions.js';
import { containerLabels } from './container-labels.js';
import { type Container, isEntryToo } from './containers.js';
import type { Entry, EntryList } from './entries.js';
import { gatesOf } from './entry-flags.js';
import { isFolderKind } from './kind-names.js';
import { entryOf } from './node-entry.js';
import { absolutePath, looksLikePath, type RefContext } from './refs.js';
import { limitToTools } from './tool-choice.js';

export interface Filter {
  /** Types to show; empty means all. */
  types: readonly string[];
  /** On: in effect in some tool. Off: in none. */
  state?: 'on' | 'off';
  /** Only entries that are on in some tools and off in others. */
  isMixed?: true;
  /** Only what these tools read, as it is there. */
  tools?: readonly string[];
  invocable?: 'user' | 'model' | 'both' | 'none';
  /** Ids of the containers to show. */
  containers?: ReadonlySet<string>;
  from?: 'repo' | 'user';
  license?: string;
}

export type Invocable = NonNullable<Filter['invocable']>;

/** A folder or plugin as the user names it, with what `.` and `~` mean there. */
export class ContainerRef {
  readonly text: string;
  readonly context: RefContext;

  constructor(text: string, context: RefContext) {
    this.text = text;
    this.context = context;
  }

  /** Returns the path that it may be. */
  get path(): string {
    const path = looksLikePath.test(this.text) ? absolutePath(this.text, this.context) : this.text;
    return path.replace(/(?<=.)\/+$/, '');
  }

  toString(): string {
    return this.text;
  }
}

/** A filter as the user typed it. */
export interface FilterOptions extends Omit<Filter, 'containers'> {
  container?: ContainerRef;
}

/** The types that are shown by default. */
export const defaultTypes = ['skill', 'agent'] as const;

function isInvocable(entry: Entry, by: Invocable): boolean {
  const { userInvocable, modelInvocable } = gatesOf(entry);
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
  const { types, state, isMixed, invocable, containers, from, license } = filter;
  if (types.length > 0 && !types.includes(entry.type)) return false;
  if (state !== undefined && entry.effectiveEnabled !== (state === 'on')) return false;
  if (isMixed && !entry.isMixed) return false;
  if (invocable !== undefined && !isInvocable(entry, invocable)) return false;
  if (containers !== undefined && !containers.has(entry.containerId ?? entry.id)) return false;
  if (from !== undefined && entry.from !== from) return false;
  return license === undefined || entry.details.license?.toLowerCase() === license.toLowerCase();
}

/**
 * Returns the containers that are meant: by id, uri, path or name, else by the last part of the name. A path may also
 * start at the session's directory, as a label does.
 */
export function findContainers(containers: readonly Container[], { text, path }: ContainerRef): Container[] {
  const wanted = text.toLowerCase();
  const tests: ((container: Container) => boolean)[] = [
    ({ id, uri }) => id === text || uri === text,
    ({ uri }) => pathOf(uri) === path,
    ({ pathInSession }) => pathInSession === path,
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
  throw unknownContainer(containers, container, 'folder or plugin');
}

/** Returns the error for what no folder or plugin of the session matches. */
export function unknownContainer(
  containers: readonly Container[],
  { text, context }: ContainerRef,
  what: string,
): SkillpickError {
  const labels = [...new Set(containers.map(containerLabels(containers, context)))].join(', ');
  return new SkillpickError('container-unknown', `This session has no ${what} "${text}".`, {
    hint: labels === '' ? 'It has none at all.' : `It has: ${labels}.`,
  });
}

/** The session that lists the entries. */
interface ListingSession {
  readonly abilities: Abilities;
  readonly host: { readonly isOwn: boolean };
}

/** Returns containers and entries alike, containers first: everything that a reference can name. */
export function addressable(list: EntryList, session: ListingSession, tools?: readonly string[]): Entry[] {
  const { isOwn } = session.host;
  const containers = list.containers.filter((container) => !isEntryToo(container));
  const all = [...containers.map(({ node }) => entryOf(node, null, { isOwn })), ...list.entries];
  return tools === undefined ? all : limitToTools(all, tools);
}

/** Returns the entries to filter. Containers are among them only if their kinds are asked for. */
export function filterable(
  list: EntryList,
  session: ListingSession,
  { types, tools }: Pick<Filter, 'types' | 'tools'>,
): Entry[] {
  if (types.some(isFolderKind)) return addressable(list, session, tools);
  return tools === undefined ? list.entries : limitToTools(list.entries, tools);
}
