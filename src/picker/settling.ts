/** What becomes of switches: how the host decided, and what it forgot. */

import type { Effect } from './intents.js';
import { keyFor } from './keymap.js';
import { pickerLimits } from './limits.js';
import type { Lost, Model, Notice, PickerState, Settled, SwitchOutcome } from './state.js';
import { named, onOff, type Step, say } from './switching.js';
import { findTarget, wishedTarget } from './targets.js';

type Failure = Exclude<SwitchOutcome, { kind: 'confirmed' }>;
type Failed = Settled & { outcome: Failure };

function failureText(names: readonly string[], wanted: boolean, outcome: Failure): string {
  const all = named(names);
  const [were, them] = names.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const still = outcome.enabled === undefined ? '' : ` Now ${them} ${onOff(outcome.enabled)}.`;
  switch (outcome.kind) {
    case 'rejected':
      return `${all} ${were} not switched ${onOff(wanted)}: ${outcome.reason}.${still}`;
    case 'ineffective':
      return `The host took the switch of ${all} and did nothing.${still}`;
    case 'unconfirmed':
      return `${all} ${were} not confirmed: ${outcome.reason}.${still}`;
  }
}

/** What is the same of all that failed alike. */
function failureKey({ wanted, outcome }: Failed): string {
  return [outcome.kind, wanted, outcome.enabled, 'reason' in outcome ? outcome.reason : ''].join('\n');
}

/** One notice for all that failed the same way since the last key. */
function failureNotice(failed: Failed, before: Notice | null): Notice {
  const { name, wanted, outcome } = failed;
  const key = failureKey(failed);
  const names = before?.failed?.key === key ? [...before.failed.names, name] : [name];
  const tone = outcome.kind === 'unconfirmed' ? 'warn' : 'bad';
  return { text: failureText(names, wanted, outcome), tone, failed: { key, names } };
}

/** Without the switches that came to nothing: of each, the newest that led to what was wanted. */
function withoutMade(journal: PickerState['journal'], failed: readonly Failed[]): PickerState['journal'] {
  const wanted = new Map(failed.map((item) => [item.id, item.wanted]));
  const pruned = journal.toReversed().map((batch) =>
    batch.filter(({ id, after }) => {
      const isIt = wanted.get(id) === after;
      if (isIt) wanted.delete(id);
      return !isIt;
    }),
  );
  return pruned.reverse().filter((batch) => batch.length > 0);
}

/** How what failed stands now; where nobody knows, it is no longer spoken of. */
function withTruth(changed: PickerState['changed'], failed: readonly Failed[]): PickerState['changed'] {
  const corrected = new Map(changed);
  for (const { id, wanted, outcome } of failed) {
    const made = corrected.get(id);
    if (made?.after !== wanted) continue;
    if (outcome.enabled === undefined) corrected.delete(id);
    else corrected.set(id, { ...made, after: outcome.enabled });
  }
  return corrected;
}

/** Every switch that is sent from here waits for its outcome. */
export function withUnsettled({ state, effects }: Step): PickerState {
  const sent = effects.filter((effect) => effect.type === 'switch');
  if (sent.length === 0) return state;
  const unsettled = new Map(state.unsettled);
  for (const { id, name, enabled } of sent) {
    unsettled.set(id, { name, wishes: [...(unsettled.get(id)?.wishes ?? []), enabled] });
  }
  return { ...state, unsettled };
}

function withoutUnsettled(before: PickerState['unsettled'], results: readonly Settled[]) {
  const unsettled = new Map(before);
  for (const { id, wanted } of results) {
    const { name, wishes } = unsettled.get(id) ?? { name: '', wishes: [] };
    const left = wishes.toSpliced(wishes.indexOf(wanted), 1);
    if (left.length > 0) unsettled.set(id, { name, wishes: left });
    else unsettled.delete(id);
  }
  return unsettled;
}

const hasFailed = (settled: Settled): settled is Failed => settled.outcome.kind !== 'confirmed';

/** One sentence for all that failed the same way, where there is no screen for notices. */
export function failureTexts(results: readonly Settled[]): string[] {
  const notices = new Map<string, Notice>();
  for (const failed of results.filter(hasFailed)) {
    const key = failureKey(failed);
    notices.set(key, failureNotice(failed, notices.get(key) ?? null));
  }
  return [...notices.values()].map(({ text }) => text);
}

/** The host has decided about some of our switches. */
export function settle(before: PickerState, results: readonly Settled[]): PickerState {
  const state = { ...before, unsettled: withoutUnsettled(before.unsettled, results) };
  const failed = results.filter(hasFailed);
  if (failed.length === 0) return state;
  const undone = failed.filter(
    ({ wanted, outcome }) => outcome.kind === 'rejected' || outcome.enabled !== wanted,
  );
  return {
    ...state,
    notice: failed.reduce<Notice | null>((notice, item) => failureNotice(item, notice), state.notice),
    changed: withTruth(state.changed, undone),
    journal: withoutMade(state.journal, undone),
  };
}

function sendBack(lost: readonly Lost[], { list }: Model): Effect[] {
  return lost.flatMap(({ id, enabled, scope }): Effect[] => {
    const target = findTarget(list, id);
    return target === null ? [] : [{ type: 'switch', id, name: target.name, before: null, enabled, scope }];
  });
}

const minuteMs = 60_000;
const counted = (count: number): string => `${count} ${count === 1 ? 'switch' : 'switches'}`;

/** Without what the user has decided anew, which may still be on its way. */
function stillWanted(lost: readonly Lost[], { unsettled }: PickerState): Lost[] {
  return lost.filter(({ id, enabled }) => (unsettled.get(id)?.wishes.at(-1) ?? enabled) === enabled);
}

/**
 * The host forgot switches made here; the list that shows it may not have come through yet. After a list of its own
 * they are sent again by themselves, a few times a minute; otherwise, and beyond that, they are offered.
 */
export function forget(
  state: PickerState,
  cause: 'list' | 'restart' | 'unknown',
  forgotten: readonly Lost[],
  model: Model,
  nowMs: number,
): Step {
  const lost = stillWanted(forgotten, state);
  if (lost.length === 0) return { state, effects: [] };
  const recent = state.putBackAtMs.filter((atMs) => nowMs - atMs < minuteMs);
  if (cause === 'list' && recent.length < pickerLimits.putBackPerMinute) {
    const text = `The host read its files again and forgot ${counted(lost.length)}: sent again.`;
    return {
      state: { ...state, putBackAtMs: [...recent, nowMs], notice: say(text, 'warn') },
      effects: sendBack(lost, model),
    };
  }
  const why = cause === 'restart' ? 'The host restarted and' : 'The host';
  const ids = new Set(lost.map(({ id }) => id));
  const kept = state.lost.filter(({ id }) => !ids.has(id));
  const notice = say(
    `${why} forgot ${counted(lost.length)} made here. ${keyFor('put-back')} puts them back.`,
    'warn',
  );
  return { state: { ...state, putBackAtMs: recent, lost: [...kept, ...lost], notice }, effects: [] };
}

/** Sends again what was forgotten and offered. */
export function putBack(state: PickerState, model: Model): Step {
  if (state.lost.length === 0) {
    return { state: { ...state, notice: say('The host has forgotten nothing.') }, effects: [] };
  }
  const differing = state.lost.filter(
    ({ id, enabled }) => wishedTarget(id, model, state)?.enabled !== enabled,
  );
  const effects = sendBack(differing, model);
  return { state: { ...state, lost: [], notice: say(`Sent ${counted(effects.length)} again.`) }, effects };
}
