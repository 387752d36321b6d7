/** What this run has changed: each entry as a whole and, on skillpick's own host, in each tool. */

import { type Decided, enabledIn } from '../entries/entry-flags.js';
import { addTo } from '../entries/groups.js';
import type { SwitchResult, ToolResult, UndoneSwitch, UndoResult } from '../protocol/switch-result.js';
import type { ToolStanding } from '../protocol/tool-standing.js';
import type { ChangedEntry, JournalEntry, MadeSwitch, Settled, ToolChange } from './made-switches.js';
import type { PickerState } from './state.js';

type Changed = PickerState['changed'];

/** Returns the entries that were switched here, with the values that these switches give them. */
export function withMade(changed: Changed, made: readonly MadeSwitch[]): Changed {
  const next = new Map(changed);
  for (const item of made) {
    const known: ChangedEntry = next.get(item.id) ?? { ...item, inTools: new Map() };
    const { before, wasMixed, inTools, isForSession } = known;
    const enabledIn = new Map([...item.enabledIn, ...known.enabledIn]);
    const first = { before, wasMixed, enabledIn, inTools, ...(isForSession && { isForSession }) };
    next.set(item.id, { ...item, ...first });
  }
  return next;
}

/** A tool that was written to, and its value after that. */
interface ToolStep extends Pick<ToolResult, 'id' | 'scope' | 'obeysFrom'> {
  readonly after: boolean;
}

function withSteps(entry: ChangedEntry, steps: readonly ToolStep[]): ChangedEntry {
  const inTools = new Map(entry.inTools);
  for (const { id, scope, obeysFrom, after } of steps) {
    const before = inTools.get(id)?.before ?? entry.enabledIn.get(id) ?? !after;
    inTools.set(id, { before, after, scope, obeysFrom });
  }
  return { ...entry, inTools };
}

const writtenIn = ({ tools }: Pick<SwitchResult, 'tools'>): ToolResult[] =>
  tools.filter(({ outcome }) => outcome === 'changed');

/** Records where switches were made: in which tools, or for the session alone. */
export function withResults(changed: Changed, results: readonly Settled[]): Changed {
  const next = new Map(changed);
  for (const { id, wanted, outcome } of results) {
    const entry = next.get(id);
    if (entry === undefined || outcome.kind !== 'confirmed' || outcome.result === undefined) continue;
    const steps = writtenIn(outcome.result).map((tool) => ({ ...tool, after: wanted }));
    const isForSession = outcome.result.own?.forSession;
    next.set(id, { ...withSteps(entry, steps), ...(isForSession && { isForSession }) });
  }
  return next;
}

/** Identifies an entry in the report on an undo. */
const entryKey = ({ type, uri, name }: Pick<UndoneSwitch, 'type' | 'uri' | 'name'>): string =>
  JSON.stringify([type, uri, name]);

/** An undo, or a redo, of a batch. */
export interface EndedUndo {
  readonly isRedo: boolean;
  readonly result: UndoResult;
  /** The switches of the batch, each with its entry in the report. */
  readonly made: ReadonlyMap<string, MadeSwitch>;
}

export function endedUndo({ made }: JournalEntry, isRedo: boolean, result: UndoResult): EndedUndo {
  return { isRedo, result, made: new Map(made.map((one) => [entryKey(one), one])) };
}

/** Returns the switch of the batch that this is the undo of. */
export const madeIn = (undone: UndoneSwitch, { made }: EndedUndo): MadeSwitch | undefined =>
  made.get(entryKey(undone));

/** Returns whether the entry is on in the tool after an undo or a redo; undefined if that is not known. */
export function valueAfter(undone: UndoneSwitch, undo: EndedUndo): boolean | undefined {
  const made = madeIn(undone, undo);
  if (made === undefined || undo.isRedo) return made?.after;
  return made.enabledIn.get(undone.id) ?? made.before;
}

/** Returns the switch that takes this one back. */
export const reversed = (made: MadeSwitch): MadeSwitch => ({
  ...made,
  before: made.after,
  after: made.before,
});

/** Records what an undo or a redo put back. */
export function withUndone(changed: Changed, undo: EndedUndo): Changed {
  const { isRedo, result } = undo;
  const done = new Map<string, UndoneSwitch[]>();
  for (const step of result.switches) if (step.outcome !== 'refused') addTo(done, entryKey(step), step);
  const made = [...undo.made].filter(([key]) => done.has(key));
  const back = made.map(([, one]) => (isRedo ? one : reversed(one)));
  const next = new Map(withMade(changed, back));
  for (const [key, { id, enabledIn, after }] of made) {
    const steps = done
      .get(key)!
      .filter((step) => enabledIn.has(step.id))
      .map((step) => ({ ...step, after: valueAfter(step, undo) ?? after }));
    next.set(id, withSteps(next.get(id)!, steps));
  }
  return next;
}

/** Returns the tools in which a change still holds. One that someone else has switched since does not count. */
export function toolChanges(
  { inTools }: ChangedEntry,
  standings: readonly ToolStanding[],
): (ToolChange & { readonly id: string })[] {
  return [...inTools].flatMap(([id, change]) => {
    const now = standings.find((standing) => standing.id === id)?.enabled ?? change.after;
    return now === change.after && change.before !== change.after ? [{ id, ...change }] : [];
  });
}

/** Something that can be switched, as it is now. */
interface Switchable extends Decided {
  readonly isMixed?: boolean;
  readonly tools?: readonly ToolStanding[];
}

/** Returns true while an entry, or one of its tools, has the value that it was given here, and had another one before. */
export function isChanged(made: ChangedEntry | undefined, now: Switchable): boolean {
  const { isMixed = false, tools = [] } = now;
  if (made === undefined) return false;
  if (made.inTools.size > 0) return toolChanges(made, tools).length > 0;
  if (made.after !== enabledIn(now, made.scope) || isMixed) return false;
  return made.before !== made.after || made.wasMixed;
}
