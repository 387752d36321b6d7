/**
 * The labels of folders and plugins: in the picker's headings, in lists and in messages. Other hosts give several folders
 * one name, such as `skills`, or none.
 */

import { pathOf } from '../paths.js';
import { type Container, isEntryToo } from './containers.js';
import type { Entry } from './entries.js';

/** Returns the label of a folder or plugin. */
export type LabelOf = (container: Container) => string;

const repeated = new WeakMap<readonly Container[], ReadonlySet<string>>();

/** Returns the names that several folders have. */
function repeatedNames(containers: readonly Container[]): ReadonlySet<string> {
  const known = repeated.get(containers);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of containers) (seen.has(name) ? twice : seen).add(name);
  repeated.set(containers, twice);
  return twice;
}

/** Returns the path of a folder or plugin from the session's directory, else with `~` for the home; or its uri. */
export function containerPath({ uri, pathInSession }: Container, home: string): string {
  if (pathInSession !== null) return pathInSession;
  const path = pathOf(uri) ?? uri;
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Returns what labels each of these: its name, or its path if it has no name or that of another one. */
export function containerLabels(containers: readonly Container[], { home }: { home: string }): LabelOf {
  const shared = repeatedNames(containers);
  return (container) =>
    container.name.trim() === '' || shared.has(container.name)
      ? containerPath(container, home)
      : container.name;
}

/** How a list names its entries. */
export interface EntryLabels {
  /** Returns the name of an entry; of a folder or plugin, its label. */
  nameOf(entry: Entry): string;
  /** Returns the label of the folder or plugin of an entry, or the type of an entry in none. */
  placeOf(entry: Entry): string;
}

export const bareLabels: EntryLabels = {
  nameOf: ({ name }) => name,
  placeOf: ({ container, type }) => container?.name ?? type,
};

/** Returns the labels of the entries in these folders and plugins, and of those themselves. */
export function entryLabels(containers: readonly Container[], labelOf: LabelOf): EntryLabels {
  const folders = containers.filter((container) => !isEntryToo(container));
  const labels = new Map<unknown, string>(folders.map((container) => [container.node, labelOf(container)]));
  return {
    nameOf: ({ node, name }) => labels.get(node) ?? name,
    placeOf: ({ container, type }) => (container === null ? type : labelOf(container)),
  };
}
