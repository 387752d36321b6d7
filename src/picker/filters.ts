/** What changes which rows are shown: the query, the kind, the state, the order and the tab. The cursor starts anew. */

import { parseQuery } from '../entries/query.js';
import { orders, valueHint } from '../entries/query-values.js';
import { type EditLine, editLine, insert, type LineEdit } from './edit-line.js';
import type { Effect } from './intents.js';
import { next, noticeOf, notify, type UpdateResult } from './sending.js';
import { kinds, type Model, type Notice, type PickerState, showings } from './state.js';
import { nextTab, noTools } from './tabs.js';

export const nextOf = <T>(values: readonly T[], value: T): T =>
  values[(values.indexOf(value) + 1) % values.length]!;

/** Changes the query or a filter: the cursor goes to the first row, and switched rows are filtered again. */
export function withFilter(state: PickerState, change: Partial<PickerState>): PickerState {
  // The same set if it is empty already: a new one would have the rows built again.
  const sticky = state.sticky.size === 0 ? state.sticky : new Set<string>();
  return { ...state, ...change, cursor: { id: null, index: 0 }, top: 0, sticky, notice: null };
}

/** Returns a notice about an operator whose value does not exist. */
function unknownNotice(text: string): Notice | null {
  const [unknown] = parseQuery(text).unknown;
  return unknown === undefined ? null : noticeOf(`${unknown} is not known. ${valueHint(unknown)}`, 'warn');
}

/** Gives the query the focus, unless it is empty. */
export function withQuery(state: PickerState, query: EditLine): PickerState {
  const focus = query.text === '' ? 'list' : 'query';
  if (query.text === state.query.text) return { ...state, query, focus };
  return { ...withFilter(state, { query, focus }), notice: unknownNotice(query.text) };
}

export const edited = (state: PickerState, edit: LineEdit): PickerState =>
  withQuery(state, editLine(state.query, edit));

export const inserted = (state: PickerState, text: string): PickerState =>
  withQuery(state, insert(state.query, text));

export const nextKind = (state: PickerState): PickerState =>
  withFilter(state, { kind: nextOf(kinds, state.kind) });

/** Shows the next states. Without tools, nothing differs between them. */
export function nextShowing(state: PickerState, { tools }: Model): PickerState {
  const possible = tools.length > 0 ? showings : showings.filter((showing) => showing !== 'differs');
  return withFilter(state, { showing: nextOf(possible, state.showing) });
}

/** Changes the order, which a query with words or an order of its own does not use. */
export function nextSort(state: PickerState): PickerState {
  const sort = nextOf(orders, state.sort);
  const sorted = withFilter(state, { sort });
  const { hasWords, sort: own } = parseQuery(state.query.text);
  if (!hasWords && own === null) return sorted;
  const text = `The query decides the order. Without it, the list is sorted by ${sort === 'name' ? 'name' : 'folder'}.`;
  return { ...sorted, notice: noticeOf(text) };
}

/** Opens a tab and remembers it for the next run. No tool is chosen there: the tab has one already. */
export function openTab(state: PickerState, tab: string | null): UpdateResult {
  const remember: Effect = { type: 'remember', setting: { key: 'tab', value: tab ?? 'all' } };
  return next(withFilter(state, { tab, tool: null }), remember);
}

export function moveTab(state: PickerState, by: 1 | -1, model: Model): UpdateResult {
  if (model.tools.length === 0) return notify(state, `There are no tabs: ${noTools(model)}`);
  return openTab(state, nextTab(state.tab, model.tools, by));
}
