/**
 * Plans the switch of one entry of the demo over the tools that read it, by the rules of skillpick's own host: a tool
 * without a switch, or without one in the scope, is left out with the reason, and what leaves out every tool, or one that
 * was asked for by name, is refused.
 */

import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { ToolResult } from '../../protocol/switch-result.js';
import { toolTitle } from '../../protocol/tool-titles.js';
import type { DemoTool } from './demo-entry.js';
import type { DemoSettingPlace, DemoSettings } from './demo-settings.js';
import { decisionIn, switchableIn, whyFixed, whyGlobal, whyNotLoaded } from './demo-standings.js';
import { type DemoItem, settingPlace } from './demo-world.js';
import { formOf, scopeRemark } from './setting-forms.js';

/** A setting to write; undefined removes it. */
export interface SettingWrite {
  readonly place: DemoSettingPlace;
  readonly scope: ToolScope;
  readonly enabled: boolean | undefined;
}

/** What is written for one tool. */
export interface ToolWrites {
  readonly tool: DemoTool;
  readonly writes: readonly SettingWrite[];
  readonly remark: string | null;
}

export interface DemoPlan {
  readonly tools: readonly ToolWrites[];
  readonly leftOut: readonly ToolResult[];
}

const notForSession = 'the tools keep switches for the workspace or everywhere, not for one session';

function leftOutResult(id: string, reason: string): ToolResult {
  const nothing = { scope: null, file: null, isNew: false, before: null, obeysFrom: null };
  return { id, outcome: 'left-out', ...nothing, reason };
}

/** Returns the item of a set for a scope: the one for this tool, else the one for all. */
function wantedFor(set: readonly SetItem[], scope: ToolScope, tool: DemoTool): SetItem | undefined {
  const ofScope = set.filter((item) => item.scope === scope);
  return ofScope.find((item) => item.tool === tool) ?? ofScope.find((item) => item.tool === undefined);
}

/** Returns why a tool cannot switch an item in a scope; undefined if it can. */
function whyNot(item: DemoItem, tool: DemoTool, scope: ToolScope): string | undefined {
  if (switchableIn(item, tool).includes(scope)) return undefined;
  return whyNotLoaded(item, tool) ?? whyFixed(item, tool) ?? whyGlobal(item, tool);
}

/** Returns the setting to write for one scope, or why that is not possible: a list can only name what is off. */
function writeFor(
  item: DemoItem,
  tool: DemoTool,
  { scope, enabled }: { scope: ToolScope; enabled: boolean | null },
  settings: DemoSettings,
): SettingWrite | string {
  const place = settingPlace(item, tool, scope);
  const wider = toolScopes
    .slice(toolScopes.indexOf(scope) + 1)
    .find((one) => settingPlace(item, tool, one).file !== place.file);
  const below = wider && decisionIn(item, tool, settings, wider);
  if (enabled === null || (enabled && below?.enabled !== false)) return { place, scope, enabled: undefined };
  if (!enabled) {
    const isOffAnyway = below?.enabled === false && settings.get(place) !== false;
    return { place, scope, enabled: isOffAnyway ? undefined : false };
  }
  if (formOf(tool, item.type)?.values !== undefined) return { place, scope, enabled };
  const { file } = settingPlace(item, tool, below!.scope);
  return `it is off in ${file}, and ${toolTitle(tool)} cannot switch it on again for this repo alone`;
}

/** Returns what to write for one tool, why that is not possible, or undefined if the tool was not asked for. */
function planTool(
  item: DemoItem,
  tool: DemoTool,
  set: readonly SetItem[],
  settings: DemoSettings,
): ToolWrites | string | undefined {
  const writes = new Map<string, SettingWrite>();
  const remarks = new Set<string>();
  let reason: string | undefined;
  let isAsked = false;
  // The most specific scope comes last: if two scopes are kept in one file, it counts.
  for (const scope of toolScopes.toReversed()) {
    const wanted = wantedFor(set, scope, tool);
    if (wanted === undefined) continue;
    isAsked = true;
    const { enabled } = wanted;
    const write = whyNot(item, tool, scope) ?? writeFor(item, tool, { scope, enabled }, settings);
    if (typeof write === 'string') reason = write;
    else if (enabled !== null || !writes.has(write.place.file)) writes.set(write.place.file, write);
    const remark = typeof write === 'string' ? undefined : scopeRemark(tool, scope);
    if (remark !== undefined) remarks.add(remark);
  }
  if (writes.size === 0) return isAsked ? reason : undefined;
  return { tool, writes: [...writes.values()], remark: [...remarks].join('; ') || null };
}

/** Returns the plan, or why the switch is refused. `tools` are those that the session has. */
export function planDemoSwitch(
  item: DemoItem,
  tools: readonly DemoTool[],
  set: readonly SetItem[],
  settings: DemoSettings,
): DemoPlan | string {
  if (set.some(({ scope, enabled }) => scope === 'session' && enabled !== null)) return notForSession;
  const named = new Set(set.flatMap(({ tool }) => tool ?? []));
  const unread = [...named].find((id) => !tools.some((tool) => tool === id));
  if (unread !== undefined) return `no tool "${unread.slice(0, 40)}" reads it here`;
  const planned: ToolWrites[] = [];
  const leftOut: ToolResult[] = [];
  for (const tool of tools) {
    const plan = planTool(item, tool, set, settings);
    if (plan === undefined) continue;
    if (typeof plan !== 'string') planned.push(plan);
    else if (named.has(tool)) return plan;
    else leftOut.push(leftOutResult(tool, plan));
  }
  const isReset = set.every(({ enabled }) => enabled === null);
  if (planned.length > 0 || (isReset && leftOut.length > 0)) return { tools: planned, leftOut };
  return [...new Set(leftOut.map(({ reason }) => reason))].join('; ');
}
