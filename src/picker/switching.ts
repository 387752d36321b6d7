/**
 * Switching from the keyboard: one row, one cell, or a batch. A switch is an effect; the row changes when the session
 * does.
 */

import { enabledIn, needsSwitch, toggledValue } from '../entries/entry-flags.js';
import { whyNotSwitched } from '../entries/lists-only.js';
import { partsOf } from '../entries/parts.js';
import { toolChoice } from '../entries/tool-choice.js';
import { toolTitle } from '../entries/tool-names.js';
import type { ToolStanding } from '../protocol/tool-standing.js';
import { askOrSend } from './consent.js';
import { keyFor } from './keymap.js';
import { pickerLimits } from './limits.js';
import type { MadeSwitch } from './made-switches.js';
import { named, next, noticeOf, notify, onOff, type UpdateResult } from './sending.js';
import type { Model, Notice, PickerState } from './state.js';
import { chosenTools, expectedTarget, findTarget, isShared, type SwitchTarget } from './targets.js';

/**
 * Returns the tools to name if the switch is limited to some: those with a switch for the target. If none has one, all
 * that read it are named, and the host gives the reason.
 */
function namedTools(
  { tools }: SwitchTarget,
  after: boolean,
  state: PickerState,
  model: Model,
): string[] | undefined {
  const chosen = chosenTools(state, model);
  if (chosen === null) return undefined;
  const { scope } = state;
  const read = tools.filter(({ id }) => chosen.includes(id));
  const isAble = ({ enabled, switchable }: ToolStanding) =>
    switchable.some((one) => one === scope) ||
    // The user is asked whether it may be switched for all repositories.
    (scope === 'workspace' && enabled !== after && switchable.includes('global'));
  const able = read.filter(isAble);
  return (able.length > 0 ? able : read).map(({ id }) => id);
}

export function madeOf(target: SwitchTarget, after: boolean, state: PickerState, model: Model): MadeSwitch {
  const { id, name, type, uri, isDecided, isMixed } = target;
  const { scope } = state;
  const tools = namedTools(target, after, state, model);
  const all = findTarget(model.list, id)?.tools ?? target.tools;
  const inTools = new Map(all.map((tool) => [tool.id, tool.enabled]));
  const before = enabledIn(target, scope);
  const entry = { id, name, type, uri, ...(isDecided && { isDecided }) };
  const made = { ...entry, before, after, wasMixed: isMixed, enabledIn: inTools, scope };
  return tools === undefined ? made : { ...made, tools };
}

/** Switches the entries of a container that has no switch of its own. Asks first if there are many. */
function toggleParts(
  state: PickerState,
  { name }: SwitchTarget,
  parts: readonly SwitchTarget[],
  model: Model,
): UpdateResult {
  const ids = parts.map(({ id }) => id);
  if (ids.length <= pickerLimits.unaskedEntries)
    return switchBatch(
      state,
      ids,
      parts.some((part) => toggledValue(part, state.scope)),
      model,
    );
  return next({ ...state, view: { type: 'batch', ids, folder: name }, notice: null });
}

/** Returns the entries through which skillpick's own host switches a container; none if it has a switch of its own. */
function partsOfTarget(
  { id }: SwitchTarget,
  state: PickerState,
  model: Model,
  shown: ReadonlySet<string> | null,
): SwitchTarget[] {
  const whole = model.host.isOwn ? findTarget(model.list, id) : null;
  if (whole === null) return [];
  const chosen = chosenTools(state, model);
  const parts = partsOf(whole, model.list.entries)
    .filter((entry) => shown === null || shown.has(entry.id))
    .flatMap((entry) => expectedTarget(entry.id, model, chosen) ?? []);
  return chosen === null ? parts : parts.filter(({ tools }) => tools.length > 0);
}

/** Returns why nothing can be switched now; null if it can. */
export function refusal({ host, link, waitingFor }: Model): Notice | null {
  if (waitingFor !== null) return noticeOf('Nothing is open yet.');
  if (host.listsOnly) return noticeOf('This is read-only: ACP has no switches.', 'warn');
  return link.kind === 'gone'
    ? noticeOf(`The session is gone: nothing can be switched. ${keyFor('choose')} opens another.`, 'bad')
    : null;
}

/** Returns true for a folder without entries: it has no switch of its own, and may not even be there. */
function isEmptyFolder({ id, type }: SwitchTarget, { host, list }: Model): boolean {
  if (!host.isOwn || type !== 'directory') return false;
  return !list.entries.some(({ containerId }) => containerId === id);
}

/** Returns true if Space switches something here: the row of the cursor, or the open entry. */
export function canSwitch({ view, cursor }: PickerState, model: Model): boolean {
  const id = view.type === 'detail' ? view.id : cursor.id;
  const target = id === null ? null : findTarget(model.list, id);
  return target !== null && refusal(model) === null && !isEmptyFolder(target, model);
}

const isOffByContainer = ({ container }: SwitchTarget): boolean =>
  container?.enabled === false && !container.isSummary;

/** Returns a notice that stays beside the results. */
const keptNotice = (text: string, tone: Notice['tone']): Notice => {
  return { ...noticeOf(text, tone), isPassing: true, kept: text };
};

