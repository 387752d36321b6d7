/**
 * Switching from the keyboard: one row, a batch, undo, and putting back what the host forgot. Nothing is changed
 * here: a switch is an effect, and the row changes because the host's state did.
 */

import { limits } from '../limits.js';
import type { Entry } from './entries.js';
import type { Effect } from './intents.js';
import type { Lost, Made, Model, Notice, Outcome, PickerState } from './state.js';

export interface Step {
  state: PickerState;
  effects: readonly Effect[];
}

/** What can be switched, be it an entry or a container. */
interface Target {
  id: string;
  name: string;
  type: string;
  enabled: boolean;
  isMixed: boolean;
  container: Entry['container'];
}

function findTarget({ list }: Model, id: string): Target | null {
  const entry = list.entries.find((candidate) => candidate.id === id);
  if (entry !== undefined) return entry;
  const container = list.containers.find((candidate) => candidate.id === id);
  return container === undefined ? null : { ...container, isMixed: false, container: null };
}

const say = (text: string, tone: Notice['tone'] = 'plain'): Notice => ({ text, tone });

export const onOff = (enabled: boolean): string => (enabled ? 'on' : 'off');

/** Notes what was made, so that it can be marked, told on leaving, and taken back. */
function withMade(state: PickerState, made: readonly Made[]): PickerState {
  const changed = new Map(state.changed);
  for (const item of made) {
    const first = changed.get(item.id);
    if ((first?.before ?? item.before) === item.after) changed.delete(item.id);
    else changed.set(item.id, { ...item, before: first?.before ?? item.before });
  }
  const sticky = new Set(state.sticky);
  for (const { id } of made) sticky.add(id);
  return { ...state, changed, sticky };
}

function effectsOf(made: readonly Made[]): Effect[] {
  return made.map(({ id, name, after, scope }) => ({ type: 'switch', id, name, enabled: after, scope }));
}

function madeOf(target: Target, after: boolean, { scope }: PickerState): Made {
  const { id, name, type, enabled } = target;
  return { id, name, type, before: target.isMixed ? !after : enabled, after, scope };
}

function refusal({ link }: Model): Notice | null {
  return link.kind === 'gone'
    ? say('The host is gone: nothing can be switched. ^o opens another.', 'bad')
    : null;
}

/** Some tools on and some off becomes on everywhere; a switch still under way is turned round. */
function wantedFor({ pending }: Model, { id, enabled, isMixed }: Target): boolean {
  if (isMixed && !pending.has(id)) return true;
  return !enabled;
}

/** Switches an entry, or a container. */
export function toggleOne(state: PickerState, id: string | null, model: Model): Step {
  const target = id === null ? null : findTarget(model, id);
  const notice = target ? refusal(model) : say('Nothing here can be switched.');
  if (!target || notice !== null) return { state: { ...state, notice }, effects: [] };
  const made = madeOf(target, wantedFor(model, target), state);
  const isHeld = made.after && target.container?.enabled === false;
  const held = isHeld
    ? say(`${made.name} stays off as long as ${target.container?.name} is off.`, 'warn')
    : null;
  return {
    state: { ...withMade(state, [made]), journal: [...state.journal, [made]], notice: held },
    effects: effectsOf([made]),
  };
}

/** Switches everything in the batch that is not so already. */
export function switchBatch(
  state: PickerState,
  ids: readonly string[],
  enabled: boolean,
  model: Model,
): Step {
  const wanted = new Set(ids);
  const targets = model.list.entries.filter((entry) => wanted.has(entry.id));
  const made = targets
    .filter((target) => target.enabled !== enabled || target.isMixed)
    .map((target) => madeOf(target, enabled, state));
  const list = { ...state, view: { type: 'list' as const } };
  const notice = refusal(model);
  if (notice !== null) return { state: { ...list, notice }, effects: [] };
  if (made.length === 0)
    return { state: { ...list, notice: say(`All were ${onOff(enabled)} already.`) }, effects: [] };
  const text = `Switching ${made.length} ${onOff(enabled)}. ^/ takes it back.`;
  return {
    state: { ...withMade(list, made), journal: [...state.journal, made], notice: say(text) },
    effects: effectsOf(made),
  };
}

