/** Makes the switch of one entry of the demo in the settings that are given, and reports it as skillpick's own host does. */

import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { RemovedSetting, SwitchResult, ToolResult } from '../../protocol/switch-result.js';
import { type DemoRecord, obeysFrom } from './demo-batches.js';
import type { DemoTool } from './demo-entry.js';
import { planDemoSwitch, type SettingWrite, type ToolWrites } from './demo-plan.js';
import type { DemoSettings } from './demo-settings.js';
import { type DemoItem, type DemoWorld, ownPlace } from './demo-world.js';

/** A switch to make, or to plan on a copy of the settings. */
export interface DemoSwitch {
  readonly tools: readonly DemoTool[];
  readonly set: readonly SetItem[];
  readonly settings: DemoSettings;
  readonly done: 'changed' | 'planned';
  /** The ids of all entries that are switched in the same batch. */
  readonly together: ReadonlySet<string>;
}

/** A switch that was made. Its batch is not set yet. */
export interface MadeDemoSwitch {
  readonly result: SwitchResult;
  readonly records: readonly DemoRecord[];
}

/** A setting that was written, with what was there before. */
interface WrittenSwitch extends Omit<DemoRecord, 'along'> {
  readonly text: string | null;
  readonly isNew: boolean;
}

/** Writes the settings; returns those that have changed. */
function writeAll(item: DemoItem, writes: readonly SettingWrite[], settings: DemoSettings): WrittenSwitch[] {
  return writes.flatMap(({ place, scope, enabled: after }) => {
    const before = settings.get(place);
    if (before === after) return [];
    const was = { text: settings.textOf(place), isNew: settings.text(place.file) === undefined };
    settings.set(place, after);
    return [{ item, place, scope, before, after, ...was }];
  });
}

function removedIn(written: readonly WrittenSwitch[]): RemovedSetting[] {
  return written.flatMap(({ place: { file }, after, text }) =>
    after === undefined && text !== null ? [{ file, text }] : [],
  );
}

function toolResult(
  { tool, writes, remark }: ToolWrites,
  written: readonly WrittenSwitch[],
  done: DemoSwitch['done'],
): ToolResult {
  const main = written.at(-1);
  const removed = removedIn(written);
  return {
    id: tool,
    outcome: main === undefined ? 'unchanged' : done,
    scope: (main ?? writes.at(-1))?.scope ?? null,
    file: main?.place.file ?? null,
    isNew: main?.isNew === true,
    before: main?.text ?? null,
    ...(removed.length > 0 && { removed }),
    reason: remark,
    obeysFrom: main === undefined ? null : obeysFrom(tool),
  };
}

/** Returns the entries that tools switch by the same name, without those that are switched themselves. */
function changedAlong(
  item: DemoItem,
  written: readonly WrittenSwitch[],
  { together }: DemoSwitch,
  world: DemoWorld,
): Pick<SwitchResult, 'also' | 'alsoIn'> {
  const tools = [...new Set(written.flatMap(({ place }) => place.tool ?? []))];
  // Codex switches each file by its path, or all of a name that are in no repository.
  const byName = tools.filter((tool) => tool !== 'codex');
  const changed = byName.flatMap((tool) =>
    world
      .namesakes(item, tool)
      .filter(({ id }) => id !== item.id && !together.has(id))
      .map(({ path }) => ({ path, tool })),
  );
  const also = [...new Set(changed.map(({ path }) => path))];
  return also.length === 0 ? { also } : { also, alsoIn: [...new Set(changed.map(({ tool }) => tool))] };
}

/** Switches an item that no tool reads, for which skillpick keeps the switch. */
function switchOwn(item: DemoItem, { set, settings, done }: DemoSwitch): MadeDemoSwitch | string {
  const named = set.find(({ tool }) => tool !== undefined)?.tool;
  if (named !== undefined) return `no tool "${named.slice(0, 40)}" reads it here`;
  if (set.some(({ scope, enabled }) => scope === 'shared' && enabled !== null))
    return 'no tool reads it, and skillpick keeps its own switches for you alone';
  const writes = set.flatMap(({ scope, enabled }): SettingWrite[] => {
    if (scope === 'session' || scope === 'shared') return [];
    return [{ place: ownPlace(item, scope), scope, enabled: enabled ?? undefined }];
  });
  const written = writeAll(item, writes, settings);
  const own = { outcome: written.length === 0 ? 'unchanged' : done, removed: removedIn(written) } as const;
  return {
    result: { batch: null, tools: [], also: [], own },
    records: written.map((one) => ({ ...one, along: [] })),
  };
}

/** Makes the switch; returns what was done, or why nothing was. */
export function switchDemoItem(
  item: DemoItem,
  wanted: DemoSwitch,
  world: DemoWorld,
): MadeDemoSwitch | string {
  const { tools, set, settings, done } = wanted;
  const heldBy = tools.map((tool) => item.entry?.inTool?.[tool]?.heldBy).find((one) => one !== undefined);
  if (item.entry?.quirk === 'refuses' && heldBy !== undefined) return `managed settings decide: ${heldBy}`;
  if (tools.length === 0) return switchOwn(item, wanted);
  const plan = planDemoSwitch(item, tools, set, settings);
  if (typeof plan === 'string') return plan;
  // The setting that holds the entry stays as it is.
  if (item.entry?.quirk === 'has-no-effect' && done === 'changed')
    return { result: { batch: null, tools: [], also: [] }, records: [] };
  const made = plan.tools.map((one) => {
    const written = writeAll(item, one.writes, settings);
    return { written, result: toolResult(one, written, done) };
  });
  const written = made.flatMap((one) => one.written);
  const along = changedAlong(item, written, wanted, world);
  const results = [...made.map(({ result }) => result), ...plan.leftOut];
  return {
    result: { batch: null, tools: results, ...along },
    records: written.map((record) => ({ ...record, along: along.also })),
  };
}
