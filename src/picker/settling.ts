/** Handles switches that have ended: notices, corrections, and putting back switches that the host forgot. */

import { withFullStop } from '../entries/describe.js';
import type { ExternalIntent } from './intents.js';
import { keyFor } from './keymap.js';
import { pickerLimits } from './limits.js';
import { named, next, noticeOf, notify, onOff, switchEffects, type UpdateResult } from './sending.js';
import type { Lost, Model, NamedSwitch, Notice, PickerState, Settled, SwitchOutcome } from './state.js';
import { switchNotice } from './switch-notice.js';
import { expectedTarget, findTarget } from './targets.js';
import type { World } from './update.js';

type Failure = Exclude<SwitchOutcome, { kind: 'confirmed' }>;
type Failed = Settled & { outcome: Failure };

function failureText(names: readonly string[], wanted: boolean, outcome: Failure): string {
  const all = named(names);
  const [were, theyAre] = names.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const now = outcome.enabled === undefined ? '' : ` Now ${theyAre} ${onOff(outcome.enabled)}.`;
  switch (outcome.kind) {
    case 'rejected':
      return `${all} ${were} not switched ${onOff(wanted)}: ${withFullStop(outcome.reason)}${now}`;
    case 'ineffective':
      return `The host took the switch of ${all} and did nothing.${now}`;
    case 'unconfirmed':
      return `${all} ${were} not confirmed: ${withFullStop(outcome.reason)}${now}`;
  }
}

/** Returns a key that is the same for all switches that failed in the same way. */
function failureKey({ wanted, outcome }: Failed): string {
  return [outcome.kind, wanted, outcome.enabled, 'reason' in outcome ? outcome.reason : ''].join('\n');
}

/** Returns one notice for all switches that failed in the same way since the last key. */
function failureNotice(failed: Failed, before: Notice | null): Notice {
  const { name, wanted, outcome } = failed;
  const key = failureKey(failed);
  const names = before?.failed?.key === key ? [...before.failed.names, name] : [name];
  const tone = outcome.kind === 'unconfirmed' ? 'warn' : 'bad';
  return { text: failureText(names, wanted, outcome), tone, failed: { key, names } };
}

/** Removes failed switches from the journal: for each, the newest one with the wanted value. */
function withoutFailed(journal: PickerState['journal'], failed: readonly Failed[]): PickerState['journal'] {
  const wanted = new Map(failed.map((item) => [item.id, item.wanted]));
  const pruned = journal.toReversed().map((entry) => {
    const made = entry.made.filter(({ id, after }) => {
      const isFailed = wanted.get(id) === after;
      if (isFailed) wanted.delete(id);
      return !isFailed;
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
    if (outcome.enabled === undefined) corrected.delete(id);
    else corrected.set(id, { ...made, after: outcome.enabled });
  }
  return corrected;
}

const hasFailed = (settled: Settled): settled is Failed => settled.outcome.kind !== 'confirmed';

/** Returns one sentence for all switches that failed in the same way, to be used without a screen. */
export function failureTexts(results: readonly Settled[]): string[] {
  const notices = new Map<string, Notice>();
  for (const failed of results.filter(hasFailed)) {
    const key = failureKey(failed);
    notices.set(key, failureNotice(failed, notices.get(key) ?? null));
  }
  return [...notices.values()].map(({ text }) => text);
}

/** Records the outcomes of switches. */
export function settle(state: PickerState, results: readonly Settled[]): PickerState {
  const failed = results.filter(hasFailed);
  if (failed.length === 0) return { ...state, notice: switchNotice(results, state.notice) };
  const undone = failed.filter(
    ({ wanted, outcome }) => outcome.kind === 'rejected' || outcome.enabled !== wanted,
  );
  return {
    ...state,
    notice: failed.reduce<Notice | null>((notice, item) => failureNotice(item, notice), state.notice),
    changed: correctFailed(state.changed, undone),
    journal: withoutFailed(state.journal, undone),
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
    const text = `The host read its files again and forgot ${counted(lost.length)}: sent again.`;
    const notified = { ...state, putBackAtMs: [...recent, nowMs], notice: noticeOf(text, 'warn') };
    return next(notified, ...switchEffects(switchesFor(lost, model)));
  }
  const why = cause === 'restart' ? 'The host restarted and' : 'The host';
  const text = `${why} forgot ${counted(lost.length)} made here. ${keyFor('put-back')} puts them back.`;
  const ids = new Set(lost.map(({ id }) => id));
  const others = state.lost.filter(({ id }) => !ids.has(id));
  return notify({ ...state, putBackAtMs: recent, lost: [...others, ...lost] }, text, 'warn');
}

/** Sends the forgotten switches that were offered. */
export function putBack(state: PickerState, model: Model): UpdateResult {
  if (state.lost.length === 0) return notify(state, 'The host has forgotten nothing.');
  const differing = state.lost.filter(({ id, enabled }) => expectedTarget(id, model)?.enabled !== enabled);
  const batch = switchesFor(differing, model);
  const notice = noticeOf(`Sent ${counted(batch.length)} again.`);
  return next({ ...state, lost: [], notice }, ...switchEffects(batch));
}