/** Takes the last switch or batch back, but not what somebody else has changed since. */
export function undo(state: PickerState, model: Model): Step {
  const last = state.journal.at(-1);
  if (last === undefined) return { state: { ...state, notice: say('Nothing to take back.') }, effects: [] };
  const back: Made[] = [];
  const kept: string[] = [];
  for (const made of last) {
    const target = findTarget(model, made.id);
    if (target === null || target.enabled !== made.after) kept.push(made.name);
    else back.push({ ...made, before: made.after, after: made.before });
  }
  const done =
    back.length === 0 ? 'Nothing was taken back.' : `Took back ${named(back.map(({ name }) => name))}.`;
  const others = kept.length === 0 ? '' : ` Changed since by others, left alone: ${named(kept)}.`;
  return {
    state: {
      ...withMade(state, back),
      journal: state.journal.slice(0, -1),
      notice: say(done + others, kept.length > 0 ? 'warn' : 'plain'),
    },
    effects: effectsOf(back),
  };
}

/** A few names, and how many more. */
export function named(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

function outcomeNotice(name: string, wanted: boolean, outcome: Outcome): Notice | null {
  const still = outcome.enabled === undefined ? '' : ` It is ${onOff(outcome.enabled)}.`;
  switch (outcome.kind) {
    case 'confirmed':
      return null;
    case 'rejected':
      return say(`${name} was not switched ${onOff(wanted)}: ${outcome.reason}.${still}`, 'bad');
    case 'ineffective':
      return say(`The host took the switch of ${name} and did nothing.${still}`, 'bad');
    case 'unconfirmed':
      return say(`${name}: no confirmation, ${outcome.reason}.${still}`, 'warn');
  }
}

/** The host has decided about one of our switches. */
export function settle(
  state: PickerState,
  id: string,
  name: string,
  wanted: boolean,
  outcome: Outcome,
): PickerState {
  const notice = outcomeNotice(name, wanted, outcome);
  if (notice === null || outcome.enabled === wanted) return notice === null ? state : { ...state, notice };
  const changed = new Map(state.changed);
  if (changed.get(id)?.after === wanted) changed.delete(id);
  const journal = state.journal
    .map((batch) => batch.filter((made) => made.id !== id || made.after !== wanted))
    .filter((batch) => batch.length > 0);
  return { ...state, changed, journal, notice };
}

function sendBack(lost: readonly Lost[], model: Model): Effect[] {
  return lost.flatMap(({ id, enabled, scope }) => {
    const target = findTarget(model, id);
    return target === null ? [] : [{ type: 'switch', id, name: target.name, enabled, scope } as const];
  });
}

/**
 * The host forgot switches made here. After a list of its own they are sent again by themselves, a few times a
 * minute; otherwise, and beyond that, they are offered.
 */
export function forget(
  state: PickerState,
  cause: 'list' | 'restart' | 'unknown',
  lost: readonly Lost[],
  model: Model,
  nowMs: number,
): Step {
  const recent = state.putBackAtMs.filter((atMs) => nowMs - atMs < 60_000);
  const count = `${lost.length} ${lost.length === 1 ? 'switch' : 'switches'}`;
  if (cause === 'list' && recent.length < limits.putBackPerMinute) {
    const notice = say(`The host read its files again and forgot ${count}: sent again.`, 'warn');
    return {
      state: { ...state, putBackAtMs: [...recent, nowMs], notice },
      effects: sendBack(lost, model),
    };
  }
  const why = cause === 'restart' ? 'The host restarted and' : 'The host';
  const ids = new Set(lost.map(({ id }) => id));
  const kept = state.lost.filter(({ id }) => !ids.has(id));
  const notice = say(`${why} forgot ${count} made here. ^y puts them back.`, 'warn');
  return { state: { ...state, putBackAtMs: recent, lost: [...kept, ...lost], notice }, effects: [] };
}

/** Sends again what was forgotten and offered. */
export function putBack(state: PickerState, model: Model): Step {
  if (state.lost.length === 0) {
    return { state: { ...state, notice: say('The host has forgotten nothing.') }, effects: [] };
  }
  const effects = sendBack(state.lost, model);
  return { state: { ...state, lost: [], notice: say(`Sent ${effects.length} again.`) }, effects };
}
