/**
 * Switching from the keyboard: one row or a batch, and undoing either. A switch is an effect; the row changes when the
 * session does.
 */

import type { Effect } from './intents.js';
import { keyFor } from './keymap.js';
import type { MadeSwitch, Model, NamedSwitch, Notice, PickerState } from './state.js';
import { expectedTarget, findTarget, isShared, type SwitchTarget } from './targets.js';

export interface UpdateResult {
  state: PickerState;
  effects: readonly Effect[];
}

export const next = (state: PickerState, ...effects: Effect[]): UpdateResult => ({ state, effects });

export const noticeOf = (text: string, tone: Notice['tone'] = 'plain'): Notice => ({ text, tone });

/** Changes nothing but the notice. */
export const notify = (state: PickerState, text: string, tone?: Notice['tone']): UpdateResult =>
  next({ ...state, notice: noticeOf(text, tone) });

export const onOff = (enabled: boolean): string => (enabled ? 'on' : 'off');

/** Returns a few names and the number of the others. */
export function named(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** Sends switches, and records them so that they can be marked, reported on leaving, and taken back. */
function send(
  state: PickerState,
  made: readonly MadeSwitch[],
  journal: PickerState['journal'],
  notice: Notice | null,
): UpdateResult {
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
  const batch = made.map(({ id, name, after, scope }) => ({ id, name, enabled: after, scope }));
  return next({ ...state, changed, sticky, lost, journal, notice }, ...switchEffects(batch));
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

function madeOf(
  { id, name, type, enabled, isMixed }: SwitchTarget,
  after: boolean,
  state: PickerState,
): MadeSwitch {
  return { id, name, type, before: enabled, after, wasMixed: isMixed, scope: state.scope };
}

function refusal({ link, waitingFor }: Model): Notice | null {
  if (waitingFor !== null) return noticeOf('Nothing is open yet.');
  return link.kind === 'gone'
    ? noticeOf(`The host is gone: nothing can be switched. ${keyFor('choose')} opens another.`, 'bad')
    : null;
}

/** Returns true if Space switches something here: the row of the cursor, or the open entry. */
export function canSwitch({ view, cursor }: PickerState, model: Model): boolean {
  const id = view.type === 'detail' ? view.id : cursor.id;
  return id !== null && refusal(model) === null && findTarget(model.list, id) !== null;
}

/** An entry that is on in some tools only is switched on in all. */
const wantedFor = ({ enabled, isMixed }: SwitchTarget): boolean => isMixed || !enabled;

const isOffByContainer = ({ container }: SwitchTarget): boolean => container?.enabled === false;

/** Returns a notice if the switch has no effect yet. */
function caveat({ link }: Model, target: SwitchTarget, after: boolean): Notice | null {
  if (after && isOffByContainer(target)) {
    return noticeOf(`${target.name} stays off as long as ${target.container?.name} is off.`, 'warn');
  }
  if (link.kind === 'live') return null;
  return noticeOf(`${target.name} is switched ${onOff(after)} as soon as the connection is back.`, 'warn');
}

/** The user may have typed the Space of the first switch after a query to separate two words. */
function spaceHint({ query, journal }: PickerState, { name, after }: MadeSwitch): Notice | null {
  if (query.text === '' || journal.length > 0) return null;
  return noticeOf(
    `Switching ${name} ${onOff(after)}; ${keyFor('undo')} takes it back. Between words of a query, type - or a comma.`,
  );
}

/** Entries that share an id are not switched: the host might switch the wrong one. */
function sharedNotice(targets: readonly SwitchTarget[], { list }: Model): Notice | null {
  const names = targets.filter(({ id }) => isShared(list, id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return noticeOf(`Not switched: ${named(names)}. The host gives the same id to another entry.`, 'bad');
}

/** Switches one entry or container. */
export function toggleOne(state: PickerState, id: string | null, model: Model): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const target = id === null ? null : expectedTarget(id, model);
  if (target === null) return notify(state, 'Nothing here can be switched.');
  // The notice names no entry: the row may be any of those that share the id.
  if (isShared(model.list, target.id))
    return notify(state, 'Not switched: the host gives several entries this id.', 'bad');
  const made = madeOf(target, wantedFor(target), state);
  const notice = caveat(model, target, made.after) ?? spaceHint(state, made);
  return send(state, [made], [...state.journal, [made]], notice);
}

function batchNotice(targets: readonly SwitchTarget[], enabled: boolean): Notice {
  const held = enabled ? targets.filter(isOffByContainer).length : 0;
  const stays = held === 0 ? '' : ` ${held} of them stay off with their container.`;
  const text = `Switching ${targets.length} ${onOff(enabled)}.${stays} ${keyFor('undo')} takes it back.`;
  return noticeOf(text, held === 0 ? 'plain' : 'warn');
}

/** Switches every entry of the batch that has the other value. */
export function switchBatch(
  state: PickerState,
  ids: readonly string[],
  enabled: boolean,
  model: Model,
): UpdateResult {
  const list: PickerState = { ...state, view: { type: 'list' } };
  const refused = refusal(model);
  if (refused !== null) return next({ ...list, notice: refused });
  const differing = [...new Set(ids)]
    .flatMap((id) => expectedTarget(id, model) ?? [])
    .filter((target) => target.enabled !== enabled || target.isMixed);
  const targets = differing.filter(({ id }) => !isShared(model.list, id));
  const shared = sharedNotice(differing, model);
  if (targets.length === 0)
    return next({ ...list, notice: shared ?? noticeOf(`All were ${onOff(enabled)} already.`) });
  const made = targets.map((target) => madeOf(target, enabled, state));
  return send(list, made, [...state.journal, made], shared ?? batchNotice(targets, enabled));
}

interface Undone {
  back: MadeSwitch[];
  others: string[];
  mixed: string[];
  gone: string[];
}

/** Sorts switches by whether they can be taken back. A switch still under way counts as made. */
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
  return noticeOf(text, others.length + mixed.length + gone.length > 0 ? 'warn' : 'plain');
}

/** Takes the last switch or batch back, except for entries that others have changed since. */
export function undo(state: PickerState, model: Model): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const last = state.journal.at(-1);
  if (last === undefined) return notify(state, 'Nothing to take back.');
  const undone = sortOut(last, model);
  return send(state, undone.back, state.journal.slice(0, -1), undoNotice(undone));
}
