/** Sends switches as effects, and records them so that they can be marked, reported on leaving, and taken back. */

import type { Effect } from './intents.js';
import type { MadeSwitch, NamedSwitch } from './made-switches.js';
import { withMade } from './net-changes.js';
import type { Model, Notice, PickerState } from './state.js';

export interface UpdateResult {
  state: PickerState;
  effects: readonly Effect[];
}

export const next = (state: PickerState, ...effects: Effect[]): UpdateResult => ({ state, effects });

export const noticeOf = (text: string, tone: Notice['tone'] = 'plain'): Notice => ({ text, tone });

/** Changes nothing but the notice. */
export const notify = (state: PickerState, text: string, tone?: Notice['tone']): UpdateResult =>
  next({ ...state, notice: noticeOf(text, tone) });

/** Goes back to the list. */
export const close = (state: PickerState): UpdateResult =>
  next({ ...state, view: { type: 'list' }, notice: null });

export const onOff = (enabled: boolean): string => (enabled ? 'on' : 'off');

/** Says when something is sent; empty if that is now. */
export const whenSent = ({ link }: Model): string =>
  link.kind === 'live' ? '' : ' as soon as the connection is back';

/** Returns at most so many names, or all but one of them and the number of the others. */
export function named(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`;
}

/** Sends switches, and marks them so that they stay in the list and are reported on leaving. */
export function send(
  state: PickerState,
  made: readonly MadeSwitch[],
  notice: Notice | null,
  key: number | null,
): UpdateResult {
  const ids = made.map(({ id }) => id);
  const sticky = new Set([...state.sticky, ...ids]);
  // A forgotten switch is no longer offered once the user decides again.
  const decided = new Set(ids);
  const lost = state.lost.filter(({ id }) => !decided.has(id));
  const batch = made.map(({ id, name, after, scope, tools, also }) => {
    return { id, name, enabled: after, scope, ...(tools && { tools }), ...(also && { also }) };
  });
  const changed = withMade(state.changed, made);
  return next({ ...state, changed, sticky, lost, notice }, ...switchEffects(batch, key));
}

/** Sends new switches as one batch, which undo can take back. */
export function sendBatch(
  state: PickerState,
  made: readonly MadeSwitch[],
  notice: Notice | null,
  { history }: Model,
): UpdateResult {
  const key = state.nextKey;
  const entry = { key, made, history };
  const journal = [...state.journal, entry];
  return send({ ...state, journal, undone: [], nextKey: key + 1 }, made, notice, key);
}

/** Returns one effect for all of them, or none. */
export function switchEffects(batch: readonly NamedSwitch[], key: number | null = null): Effect[] {
  return batch.length === 0 ? [] : [{ type: 'switch', batch, key }];
}
