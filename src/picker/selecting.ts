/** Selecting an agent for the session, and going back to the default: what the key does, and what is said of it. */

import { isSelected, whyNotSelectable } from '../entries/agent-of-session.js';
import { next, noticeOf, notify, type UpdateResult, whenSent } from './sending.js';
import type { Model, Notice, PickerState } from './state.js';
import { refusal } from './switching.js';

/** A selection that was asked for. Without a uri it is the default, in place of the named agent. */
export interface AskedSelection {
  readonly uri: string | null;
  readonly name: string;
}

/** How a selection ended; a reason says why it was not made. */
export interface EndedSelection {
  readonly isMade: boolean;
  readonly reason: string | null;
}

/** Selects the open entry as the agent of the session; the selected one gives way to the default. */
export function selectAgent(state: PickerState, id: string, model: Model): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const entry = model.list.entries.find((one) => one.id === id);
  if (entry === undefined) return notify(state, 'Only an agent can be selected.');
  const { name } = entry;
  const isBack = isSelected(entry, model.session.agent);
  const reason = isBack ? null : whyNotSelectable(entry, model.list.entries);
  if (reason !== null) return notify(state, `${name} cannot be selected: ${reason}.`, 'warn');
  const what = isBack ? 'Going back to the default agent' : `Selecting ${name} as the agent`;
  const effect = { type: 'select-agent', asked: { uri: isBack ? null : entry.uri, name } } as const;
  return next({ ...state, notice: noticeOf(`${what}${whenSent(model)}.`) }, effect);
}

/** Returns the notice about a selection that has ended. */
export function selectionNotice({ uri, name }: AskedSelection, { isMade, reason }: EndedSelection): Notice {
  if (isMade)
    return noticeOf(
      uri === null
        ? `${name} is no longer selected: the session uses the default agent.`
        : `${name} is the agent of the session now.`,
    );
  const what = uri === null ? `${name} is still selected` : `${name} was not selected`;
  return noticeOf(`${what}: ${reason}.`, 'bad');
}