/** Returns a notice if the switch has no effect yet. */
function caveat({ link }: Model, target: SwitchTarget, after: boolean): Notice | null {
  if (after && isOffByContainer(target))
    return keptNotice(`${target.name} stays off as long as ${target.container?.name} is off.`, 'warn');
  if (link.kind === 'live') return null;
  const text = `${target.name} is switched ${onOff(after)} as soon as the connection is back.`;
  return { ...noticeOf(text, 'warn'), isPassing: true, isWaiting: true };
}

/** Entries that share an id are not switched: the host might switch the wrong one. */
function sharedNotice(targets: readonly SwitchTarget[], { list }: Model): Notice | null {
  const names = targets.filter(({ id }) => isShared(list, id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return keptNotice(`Not switched: ${named(names)}. Another entry has the same id.`, 'bad');
}

/** Returns why the chosen tools have no switch for the target; null if one of them has. */
function unswitchable({ name, tools }: SwitchTarget, chosen: readonly string[] | null): string | null {
  if (chosen === null) return null;
  if (tools.length === 0) return `${toolChoice(chosen)} does not read ${name}.`;
  const [first] = tools;
  if (first === undefined || tools.some(({ switchable }) => switchable.length > 0)) return null;
  return `${name} cannot be switched in ${toolTitle(first.id)}: ${first.note ?? 'it has no switch for it'}.`;
}

/**
 * Switches one entry or container, in the chosen tools or in all. Of a container that is switched through its entries,
 * only those that are shown; null: all of them.
 */
export function toggleOne(
  state: PickerState,
  id: string | null,
  model: Model,
  shown: ReadonlySet<string> | null = null,
): UpdateResult {
  const listed = id !== null && model.host.listsOnly ? findTarget(model.list, id) : null;
  if (listed !== null) return notify(state, whyNotSwitched(listed), 'warn');
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const chosen = chosenTools(state, model);
  const target = id === null ? null : expectedTarget(id, model, chosen);
  if (target === null) return notify(state, 'Nothing here can be switched.');
  // The notice names no entry: the row may be any of those that share the id.
  if (isShared(model.list, target.id))
    return notify(state, 'Not switched: several entries have this id.', 'bad');
  if (isEmptyFolder(target, model))
    return notify(state, `${target.name} is empty: there is nothing to switch.`);
  const parts = partsOfTarget(target, state, model, shown);
  if (parts.length > 0) return toggleParts(state, target, parts, model);
  const reason = model.host.isOwn ? unswitchable(target, chosen) : null;
  if (reason !== null) return notify(state, reason, 'warn');
  const made = madeOf(target, toggledValue(target, state.scope), state, model);
  return askOrSend(state, [made], caveat(model, target, made.after), model);
}

function batchNotice(targets: readonly SwitchTarget[], enabled: boolean): Notice {
  const held = enabled ? targets.filter(isOffByContainer).length : 0;
  const kept = `${held} of them stay off with their folder or plugin.`;
  const [head, end] = [`Switching ${targets.length} ${onOff(enabled)}.`, `${keyFor('undo')} takes it back.`];
  if (held === 0) return { ...noticeOf(`${head} ${end}`), isPassing: true };
  return { ...noticeOf(`${head} ${kept} ${end}`, 'warn'), isPassing: true, kept };
}

/** Returns the entries of the batch, without those that none of the chosen tools reads. */
function batchTargets(ids: readonly string[], state: PickerState, model: Model): SwitchTarget[] {
  const chosen = chosenTools(state, model);
  return [...new Set(ids)]
    .flatMap((id) => expectedTarget(id, model, chosen) ?? [])
    .filter(({ tools }) => chosen === null || !model.host.isOwn || tools.length > 0);
}

/** Returns why a batch switches nothing. */
function idleNotice(
  all: readonly SwitchTarget[],
  enabled: boolean,
  state: PickerState,
  model: Model,
): Notice {
  const chosen = chosenTools(state, model);
  if (all.length === 0 && chosen !== null) return noticeOf(`${toolChoice(chosen)} reads none of them.`);
  return noticeOf(`All were ${onOff(enabled)} already.`);
}

/** Switches every entry of the batch that has the other value. */
export function switchBatch(
  state: PickerState,
  ids: readonly string[],
  enabled: boolean,
  model: Model,
): UpdateResult {
  const list: PickerState = state.view.type === 'batch' ? { ...state, view: { type: 'list' } } : state;
  const refused = refusal(model);
  if (refused !== null) return next({ ...list, notice: refused });
  const all = batchTargets(ids, state, model);
  const differing = all.filter((target) => needsSwitch(target, enabled, state.scope));
  const targets = differing.filter(({ id }) => !isShared(model.list, id));
  const shared = sharedNotice(differing, model);
  if (targets.length === 0)
    return next({ ...list, notice: shared ?? idleNotice(all, enabled, state, model) });
  const made = targets.map((target) => madeOf(target, enabled, state, model));
  return askOrSend(list, made, shared ?? batchNotice(targets, enabled), model);
}
