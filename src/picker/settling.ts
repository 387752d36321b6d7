/** Handles switches that have ended: notices, corrections, and putting back switches that the host forgot. */

import { addTo } from '../entries/groups.js';
import { type Failed, hasFailed } from './failures.js';
import type { ExternalIntent } from './intents.js';
import { keyFor } from './keymap.js';
import { pickerLimits } from './limits.js';
import type { Lost, MadeSwitch, NamedSwitch, Settled } from './made-switches.js';
import { withMade, withResults } from './net-changes.js';
import { next, noticeOf, notify, switchEffects, type UpdateResult, whenSent } from './sending.js';
import type { Model, Notice, PickerState } from './state.js';
import { resultNotice } from './switch-notice.js';
import { madeOf, refusal } from './switching.js';
import { expectedTarget, findTarget } from './targets.js';
import type { World } from './update.js';

/** Removes failed switches from the journal: each from its batch, or else the newest one with the wanted value. */
function withoutFailed(journal: PickerState['journal'], failed: readonly Failed[]): PickerState['journal'] {
  const left = new Map<string, Failed[]>();
  for (const one of failed) addTo(left, one.id, one);
  const pruned = journal.toReversed().map((entry) => {
    const made = entry.made.filter(({ id, after }) => {
      const ofEntry = left.get(id) ?? [];
      const at = ofEntry.findIndex(({ wanted, key = entry.key }) => wanted === after && key === entry.key);
      if (at !== -1) ofEntry.splice(at, 1);
      return at === -1;
    });
    return { ...entry, made };
  });
  return pruned.reverse().filter(({ made }) => made.length > 0);
}

/** Corrects failed switches to the entry's real value; removes them if that is unknown. */
function correctFailed(changed: PickerState['changed'], failed: readonly Failed[]): PickerState['changed'] {
  const corrected = new Map(changed);
  for (const { id, wanted, outcome } of failed) {
    const made = corrected.get(id);
    if (made?.after !== wanted) continue;
    if (outcome.enabled === undefined && made.inTools.size === 0) corrected.delete(id);
    else corrected.set(id, { ...made, after: outcome.enabled ?? made.before });
  }
  return corrected;
}

/** Records the outcomes of switches. */
export function settle(state: PickerState, results: readonly Settled[], { list }: Model): PickerState {
  const undone = results
    .filter(hasFailed)
    .filter(({ wanted, outcome }) => outcome.kind === 'rejected' || outcome.enabled !== wanted);
  return {
    ...state,
    notice: resultNotice(results, state.notice, list, state.journal),
    changed: withResults(correctFailed(state.changed, undone), results),
    journal: undone.length === 0 ? state.journal : withoutFailed(state.journal, undone),
  };
}

function switchesFor(lost: readonly Lost[], { list }: Model): NamedSwitch[] {
  return lost.flatMap(({ id, enabled, scope }) => {
    const target = findTarget(list, id);
    return target === null ? [] : [{ id, name: target.name, enabled, scope }];
  });
}

const minuteMs = 60_000;
const counted = (count: number): string => `${count} ${count === 1 ? 'switch' : 'switches'}`;

const forgottenWords = ({ length }: readonly Lost[]): string =>
  `${counted(length)} made here ${length === 1 ? 'was' : 'were'} forgotten`;

type ForgottenIntent = Extract<ExternalIntent, { type: 'forgotten' }>;

/**
 * Handles switches that the host forgot; the model may not show it yet. If the host sent a new list, they are sent again
 * at once, but only a few times a minute. Otherwise the notice names the key that sends them.
 */
export function forget(state: PickerState, intent: ForgottenIntent, { model, nowMs }: World): UpdateResult {
  const { cause } = intent;
  const lost = intent.lost.filter(({ id, enabled }) => (model.pending.get(id) ?? enabled) === enabled);
  if (lost.length === 0) return next(state);
  const recent = state.putBackAtMs.filter((atMs) => nowMs - atMs < minuteMs);
  if (cause === 'list' && recent.length < pickerLimits.putBackPerMinute) {
    const text = `${forgottenWords(lost)} when the files were read again. Sent again.`;
    const notified = { ...state, putBackAtMs: [...recent, nowMs], notice: noticeOf(text, 'warn') };
    return next(notified, ...switchEffects(switchesFor(lost, model)));
  }
  const when = cause === 'restart' ? ' in a restart' : '';
  const them = lost.length === 1 ? 'it' : 'them';
  const text = `${forgottenWords(lost)}${when}. ${keyFor('put-back')} puts ${them} back.`;
  const ids = new Set(lost.map(({ id }) => id));
  const others = state.lost.filter(({ id }) => !ids.has(id));
  return notify({ ...state, putBackAtMs: recent, lost: [...others, ...lost] }, text, 'warn');
}

function putBackNotice({ length }: readonly NamedSwitch[], model: Model): Notice {
  if (length === 0) return noticeOf('Nothing is left to put back.');
  const when = whenSent(model);
  if (when === '') return noticeOf(`Sent ${counted(length)} again.`);
  return { ...noticeOf(`Sending ${counted(length)} again${when}.`), isWaiting: true };
}

/** Returns how switches are recorded of which there is no record. */
function madeFor(lost: readonly Lost[], state: PickerState, model: Model): MadeSwitch[] {
  return lost.flatMap(({ id, enabled, scope }) => {
    const target = findTarget(model.list, id);
    return target === null || state.changed.has(id)
      ? []
      : [madeOf(target, enabled, { ...state, scope }, model)];
  });
}

/** Sends the forgotten switches that were offered. */
export function putBack(state: PickerState, model: Model): UpdateResult {
  if (state.lost.length === 0) return notify(state, 'Nothing was forgotten.');
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const differing = state.lost.filter(({ id, enabled }) => expectedTarget(id, model)?.enabled !== enabled);
  const batch = switchesFor(differing, model);
  // A switch that waited for the connection when it was lost is not recorded.
  const changed = withMade(state.changed, madeFor(differing, state, model));
  return next({ ...state, lost: [], changed, notice: putBackNotice(batch, model) }, ...switchEffects(batch));
}
