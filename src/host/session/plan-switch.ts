/**
 * Plans the switch of one entry over the tools that read it. A tool that has no switch for the entry, or none in the
 * requested scope, is left out with the reason. A switch that leaves out every tool, or a tool that was asked for by
 * name, is refused. A reset is not: where no tool keeps a switch, there is nothing to reset.
 */

import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { ToolResult } from '../../protocol/switch-result.js';
import type { ToolRequest } from '../tools/plan.js';
import type { Tool } from '../tools/tool.js';
import type { EntryInTool } from './tool-table.js';

/** The requests to one tool, with remarks on where they are kept. */
export interface PlannedTool {
  readonly entry: EntryInTool;
  readonly requests: readonly ToolRequest[];
  readonly remark: string | undefined;
  /** A remark that counts only if the file stays. */
  readonly fileRemark: string | undefined;
}

export interface SwitchPlan {
  readonly planned: readonly PlannedTool[];
  readonly leftOut: readonly ToolResult[];
}

const notForSession = 'the tools keep switches for the workspace or everywhere, not for one session';

/** A result for a tool in which nothing is written. */
function leftOutResult(id: string, reason: string): ToolResult {
  const nothing = { scope: null, file: null, isNew: false, before: null, obeysFrom: null };
  return { id, outcome: 'left-out', ...nothing, reason };
}

/** Returns the item for a scope: the one for this tool, else the one for all. */
function itemFor(set: readonly SetItem[], scope: ToolScope, tool: string): SetItem | undefined {
  const ofScope = set.filter((item) => item.scope === scope);
  return ofScope.find((item) => item.tool === tool) ?? ofScope.find((item) => item.tool === undefined);
}

/** Returns why a tool has no use for a switch: it does not load the file. */
export const notLoaded = ({ title }: Tool, refused: string): string =>
  `${title} does not load it: ${refused}`;

/** Returns the requests to one tool, or why there are none. */
function planTool(entry: EntryInTool, set: readonly SetItem[]): PlannedTool | string | undefined {
  const { ref, switches, tool, refused } = entry;
  const requests = new Map<ToolScope, { asked: ToolScope; enabled: boolean | undefined }>();
  const remarks = new Set<string>();
  let fileRemark: string | undefined;
  let reason: string | undefined;
  let isAsked = false;
  // The most specific scope comes last: if two scopes are kept in one file, it counts.
  for (const scope of toolScopes.toReversed()) {
    const item = itemFor(set, scope, tool.id);
    if (item === undefined) continue;
    isAsked = true;
    const kept = refused === undefined ? switches.keptIn(ref, scope) : notLoaded(tool, refused);
    if (typeof kept === 'string') {
      reason = kept;
      continue;
    }
    // A reset must not undo the request for another scope that is kept in the same file.
    const isPointless = item.enabled === null && requests.has(kept.scope);
    if (!isPointless) requests.set(kept.scope, { asked: scope, enabled: item.enabled ?? undefined });
    if (kept.remark !== undefined) remarks.add(kept.remark);
    fileRemark = kept.fileRemark ?? fileRemark;
  }
  if (requests.size === 0) return isAsked ? (reason ?? `${tool.title} has no switch for it`) : undefined;
  const wanted = [...requests].map(([scope, request]) => ({ entry: ref, scope, ...request }));
  return { entry, requests: wanted, remark: [...remarks].join('; ') || undefined, fileRemark };
}

/** Returns the plan, or why the switch is refused. */
export function planSwitch(entries: readonly EntryInTool[], set: readonly SetItem[]): SwitchPlan | string {
  if (set.some(({ scope, enabled }) => scope === 'session' && enabled !== null)) return notForSession;
  const named = new Set(set.flatMap(({ tool }) => tool ?? []));
  const unread = [...named].find((id) => !entries.some(({ tool }) => tool.id === id));
  if (unread !== undefined) return `no tool "${unread.slice(0, 40)}" reads it here`;
  const planned: PlannedTool[] = [];
  const leftOut: ToolResult[] = [];
  for (const entry of entries) {
    const plan = planTool(entry, set);
    if (plan === undefined) continue;
    if (typeof plan !== 'string') planned.push(plan);
    else if (named.has(entry.tool.id)) return plan;
    else leftOut.push(leftOutResult(entry.tool.id, plan));
  }
  const isReset = set.every(({ enabled }) => enabled === null);
  if (planned.length > 0 || (isReset && leftOut.length > 0)) return { planned, leftOut };
  const reasons = new Set(leftOut.map(({ reason }) => reason));
  return reasons.size === 0
    ? 'the switch names no place in which the tools keep one'
    : [...reasons].join('; ');
}
