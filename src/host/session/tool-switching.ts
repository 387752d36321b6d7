/** Makes the switches of a batch in all tools, records them, and describes what was done for each entry. */

import type { OwnResult, RemovedSetting, SwitchResult, ToolResult } from '../../protocol/switch-result.js';
import { getOrMake } from '../collections.js';
import { withoutPiecesOf } from '../tools/edit/setting-order.js';
import type { SettingRequest } from '../tools/plan-all.js';
import type { Tool, ToolScope } from '../tools/tool.js';
import { type EntrySwitch, emptyResult, type KeeperResults } from './keeper.js';
import { type PlannedTool, planSwitch, type SwitchPlan } from './plan-switch.js';
import { historyEntry, type RecordedSetting, type Unrecorded } from './recorder.js';
import type { SideEffects, WrittenSetting } from './side-effects.js';
import type { MadeRequest, ToolBatch } from './tool-changes.js';
import type { EntryInTool } from './tool-table.js';
import type { WithSideEffects, Workspace } from './workspace.js';

/** A switch, and its entry in each tool that reads it. */
interface SwitchInTools {
  readonly change: EntrySwitch;
  readonly entries: readonly EntryInTool[];
}

function batchesFor(plans: readonly (SwitchPlan | string)[]): ToolBatch[] {
  const batches = new Map<Tool, ToolBatch>();
  plans.forEach((plan, at) => {
    if (typeof plan === 'string') return;
    for (const { entry, requests } of plan.planned) {
      const { tool, switches } = entry;
      const batch = getOrMake(batches, tool, () => ({ tool, switches, requests: [] }));
      batch.requests.push(...requests.map((request) => ({ ...request, at })));
    }
  });
  return [...batches.values()];
}

/** The scope that the user asked for. What is asked for everyone, but kept in the user's own file, is for this user. */
function askedScope(request: SettingRequest): ToolScope {
  const asked = ('asked' in request ? request.asked : undefined) ?? request.scope;
  return asked === 'shared' && request.scope === 'global' ? 'workspace' : asked;
}

/** Returns the settings that were removed without another in their place. */
function removedSettings(made: readonly MadeRequest[]): RemovedSetting[] {
  const isReset = ({ request }: MadeRequest) => 'enabled' in request && request.enabled === undefined;
  return made
    .filter(isReset)
    .flatMap(({ settings }) => settings)
    .flatMap(({ file, before, after }) =>
      // A setting may have pieces for other scopes, which stay.
      withoutPiecesOf(before, after).map(({ text }) => ({ file, text: text.trim() })),
    );
}

/** Returns what was done in one tool: the last scope that changed, or the last that was asked for. */
function toolResult(
  { entry, remark, fileRemark }: PlannedTool,
  made: readonly MadeRequest[],
  effects: SideEffects,
  done: 'changed' | 'planned',
): ToolResult {
  const { tool } = entry;
  const ofTool = made.filter((one) => one.tool === tool);
  const changed = ofTool.findLast(({ settings }) => settings.length > 0);
  const { request, settings = [] } = changed ?? ofTool.at(-1) ?? {};
  // The setting that counts now; for a reset, the one that was removed.
  const main = settings.findLast(({ after }) => after !== undefined) ?? settings.at(-1);
  const replaced = main?.before ?? settings.findLast(({ before }) => before !== undefined)?.before;
  const removed = removedSettings(ofTool);
  const remarks = [remark ?? [], main?.isGone ? [] : (fileRemark ?? [])].flat();
  return {
    id: tool.id,
    outcome: changed === undefined ? 'unchanged' : done,
    scope: request === undefined ? null : askedScope(request),
    file: main?.file ?? null,
    isNew: main?.isNew === true,
    before: replaced?.text.trim() ?? null,
    ...(removed.length > 0 && { removed }),
    reason: remarks.join('; ') || null,
    obeysFrom: changed === undefined ? null : effects.obeysFrom(entry),
  };
}

/** Returns the settings that were written, each with its entry in the tool. */
function writtenSettings({ planned }: SwitchPlan, made: readonly MadeRequest[]): WrittenSetting[] {
  return planned.flatMap(({ entry }) =>
    made
      .filter(({ tool }) => tool === entry.tool)
      .flatMap(({ settings }) => settings.map(({ file }) => ({ entry, file }))),
  );
}

/** Adds the tools in which nothing was written, but which changed all the same. */
function withFollowers(
  results: readonly ToolResult[],
  written: readonly WrittenSetting[],
  effects: SideEffects,
): ToolResult[] {
  const added = [...effects.followersOf(written)].map(([entry, by]) =>
    effects.followerResult(entry, results.find(({ id }) => id === by.entry.tool.id)!),
  );
  return [...results.filter(({ id }) => !added.some((one) => one.id === id)), ...added];
}

