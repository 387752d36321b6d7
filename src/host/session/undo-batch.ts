/**
 * Takes back a batch of the history: puts each setting back as it was before, if it still reads as the batch left it, in
 * one transaction over all tools. What someone has changed since is refused by name, and tried again if the batch is
 * taken back again. An undo is a batch itself, so it can be taken back too. The same can be planned without a write.
 */

import { newBatchName } from '../../protocol/batch-name.js';
import type { UndoneSwitch, UndoResult } from '../../protocol/switch-result.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake, groupBy } from '../collections.js';
import { tools } from '../tools/all-tools.js';
import { declaresSeveral, type Tool } from '../tools/tool.js';
import type { HistoryEntry, HistoryLine } from './history-line.js';
import type { RecordedSetting } from './recorder.js';
import type { SideEffects, WrittenSetting } from './side-effects.js';
import type { ToolBatch } from './tool-changes.js';
import type { EntryInTool } from './tool-table.js';
import { type StepEnd, undoOwn } from './undo-own.js';
import { stepAfter, stepsFor, type UndoStep } from './undo-steps.js';
import { plannerFor, type UndoWriter, writerFor } from './undo-writer.js';
import { undoneLines } from './undone-lines.js';
import type { Workspace } from './workspace.js';

/** Returns a function that finds the present id of an entry of the history. */
function entryFinder({ catalog }: Workspace): (entry: HistoryEntry) => string | undefined {
  const exact = new Map<string, string>();
  const byFile = new Map<string, string>();
  const add = ({ type, name, uri, id }: AnyCustomization) => {
    getOrMake(exact, `${type}\n${uri}\n${name}`, () => id);
    getOrMake(byFile, `${type}\n${uri}`, () => id);
  };
  for (const node of catalog.containers) for (const one of [node, ...(childrenOf(node) ?? [])]) add(one);
  // A name may have changed since, unless other entries are declared in the same file.
  return ({ type, name, uri }) =>
    exact.get(`${type}\n${uri}\n${name}`) ??
    (declaresSeveral(type, uri) ? undefined : byFile.get(`${type}\n${uri}`));
}

/** Adds the request for a step to the batch of its tool. Returns the entry, or why that is not possible. */
function addRequest(
  step: UndoStep,
  at: number,
  workspace: Workspace,
  { batches, find }: { batches: Map<Tool, ToolBatch>; find: ReturnType<typeof entryFinder> },
): EntryInTool | string {
  const { entry, file, before, after } = step;
  const tool = tools.find(({ id }) => id === step.tool);
  if (tool === undefined) return `skillpick does not know the tool "${String(step.tool).slice(0, 40)}"`;
  const own = workspace.switchesOf([tool]).get(tool);
  const found = own && workspace.tableOf(own).get(find(entry) ?? '');
  if (found === undefined) return `${tool.title} no longer reads it here`;
  const { ref, switches } = found;
  // The locks depend on the scope of the file, not on the scope that was asked for.
  const scopeOfFile = switches.reading.of(ref.kind).files.find(({ path }) => path === file)?.scope;
  const scope = scopeOfFile === undefined || scopeOfFile === 'managed' ? step.scope : scopeOfFile;
  const batch = getOrMake(batches, tool, () => ({ tool, switches, requests: [] }));
  batch.requests.push({ entry: ref, scope, file, before, after, at });
  return found;
}

/** Returns a reason without the name of its tool, which the result has. */
function withoutTitle(reason: string | undefined, id: string | null): string | undefined {
  const lead = `${tools.find((tool) => tool.id === id)?.title}: `;
  return reason?.startsWith(lead) ? reason.slice(lead.length) : reason;
}

async function undoInTools(
  steps: ReadonlyMap<number, UndoStep>,
  workspace: Workspace,
  writer: UndoWriter,
): Promise<{ ends: Map<number, StepEnd>; effects: SideEffects }> {
  const batches = new Map<Tool, ToolBatch>();
  const find = entryFinder(workspace);
  const found = [...steps].map(([at, step]) => {
    return { at, step, entry: addRequest(step, at, workspace, { batches, find }) };
  });
  const { refused, made, effects } = await writer.changeTools([...batches.values()]);
  const ends = found.map(({ at, step, entry }): [number, StepEnd] => {
    if (typeof entry === 'string') return [at, entry];
    const reason = withoutTitle(refused.get(at), step.tool);
    return [at, reason ?? { changed: made.get(at)?.[0]?.settings[0], entry }];
  });
  return { ends: new Map(ends), effects };
}

async function undoAll(
  steps: readonly UndoStep[],
  workspace: Workspace,
  writer: UndoWriter,
): Promise<{ ends: StepEnd[]; effects: SideEffects }> {
  const isOwn = ([, { tool }]: readonly [number, UndoStep]) => tool === null;
  const numbered = [...steps.entries()];
  const inTools = new Map(numbered.filter((step) => !isOwn(step)));
  const { ends, effects } = await undoInTools(inTools, workspace, writer);
  const own = await undoOwn(new Map(numbered.filter(isOwn)), writer);
  return { ends: steps.map((_, at) => (ends.get(at) ?? own.get(at))!), effects };
}

