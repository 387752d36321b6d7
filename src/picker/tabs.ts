/** The tabs: everything, and what each tool reads, with the number that is in effect there. */

import type { Entry, EntryList } from '../entries/entries.js';
import { toolTitle } from '../entries/tool-names.js';
import { isOfKind } from './kinds.js';
import { problemRows } from './problem-rows.js';
import type { KindFilter, Model } from './state.js';

export interface Tab {
  /** The tool; null: everything. */
  id: string | null;
  /** How many entries the tool uses; of everything, how many entries and broken files there are. */
  count: number;
}

/** The tabs that were counted last for a list. */
interface CountedTabs {
  readonly tools: readonly string[];
  readonly byKind: Map<KindFilter, readonly Tab[]>;
}

const known = new WeakMap<EntryList, CountedTabs>();

function countIn(tool: string, entries: readonly Entry[]): number {
  let count = 0;
  for (const { tools } of entries) if (tools.some(({ id, inEffect }) => id === tool && inEffect)) count += 1;
  return count;
}

function countTabs(list: EntryList, tools: readonly string[], kind: KindFilter): Tab[] {
  const shown = list.entries.filter(({ type }) => isOfKind(type, kind));
  const broken = problemRows(list, { kind, tab: null }).filter(({ problem }) => problem.severity === 'error');
  return [
    { id: null, count: shown.length + broken.length },
    ...tools.map((id) => ({ id, count: countIn(id, shown) })),
  ];
}

/** Returns the tabs; none if the host names no tools. Counted once for each list and kind. */
export function tabsOf({ list, tools }: Pick<Model, 'list' | 'tools'>, kind: KindFilter): readonly Tab[] {
  if (tools.length === 0) return [];
  const last = known.get(list);
  const { byKind } = last?.tools === tools ? last : { byKind: new Map() };
  const tabs = byKind.get(kind) ?? countTabs(list, tools, kind);
  byKind.set(kind, tabs);
  known.set(list, { tools, byKind });
  return tabs;
}

/** Returns why there are no tabs and no cells. */
export function noTools({ session: { provider }, host }: Pick<Model, 'session' | 'host'>): string {
  return host.isOwn && provider !== 'agents'
    ? `this session is of ${toolTitle(provider)} alone.`
    : 'this session does not say which tools read it.';
}

/** Returns the tab that comes `by` places after the open one, around the end. */
export function nextTab(tab: string | null, tools: readonly string[], by: 1 | -1): string | null {
  const all = [null, ...tools];
  return all[(all.indexOf(tab) + by + all.length) % all.length] ?? null;
}
