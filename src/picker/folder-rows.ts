/** The headings of folders and plugins that a query asks for by their type: they are listed like entries. */

import type { Container } from '../entries/containers.js';
import type { Entry } from '../entries/entries.js';
import { addTo } from '../entries/groups.js';
import { isFolderKind } from '../entries/kind-names.js';
import type { Query } from '../entries/query.js';
import { countStates, type StateCounts } from '../entries/row-state.js';
import type { SearchIndex, SearchRow } from '../entries/search-entries.js';
import { toolLimiter } from '../entries/tool-choice.js';
import type { Model, PickerState } from './state.js';

export interface HeaderRow {
  type: 'header';
  id: string;
  container: Container;
  counts: StateCounts;
  /** The folder or plugin as an entry, if the query asks for it. Its switch reaches all of it, shown or not. */
  listed?: Entry;
}

/** Returns the index to search, with folders and plugins if the query asks for them. */
export const indexFor = ({ types }: Query, model: Model): SearchIndex =>
  types?.some(isFolderKind) ? model.folderIndex() : model.index();

/** Returns the entries of each folder and plugin, as they are in the tool of the tab. */
function entriesIn({ list }: Model, tab: string | null): Map<Container | null, Entry[]> {
  const only = tab === null ? null : new Set([tab]);
  const inside = new Map<Container | null, Entry[]>();
  for (const whole of list.entries) {
    const entry = only === null ? whole : whole.limitedTo(only);
    if (only === null || entry.tools.length > 0) addTo(inside, whole.container, entry);
  }
  return inside;
}

/**
 * Returns the headings of the folders and plugins that were found, by id, with the states of all their entries. Leaves
 * out those in which the tool of the tab reads nothing, and those that `isShown` rejects.
 */
export function folderHeaders(
  found: readonly SearchRow[],
  model: Model,
  { tab }: Pick<PickerState, 'tab'>,
  isShown: (entry: Entry) => boolean,
): Map<string, HeaderRow> {
  const headers = new Map<string, HeaderRow>();
  if (found.length === 0) return headers;
  const limit = tab === null ? null : toolLimiter(model.folderIndex().entries, [tab]);
  const containers = new Map(
    model.list.containers.map((container) => [container.node as unknown, container]),
  );
  const inside = entriesIn(model, tab);
  for (const { entry, whole } of found) {
    const [container, listed] = [containers.get(whole.node), limit === null ? entry : limit(entry)];
    if (container === undefined || listed === null || !isShown(listed)) continue;
    const counts = countStates(inside.get(container) ?? []);
    headers.set(container.id, { type: 'header', id: container.id, container, counts, listed });
  }
  return headers;
}
