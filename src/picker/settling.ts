/** What becomes of switches: how the host decided, and what it forgot. */

import { limits } from '../limits.js';
import type { Effect } from './intents.js';
import type { Lost, Made, Model, Notice, Outcome, PickerState } from './state.js';
import { named, onOff, type Step, say } from './switching.js';
import { findTarget } from './targets.js';

type Failure = Exclude<Outcome, { kind: 'confirmed' }>;

export interface Settled {
  id: string;
  name: string;
  wanted: boolean;
  outcome: Outcome;
}

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

/** One notice for all that failed the same way since the last key. */
function failureNotice({ name, wanted }: Settled, outcome: Failure, before: Notice | null): Notice {
  const key = [outcome.kind, wanted, outcome.enabled, 'reason' in outcome ? outcome.reason : ''].join('\n');
  const names = before?.failed?.key === key ? [...before.failed.names, name] : [name];
  const tone = outcome.kind === 'unconfirmed' ? 'warn' : 'bad';
  return { text: failureText(names, wanted, outcome), tone, failed: { key, names } };
}

/** Without the switch that came to nothing: the newest that led from here to what was wanted. */
function withoutMade(journal: PickerState['journal'], { id, wanted }: Settled): PickerState['journal'] {
  const isIt = (made: Made) => made.id === id && made.after === wanted;
  const at = journal.findLastIndex((batch) => batch.some(isIt));
  return journal
    .map((batch, index) => (index === at ? batch.filter((made) => !isIt(made)) : batch))
    .filter((batch) => batch.length > 0);
}

/** Every switch that is sent from here waits for its outcome. */
export function withUnsettled({ state, effects }: Step): PickerState {
  const sent = effects.flatMap((effect) => (effect.type === 'switch' ? [effect.id] : []));
  if (sent.length === 0) return state;
  const unsettled = new Map(state.unsettled);
  for (const id of sent) unsettled.set(id, (unsettled.get(id) ?? 0) + 1);
  return { ...state, unsettled };
}

function withoutUnsettled({ unsettled }: PickerState, id: string): PickerState['unsettled'] {
  const left = (unsettled.get(id) ?? 0) - 1;
  const rest = new Map(unsettled);
  if (left > 0) rest.set(id, left);
  else rest.delete(id);
  return rest;
}

/** The host has decided about one of our switches. */
export function settle(before: PickerState, settled: Settled): PickerState {
  const { id, wanted, outcome } = settled;
  const state = { ...before, unsettled: withoutUnsettled(before, id) };
  if (outcome.kind === 'confirmed') return state;
  const notice = failureNotice(settled, outcome, state.notice);
  if (outcome.enabled === wanted) return { ...state, notice };
  const changed = new Map(state.changed);
  const made = changed.get(id);
  if (made?.after === wanted) {
    if (outcome.enabled === undefined) changed.delete(id);
    else changed.set(id, { ...made, after: outcome.enabled });
  }
  return { ...state, changed, journal: withoutMade(state.journal, settled), notice };
}

function sendBack(lost: readonly Lost[], { list }: Model): Effect[] {
  return lost.flatMap(({ id, enabled, scope }): Effect[] => {
    const target = findTarget(list, id);
    return target === null ? [] : [{ type: 'switch', id, name: target.name, enabled, scope }];
  });
}

const minuteMs = 60_000;
const counted = (count: number): string => `${count} ${count === 1 ? 'switch' : 'switches'}`;

/**
 * The host forgot switches made here; the list that shows it may not have come through yet. After a list of its own they are sent again by themselves, a few times a
 * minute; otherwise, and beyond that, they are offered.
 */
export function forget(
  state: PickerState,
  cause: 'list' | 'restart' | 'unknown',
  lost: readonly Lost[],
  model: Model,
  nowMs: number,
): Step {
  const recent = state.putBackAtMs.filter((atMs) => nowMs - atMs < minuteMs);
  if (cause === 'list' && recent.length < limits.putBackPerMinute) {
    const text = `The host read its files again and forgot ${counted(lost.length)}: sent again.`;
    return {
      state: { ...state, putBackAtMs: [...recent, nowMs], notice: say(text, 'warn') },
      effects: sendBack(lost, model),
    };
  }
  const why = cause === 'restart' ? 'The host restarted and' : 'The host';
  const ids = new Set(lost.map(({ id }) => id));
  const kept = state.lost.filter(({ id }) => !ids.has(id));
  const notice = say(`${why} forgot ${counted(lost.length)} made here. ^y puts them back.`, 'warn');
  return { state: { ...state, putBackAtMs: recent, lost: [...kept, ...lost], notice }, effects: [] };
}

/** Sends again what was forgotten and offered. */
export function putBack(state: PickerState, model: Model): Step {
  if (state.lost.length === 0) {
    return { state: { ...state, notice: say('The host has forgotten nothing.') }, effects: [] };
  }
  const differing = state.lost.filter(({ id, enabled }) => findTarget(model.list, id)?.enabled !== enabled);
  const effects = sendBack(differing, model);
  return { state: { ...state, lost: [], notice: say(`Sent ${counted(effects.length)} again.`) }, effects };
}
