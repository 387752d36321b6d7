/**
 * Takes back a batch of the history: puts each setting back as it was before, if it still reads as the batch left it, in
 * one transaction over all tools. What someone has changed since is refused by name. An undo is a batch itself, so it can
 * be taken back too.
 */

import { newBatchName } from '../../protocol/batch-name.js';
import type { UndoneSwitch, UndoResult } from '../../protocol/switch-result.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake, groupBy } from '../collections.js';
import { fileUri } from '../files/file-uri.js';
import { tools } from '../tools/all-tools.js';
import { declaresSeveral, type SwitchedKind, type Tool } from '../tools/tool.js';
import type { HistoryEntry } from './history-line.js';
import { ownSetting, readOwnSetting } from './own-setting.js';
import type { RecordedSetting } from './recorder.js';
import { followerResult, type SideEffects, type WrittenSetting } from './side-effects.js';
import type { StoredBefore, SwitchEdit } from './switches-file.js';
import type { ChangedSetting, ToolBatch } from './tool-changes.js';
import type { EntryInTool } from './tool-table.js';
import { stepsFor, type UndoStep } from './undo-steps.js';
import type { Workspace } from './workspace.js';

/** What became of a step: the setting that changed (undefined if it was as before already), or why it was refused. */
type StepEnd = { readonly changed: ChangedSetting | undefined; readonly entry?: EntryInTool } | string;

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
  deadline: number | undefined,
): Promise<{ ends: Map<number, StepEnd>; effects: SideEffects }> {
  const batches = new Map<Tool, ToolBatch>();
  const find = entryFinder(workspace);
  const found = [...steps].map(([at, step]) => {
    return { at, step, entry: addRequest(step, at, workspace, { batches, find }) };
  });
  const { refused, made, effects } = await workspace.changeTools([...batches.values()], deadline);
  const ends = found.map(({ at, step, entry }): [number, StepEnd] => {
    if (typeof entry === 'string') return [at, entry];
    const reason = withoutTitle(refused.get(at), step.tool);
    return [at, reason ?? { changed: made.get(at)?.[0]?.settings[0], entry }];
  });
  return { ends: new Map(ends), effects };
}

/** Returns the edit that takes back a switch that skillpick keeps itself; undefined if its record is damaged. */
function ownEdit({ before, after, scope, repository }: UndoStep): SwitchEdit | undefined {
  const [wanted, left] = [before, after].map((setting) => setting && readOwnSetting(setting));
  const key = wanted?.key ?? left?.key;
  if (key === undefined) return undefined;
  const workspace = scope === 'global' ? undefined : fileUri(repository);
  return { workspace, key, enabled: wanted?.enabled, from: { enabled: left?.enabled } };
}

/** Returns what became of an edit, by the decision before it. */
function ownEnd({ file, before }: UndoStep, edit: SwitchEdit, now: boolean | undefined): StepEnd {
  if (now === edit.enabled) return { changed: undefined };
  if (now !== edit.from?.enabled) return `${file} was changed since, and stays as it is`;
  return { changed: { file, isNew: false, before: ownSetting(edit.key, now), after: before } };
}

/** Takes back the switches that skillpick keeps itself, with one write. */
async function undoOwn(
  steps: ReadonlyMap<number, UndoStep>,
  { switchesFile }: Workspace,
  deadline: number | undefined,
): Promise<Map<number, StepEnd>> {
  const edits = new Map([...steps].map(([at, step]) => [at, ownEdit(step)]));
  const able = [...edits.values()].filter((edit) => edit !== undefined);
  let stored: StoredBefore | string = new Map();
  try {
    if (able.length > 0) stored = await switchesFile.change(able, deadline);
  } catch (error) {
    stored = `the switch could not be saved: ${(error as Error).message}`;
  }
  return new Map(
    [...steps].map(([at, step]): [number, StepEnd] => {
      const edit = edits.get(at);
      if (edit === undefined) return [at, 'what was recorded of the switch is damaged'];
      return [at, typeof stored === 'string' ? stored : ownEnd(step, edit, stored.get(edit))];
    }),
  );
}

async function undoAll(
  steps: readonly UndoStep[],
  workspace: Workspace,
  deadline: number | undefined,
): Promise<{ ends: StepEnd[]; effects: SideEffects }> {
  const isOwn = ([, { tool }]: readonly [number, UndoStep]) => tool === null;
  const numbered = [...steps.entries()];
  const inTools = new Map(numbered.filter((step) => !isOwn(step)));
  const { ends, effects } = await undoInTools(inTools, workspace, deadline);
  const own = await undoOwn(new Map(numbered.filter(isOwn)), workspace, deadline);
  return { ends: steps.map((_, at) => (ends.get(at) ?? own.get(at))!), effects };
}

function describeStep({ entry, tool: id, scope, file }: UndoStep, end: StepEnd): UndoneSwitch {
  const changed = typeof end === 'string' ? undefined : end.changed;
  const tool = tools.find((one) => one.id === id);
  const kind = entry.type as SwitchedKind;
  return {
    ...entry,
    id: id ?? 'skillpick',
    outcome: typeof end === 'string' ? 'refused' : changed === undefined ? 'unchanged' : 'changed',
    scope,
    file,
    isNew: changed?.isNew === true,
    before: changed?.before?.text.trim() ?? null,
    reason: typeof end === 'string' ? end : null,
    obeysFrom: changed === undefined ? null : (tool?.obeysFrom[kind] ?? null),
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
    followers: followers.map(([entry, by]) => followerResult(entry, written.get(by)!)),
    also: effects.filesOfOthers([...written.keys()], new Set(byEntry.keys())),
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

/** Takes back a batch. Returns what was done, or why nothing was. */
export async function undoBatch(
  workspace: Workspace,
  undone: string,
  deadline?: number,
): Promise<UndoResult | string> {
  const { recorder } = workspace;
  const known = recorder.history.about(undone);
  const steps = stepsFor(known.filter(({ batch }) => batch === undone));
  if (steps.length === 0) return `there is no batch "${undone}" in the history`;
  const { ends, effects } = await undoAll(steps, workspace, deadline);
  const own = steps.map((step, at) => describeStep(step, ends[at]!));
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