/** Returns the settings of one switch for the history. */
function recordedSettings({ node, batch }: EntrySwitch, made: readonly MadeRequest[]): RecordedSetting[] {
  return made.flatMap(({ tool, request, settings }) =>
    settings.map(({ file, before, after }) => {
      const scope = askedScope(request);
      return { batch, entry: historyEntry(node), tool: tool.id, scope, file, before, after };
    }),
  );
}

/** Returns the result with the batch in the history, and with the reasons for tools whose settings are not there. */
function withBatch(
  result: SwitchResult,
  batch: string,
  settings: readonly RecordedSetting[],
  unrecorded: Unrecorded,
): SwitchResult {
  const missing = settings.filter((setting) => unrecorded.has(setting));
  const reasons = new Map(missing.map((setting) => [setting.tool, unrecorded.get(setting)]));
  const tools = result.tools.map((tool) =>
    reasons.has(tool.id)
      ? { ...tool, reason: [tool.reason ?? [], reasons.get(tool.id)!].flat().join('; ') }
      : tool,
  );
  return { ...result, batch: missing.length < settings.length ? batch : null, tools };
}

/** Describes what was done, or would be done, for each switch. */
function describeAll(
  switches: readonly SwitchInTools[],
  plans: readonly (SwitchPlan | string)[],
  { refused, made, effects }: WithSideEffects,
  done: 'changed' | 'planned',
): (SwitchResult | string)[] {
  const switched = new Set(switches.map(({ change }) => change.node.id));
  return plans.map((plan, at) => {
    const reason = typeof plan === 'string' ? plan : refused.get(at);
    if (typeof plan === 'string' || reason !== undefined) return String(reason);
    const requests = made.get(at) ?? [];
    const results = plan.planned.map((planned) => toolResult(planned, requests, effects, done));
    const written = writtenSettings(plan, requests);
    const tools = withFollowers([...results, ...plan.leftOut], written, effects);
    return { batch: null, tools, ...effects.othersOf(written, switched) };
  });
}

const plansFor = (switches: readonly SwitchInTools[]): (SwitchPlan | string)[] =>
  switches.map(({ change, entries }) => planSwitch(entries, change.set));

/** Makes the switches, each in all planned tools or in none, and records them. */
export async function makeSwitches(
  switches: readonly SwitchInTools[],
  workspace: Workspace,
  deadline?: number,
): Promise<KeeperResults> {
  const plans = plansFor(switches);
  const changed = await workspace.changeTools(batchesFor(plans), deadline);
  const recorded = switches.map(({ change }, at) =>
    changed.refused.has(at) ? [] : recordedSettings(change, changed.made.get(at) ?? []),
  );
  const unrecorded = await workspace.recorder.record(recorded.flat());
  const results = describeAll(switches, plans, changed, 'changed');
  return new Map(
    switches.map(({ change }, at) => {
      const result = results[at]!;
      const settings = recorded[at]!;
      return [
        change,
        typeof result === 'string' ? result : withBatch(result, change.batch, settings, unrecorded),
      ];
    }),
  );
}

/** Returns what the switches would do. Writes nothing. */
export function planSwitches(switches: readonly SwitchInTools[], workspace: Workspace): KeeperResults {
  const plans = plansFor(switches);
  const results = describeAll(switches, plans, workspace.planTools(batchesFor(plans)), 'planned');
  return new Map(switches.map(({ change }, at) => [change, results[at]!]));
}

/** Joins the results of one tool: it changed if it changed for any entry. */
function joinTool(results: readonly ToolResult[]): ToolResult {
  const order: readonly ToolResult['outcome'][] = ['changed', 'planned', 'unchanged', 'refused', 'left-out'];
  return results.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))[0]!;
}

/** Joins the results of entries that skillpick switches itself. */
function joinOwn(results: readonly OwnResult[]): OwnResult | undefined {
  const main = results.find(({ outcome }) => outcome !== 'unchanged') ?? results[0];
  return main && { outcome: main.outcome, removed: results.flatMap(({ removed }) => removed) };
}

/** Joins the results of the entries of a container. It is refused only if all of them are. */
export function combineResults(results: readonly (SwitchResult | string)[]): SwitchResult | string {
  const [first = emptyResult] = results;
  if (results.length < 2) return first;
  const done = results.filter((result) => typeof result !== 'string');
  if (done.length === 0) return [...new Set(results)].join('; ');
  const byTool = new Map<string, ToolResult[]>();
  for (const tool of done.flatMap(({ tools }) => tools)) getOrMake(byTool, tool.id, () => []).push(tool);
  const alsoIn = [...new Set(done.flatMap((result) => result.alsoIn ?? []))];
  const own = joinOwn(done.flatMap((result) => result.own ?? []));
  return {
    batch: done.find(({ batch }) => batch !== null)?.batch ?? null,
    tools: [...byTool.values()].map(joinTool),
    also: [...new Set(done.flatMap(({ also }) => also))],
    ...(alsoIn.length > 0 && { alsoIn }),
    ...(own && { own }),
  };
}
