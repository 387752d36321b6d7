/**
 * Takes back a batch of the history: puts each setting back as it was before, if it still reads as the batch left it, in
 * one transaction over all tools. What someone has changed since is refused by name, and tried again if the batch is
 * taken back again. An undo is a batch itself, so it can be taken back too. The same can be planned without a write.
 */

import { newBatchName } from '../../protocol/batch-name.js';
import type { UndoneSwitch, UndoResult } from '../../protocol/switch-result.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { fileUri } from '../files/file-uri.js';
import { tools } from '../tools/all-tools.js';
import { changedSince } from '../tools/plan-restore.js';
import type { SwitchedKind, Tool } from '../tools/tool.js';
import type { HistoryEntry, HistoryLine } from './history-line.js';
import { ownSetting, readOwnSetting } from './own-setting.js';
import type { RecordedSetting } from './recorder.js';
import type { SwitchEdit } from './switches-file.js';
import { type ChangedSetting, type ChangedTools, planTools, type ToolBatch } from './tool-changes.js';
import { stepAfter, stepsFor, type UndoStep } from './undo-steps.js';
import { undoneLines } from './undone-lines.js';
import type { Workspace } from './workspace.js';

/** What became of a step: the setting that changed (undefined if it was as before already), or why it was refused. */
type StepEnd = { readonly changed: ChangedSetting | undefined } | string;

/** Returns a function that finds the present id of an entry of the history. */
function entryFinder({ catalog }: Workspace): (entry: HistoryEntry) => string | undefined {
  const exact = new Map<string, string>();
  const byFile = new Map<string, string>();
  const add = ({ type, name, uri, id }: AnyCustomization) => {
    getOrMake(exact, `${type}\n${uri}\n${name}`, () => id);
    getOrMake(byFile, `${type}\n${uri}`, () => id);
  };
  for (const node of catalog.containers) for (const one of [node, ...(childrenOf(node) ?? [])]) add(one);
  // A name may have changed since, but several servers may be declared in one file.
  return ({ type, name, uri }) =>
    exact.get(`${type}\n${uri}\n${name}`) ??
    (type === 'mcpServer' ? undefined : byFile.get(`${type}\n${uri}`));
}

/** Adds the request for a step to the batch of its tool; returns why that is not possible. */
function addRequest(
  step: UndoStep,
  at: number,
  workspace: Workspace,
  { batches, find }: { batches: Map<Tool, ToolBatch>; find: ReturnType<typeof entryFinder> },
): string | undefined {
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
  return undefined;
}

/** Returns a reason without the name of its tool, which the result has. */
function withoutTitle(reason: string | undefined, id: string | null): string | undefined {
  const lead = `${tools.find((tool) => tool.id === id)?.title}: `;
  return reason?.startsWith(lead) ? reason.slice(lead.length) : reason;
}

/** How settings are put back: on disk, or only as a plan. */
interface UndoWriter {
  changeTools(batches: readonly ToolBatch[]): ChangedTools | Promise<ChangedTools>;
  /** Makes an edit if the stored decision is as expected; returns the decision before. */
  changeOwn(edit: SwitchEdit): boolean | undefined | Promise<boolean | undefined>;
}

const writerFor = (workspace: Workspace, deadline: number | undefined): UndoWriter => ({
  changeTools: (batches) => workspace.changeTools(batches, deadline),
  changeOwn: async (edit) => (await workspace.switchesFile.change([edit], deadline)).get(edit),
});

function plannerFor({ switchesFile }: Workspace): UndoWriter {
  switchesFile.reload();
  return { changeTools: planTools, changeOwn: (edit) => switchesFile.decisionFor(edit) };
}

async function undoInTools(
  steps: ReadonlyMap<number, UndoStep>,
  workspace: Workspace,
  writer: UndoWriter,
): Promise<Map<number, StepEnd>> {
  const batches = new Map<Tool, ToolBatch>();
  const find = entryFinder(workspace);
  const impossible = new Map<number, string>();
  for (const [at, step] of steps) {
    const reason = addRequest(step, at, workspace, { batches, find });
    if (reason !== undefined) impossible.set(at, reason);
  }
  const { refused, made } = await writer.changeTools([...batches.values()]);
  return new Map(
    [...steps].map(([at, { tool }]): [number, StepEnd] => {
      const reason = impossible.get(at) ?? withoutTitle(refused.get(at), tool);
      return [at, reason ?? { changed: made.get(at)?.[0]?.settings[0] }];
    }),
  );
}

/** Takes back a switch that skillpick keeps itself. */
async function undoOwn(
  { before, after, scope, repository, file }: UndoStep,
  writer: UndoWriter,
): Promise<StepEnd> {
  const [wanted, left] = [before, after].map((setting) => setting && readOwnSetting(setting));
  const key = wanted?.key ?? left?.key;
  if (key === undefined) return 'what was recorded of the switch is damaged';
  const edit = {
    workspace: scope === 'global' ? undefined : fileUri(repository),
    key,
    enabled: wanted?.enabled,
    from: { enabled: left?.enabled },
  };
  const now = await writer.changeOwn(edit);
  if (now === wanted?.enabled) return { changed: undefined };
  if (now !== left?.enabled) return changedSince(file);
  return { changed: { file, isNew: false, before: ownSetting(key, now), after: before } };
}

async function undoAll(
  steps: readonly UndoStep[],
  workspace: Workspace,
  writer: UndoWriter,
): Promise<StepEnd[]> {
  const numbered = [...steps.entries()];
  const inTools = new Map(numbered.filter(([, { tool }]) => tool !== null));
  const ends = await undoInTools(inTools, workspace, writer);
  for (const [at, step] of numbered) if (step.tool === null) ends.set(at, await undoOwn(step, writer));
  return steps.map((_, at) => ends.get(at)!);
}

function describeStep(
  { entry, tool: id, scope, file }: UndoStep,
  end: StepEnd,
  done: 'changed' | 'planned',
): UndoneSwitch {
  const changed = typeof end === 'string' ? undefined : end.changed;
  const tool = tools.find((one) => one.id === id);
  const kind = entry.type as SwitchedKind;
  return {
    ...entry,
    id: id ?? 'skillpick',
    outcome: typeof end === 'string' ? 'refused' : changed === undefined ? 'unchanged' : done,
    scope,
    file,
    isNew: changed?.isNew === true,
    before: changed?.before?.text.trim() ?? null,
    reason: typeof end === 'string' ? end : null,
    obeysFrom: changed === undefined ? null : (tool?.obeysFrom[kind] ?? null),
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
  const ends = await undoAll(
    steps.map((step) => stepAfter(step, made)),
    workspace,
    plannerFor(workspace),
  );
  const switches = steps.map((step, at) => describeStep(step, ends[at]!, 'planned'));
  return { batch: null, undone, switches };
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
  const ends = await undoAll(steps, workspace, writerFor(workspace, deadline));
  const switches = steps.map((step, at) => describeStep(step, ends[at]!, 'changed'));
  // If it was taken back before, that batch can be taken back again.
  const earlier = known.findLast(({ undoes }) => undoes === undone)?.batch;
  const isChanged = switches.some(({ outcome }) => outcome === 'changed');
  if (!isChanged && earlier !== undefined) return { batch: earlier, undone, switches };
  const batch = newBatchName();
  const recorded = steps.flatMap((step, at) => undoneSetting(step, ends[at]!, { batch, undoes: undone }));
  const unrecorded = await recorder.record(recorded);
  return { batch: isChanged && unrecorded === undefined ? batch : null, undone, switches };
}