function describeStep(
  { entry, tool: id, scope, file }: UndoStep,
  end: StepEnd,
  effects: SideEffects,
  done: 'changed' | 'planned',
): UndoneSwitch {
  const { changed, entry: inTool } = typeof end === 'string' ? {} : end;
  return {
    ...entry,
    id: id ?? 'skillpick',
    outcome: typeof end === 'string' ? 'refused' : changed === undefined ? 'unchanged' : done,
    scope,
    file,
    isNew: changed?.isNew === true,
    before: changed?.before?.text.trim() ?? null,
    reason: typeof end === 'string' ? end : null,
    obeysFrom: changed === undefined || inTool === undefined ? null : effects.obeysFrom(inTool),
  };
}

/** Returns what else has changed: the tools that obey a file of another tool, and entries of the same name. */
function describeEffects(
  ends: readonly StepEnd[],
  switches: readonly UndoneSwitch[],
  effects: SideEffects,
): { followers: UndoneSwitch[]; also: string[] } {
  const written = new Map<WrittenSetting, UndoneSwitch>();
  for (const [at, end] of ends.entries())
    if (typeof end !== 'string' && end.entry !== undefined && end.changed !== undefined)
      written.set({ entry: end.entry, file: end.changed.file }, switches[at]!);
  const byEntry = groupBy([...written.keys()], ({ entry }) => entry.id);
  const followers = [...byEntry.values()].flatMap((settings) => [...effects.followersOf(settings)]);
  return {
    followers: followers.map(([entry, by]) => effects.followerResult(entry, written.get(by)!)),
    also: [...effects.othersOf([...written.keys()], new Set(byEntry.keys())).also],
  };
}

/** Returns a step for the history. What someone else has put back already is recorded too: it is taken back. */
function undoneSetting(
  { entry, tool, scope, file, before }: UndoStep,
  end: StepEnd,
  batch: Pick<RecordedSetting, 'batch' | 'undoes'>,
): RecordedSetting[] {
  if (typeof end === 'string') return [];
  const changed = end.changed ?? { file, before, after: before };
  const { file: written, before: was, after } = changed;
  return [{ ...batch, entry, tool, scope, file: written, before: was, after }];
}

const unknownBatch = (batch: string): string => `there is no batch "${batch}" in the history`;

/** Returns the steps that take back a batch, without what was taken back before, unless that is all of it. */
function stepsOf(batch: string, known: readonly HistoryLine[]): UndoStep[] {
  const undone = undoneLines(known);
  const lines = known.filter((line) => line.batch === batch);
  const open = lines.filter((line) => !undone.has(line));
  return stepsFor(open.length === 0 ? lines : open);
}

/** Returns what the undo of the last batch would do after the others were taken back. Writes nothing. */
export async function planUndo(
  workspace: Workspace,
  batches: readonly string[],
): Promise<UndoResult | string> {
  const { history } = workspace.recorder;
  const [undone = '', ...newer] = batches.toReversed();
  const steps = stepsOf(undone, history.about(undone));
  if (steps.length === 0) return unknownBatch(undone);
  const made = newer.flatMap((batch) => stepsOf(batch, history.about(batch)));
  const planned = steps.map((step) => stepAfter(step, made));
  const { ends, effects } = await undoAll(planned, workspace, plannerFor(workspace));
  const own = steps.map((step, at) => describeStep(step, ends[at]!, effects, 'planned'));
  const { followers, also } = describeEffects(ends, own, effects);
  return { batch: null, undone, switches: [...own, ...followers], also };
}

/** Takes back a batch. Returns what was done, or why nothing was. */
export async function undoBatch(
  workspace: Workspace,
  undone: string,
  deadline?: number,
): Promise<UndoResult | string> {
  const { recorder } = workspace;
  const known = recorder.history.about(undone);
  const steps = stepsOf(undone, known);
  if (steps.length === 0) return unknownBatch(undone);
  const { ends, effects } = await undoAll(steps, workspace, writerFor(workspace, deadline));
  const own = steps.map((step, at) => describeStep(step, ends[at]!, effects, 'changed'));
  const { followers, also } = describeEffects(ends, own, effects);
  const switches = [...own, ...followers];
  // If it was taken back before, that batch can be taken back again.
  const earlier = known.findLast(({ undoes }) => undoes === undone)?.batch;
  const isChanged = switches.some(({ outcome }) => outcome === 'changed');
  if (!isChanged && earlier !== undefined) return { batch: earlier, undone, switches, also };
  const batch = newBatchName();
  const recorded = steps.flatMap((step, at) => undoneSetting(step, ends[at]!, { batch, undoes: undone }));
  const unrecorded = await recorder.record(recorded);
  const isRecorded = recorded.some((setting) => !unrecorded.has(setting));
  return { batch: isChanged && isRecorded ? batch : null, undone, switches, also };
}
