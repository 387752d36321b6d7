/**
 * Switching from the keyboard: one row, a batch, and taking either back. A switch is an effect; the row changes when the
 * session does.
 */

import type { Effect } from './intents.js';
import { keyFor } from './keymap.js';
import type { MadeSwitch, Model, NamedSwitch, Notice, PickerState } from './state.js';
import { expectedTarget, findTarget, isShared, type SwitchTarget } from './targets.js';

export interface Step {
  state: PickerState;
  effects: readonly Effect[];
}

export const say = (text: string, tone: Notice['tone'] = 'plain'): Notice => ({ text, tone });

export const onOff = (enabled: boolean): string => (enabled ? 'on' : 'off');

/** Returns a few names and the number of the others. */
export function named(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** Records switches, so that they can be marked, reported on leaving, and taken back. */
function withMade(state: PickerState, made: readonly MadeSwitch[]): PickerState {
  const changed = new Map(state.changed);
  const sticky = new Set(state.sticky);
  for (const item of made) {
    const { before, wasMixed } = changed.get(item.id) ?? item;
    changed.set(item.id, { ...item, before, wasMixed });
    sticky.add(item.id);
  }
  // A forgotten switch is no longer offered once the user decides again.
  const decided = new Set(made.map(({ id }) => id));
  const lost = state.lost.filter(({ id }) => !decided.has(id));
  return { ...state, changed, sticky, lost };
}

/** Returns true while an entry has the value that it was given here, and had another one before. */
export function isChanged(
  made: MadeSwitch | undefined,
  { enabled, isMixed = false }: { enabled: boolean; isMixed?: boolean },
): boolean {
  if (made === undefined || made.after !== enabled || isMixed) return false;
  return made.before !== made.after || made.wasMixed;
}

/** Returns one effect for all of them, or none. */
export function switchEffects(batch: readonly NamedSwitch[]): Effect[] {
  return batch.length === 0 ? [] : [{ type: 'switch', batch }];
}

function effectsOf(made: readonly MadeSwitch[]): Effect[] {
  return switchEffects(made.map(({ id, name, after, scope }) => ({ id, name, enabled: after, scope })));
}

function madeOf(
  { id, name, type, enabled, isMixed }: SwitchTarget,
  after: boolean,
  state: PickerState,
): MadeSwitch {
  return { id, name, type, before: enabled, after, wasMixed: isMixed, scope: state.scope };
}

function refusal({ link, waitingFor }: Model): Notice | null {
  if (waitingFor !== null) return say('Nothing is open yet.');
  return link.kind === 'gone'
    ? say(`The host is gone: nothing can be switched. ${keyFor('choose')} opens another.`, 'bad')
    : null;
}

/** Returns true if Space switches something here: the row of the cursor, or the open entry. */
export function canSwitch({ view, cursor }: PickerState, model: Model): boolean {
  const id = view.type === 'detail' ? view.id : cursor.id;
  return id !== null && refusal(model) === null && findTarget(model.list, id) !== null;
}

/** An entry that is on in some tools is switched on in all; a switch under way is reversed. */
const wantedFor = ({ enabled, isMixed }: SwitchTarget): boolean => isMixed || !enabled;

const isHeld = ({ container }: SwitchTarget): boolean => container?.enabled === false;

/** Returns a notice if the switch has no effect yet. */
function caveat({ link }: Model, target: SwitchTarget, after: boolean): Notice | null {
  if (after && isHeld(target)) {
    return say(`${target.name} stays off as long as ${target.container?.name} is off.`, 'warn');
  }
  if (link.kind === 'live') return null;
  return say(`${target.name} is switched ${onOff(after)} as soon as the connection is back.`, 'warn');
}

/** The first switch after typing a query may have been meant as a blank between two words. */
function spaceHint({ query, journal }: PickerState, { name, after }: MadeSwitch): Notice | null {
  if (query.text === '' || journal.length > 0) return null;
  return say(
    `Switching ${name} ${onOff(after)}; ${keyFor('undo')} takes it back. Between words of a query, type - or a comma.`,
  );
}

/** Names no entry: the row may be any of those that share the id. */
function oneSharedNotice({ id }: SwitchTarget, { list }: Model): Notice | null {
  return isShared(list, id) ? say('Not switched: the host gives several entries this id.', 'bad') : null;
}

/** Entries that share an id are not switched: the host might switch the wrong one. */
function sharedNotice(targets: readonly SwitchTarget[], { list }: Model): Notice | null {
  const names = targets.filter(({ id }) => isShared(list, id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return say(`Not switched: ${named(names)}. The host gives the same id to another entry.`, 'bad');
}

/** Switches one entry or container. */
export function toggleOne(state: PickerState, id: string | null, model: Model): Step {
  const target = id === null ? null : expectedTarget(id, model);
  const notice =
    refusal(model) ?? (target ? oneSharedNotice(target, model) : say('Nothing here can be switched.'));
  if (!target || notice !== null) return { state: { ...state, notice }, effects: [] };
  const made = madeOf(target, wantedFor(target), state);
  return {
    state: {
      ...withMade(state, [made]),
      journal: [...state.journal, [made]],
      notice: caveat(model, target, made.after) ?? spaceHint(state, made),
    },
    effects: effectsOf([made]),
  };
}

function batchNotice(targets: readonly SwitchTarget[], enabled: boolean): Notice {
  const held = enabled ? targets.filter(isHeld).length : 0;
  const stays = held === 0 ? '' : ` ${held} of them stay off with their container.`;
  const text = `Switching ${targets.length} ${onOff(enabled)}.${stays} ${keyFor('undo')} takes it back.`;
  return say(text, held === 0 ? 'plain' : 'warn');
}

/** Switches every entry of the batch that has the other value. */
export function switchBatch(
  state: PickerState,
  ids: readonly string[],
  enabled: boolean,
  model: Model,
): Step {
  const list: PickerState = { ...state, view: { type: 'list' } };
  const notice = refusal(model);
  if (notice !== null) return { state: { ...list, notice }, effects: [] };
  const differing = [...new Set(ids)]
    .flatMap((id) => expectedTarget(id, model) ?? [])
    .filter((target) => target.enabled !== enabled || target.isMixed);
  const targets = differing.filter(({ id }) => !isShared(model.list, id));
  const shared = sharedNotice(differing, model);
  if (targets.length === 0) {
    const nothing = shared ?? say(`All were ${onOff(enabled)} already.`);
    return { state: { ...list, notice: nothing }, effects: [] };
  }
  const made = targets.map((target) => madeOf(target, enabled, state));
  return {
    state: {
      ...withMade(list, made),
      journal: [...state.journal, made],
      notice: shared ?? batchNotice(targets, enabled),
    },
    effects: effectsOf(made),
  };
}

interface Undone {
  back: MadeSwitch[];
  others: string[];
  mixed: string[];
  gone: string[];
}

/** Sorts switches by what taking them back means. A switch still under way counts as made. */
function sortOut(made: readonly MadeSwitch[], model: Model): Undone {
  const undone: Undone = { back: [], others: [], mixed: [], gone: [] };
  for (const item of made) {
    const target = expectedTarget(item.id, model);
    if (target === null) undone.gone.push(item.name);
    else if (target.enabled !== item.after || target.isMixed) undone.others.push(item.name);
    else if (item.wasMixed) undone.mixed.push(item.name);
    else undone.back.push({ ...item, before: item.after, after: item.before });
  }
  return undone;
}

function undoNotice({ back, others, mixed, gone }: Undone): Notice {
  const sentence = (text: string, names: readonly string[], end = '.') =>
    names.length === 0 ? '' : ` ${text}: ${named(names)}${end}`;
  const done =
    back.length === 0 ? 'Nothing was taken back.' : `Took back ${named(back.map((made) => made.name))}.`;
  const text =
    done +
    sentence('Changed since by others, left alone', others) +
    sentence('No longer there', gone) +
    sentence('Left as it is', mixed, '; it was on in some tools and off in others.');
  return say(text, others.length + mixed.length + gone.length > 0 ? 'warn' : 'plain');
}

/** Takes the last switch or batch back, except for entries that others have changed since. */
export function undo(state: PickerState, model: Model): Step {
  const last = state.journal.at(-1);
  const notice = refusal(model) ?? (last ? null : say('Nothing to take back.'));
  if (!last || notice !== null) return { state: { ...state, notice }, effects: [] };
  const undone = sortOut(last, model);
  return {
    state: {
      ...withMade(state, undone.back),
      journal: state.journal.slice(0, -1),
      notice: undoNotice(undone),
    },
    effects: effectsOf(undone.back),
  };
}
