/**
 * The state of the demo: what there is, what the settings say, and which batches were made. Everything that is shown is
 * derived from it.
 */

import type { ToolScope } from '../../protocol/scopes.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { type DemoEntry, type DemoPlace, type DemoTool, demoRepository, demoTools } from './demo-entry.js';
import { type DemoSettingPlace, DemoSettings } from './demo-settings.js';
import { formOf, ownSwitchesFile, settingsFile } from './setting-forms.js';

/** What the list has at its top level: folders, plugins, and entries that are in neither. */
export type DemoTop = DemoPlace | DemoEntry;

/** An entry, or a folder or plugin as an entry, with the place that holds it. */
export interface DemoItem {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly path: string;
  /** Undefined if it is a folder or plugin itself. */
  readonly entry: DemoEntry | undefined;
  readonly place: DemoPlace | undefined;
  /** The tools that read it. */
  readonly tools: readonly DemoTool[];
}

export const isPlace = (top: DemoTop): top is DemoPlace => 'entries' in top;
export const isEntry = (top: DemoTop): top is DemoEntry => !isPlace(top);

function entryItem(entry: DemoEntry, place: DemoPlace | undefined): DemoItem {
  const { id, type, name, path, tools = place?.tools ?? [] } = entry;
  return { id, type, name, path, entry, place, tools: demoTools.filter((tool) => tools.includes(tool)) };
}

/** A folder has no switch of its own; a plugin is switched in the tools that have one for it. */
function placeItem(place: DemoPlace): DemoItem {
  const { id, type, name, path } = place;
  const tools = type === 'plugin' ? place.tools.filter((tool) => formOf(tool, 'plugin') !== undefined) : [];
  return { id, type, name, path, entry: undefined, place, tools };
}

function itemsOf(top: DemoTop): DemoItem[] {
  if (!isPlace(top)) return [entryItem(top, undefined)];
  return [placeItem(top), ...(top.entries ?? []).map((entry) => entryItem(entry, top))];
}

/** Returns true if it is a skill of the repository, which Codex switches by its path. */
const isByPath = ({ type, place }: DemoItem): boolean => type === 'skill' && place?.from === 'repo';

/** Returns where the switch of an item is kept in a tool, for a scope. */
export function settingPlace(item: DemoItem, tool: DemoTool, scope: ToolScope): DemoSettingPlace {
  const { type: kind, name, path, place, entry } = item;
  const inPlugin = entry !== undefined && place?.type === 'plugin';
  const full = inPlugin ? `${place.name}:${name}` : name;
  const byPath = tool === 'codex' && isByPath(item);
  return { tool, kind, name: byPath ? path : full, file: settingsFile(tool, scope) };
}

/** Returns where skillpick keeps the switch of an item that no tool reads. */
export function ownPlace({ path, name }: DemoItem, scope: ToolScope): DemoSettingPlace {
  const suffix = scope === 'global' ? '' : `, only in ${demoRepository}`;
  return { tool: null, kind: 'own', name: `${path}#${name}${suffix}`, file: ownSwitchesFile };
}

/** Returns true if the tool can switch the item only for all repositories. */
export function isGlobalOnly(item: DemoItem, tool: DemoTool): boolean {
  const isCodexName = tool === 'codex' && item.type === 'skill' && !isByPath(item);
  return isCodexName || formOf(tool, item.type)?.isGlobal === true;
}

export class DemoWorld {
  readonly settings: DemoSettings;
  #tops: readonly DemoTop[] = [];
  #items = new Map<string, DemoItem>();

  constructor(tops: readonly DemoTop[]) {
    this.settings = new DemoSettings();
    this.tops = tops;
    for (const item of this.items) this.#switchInitially(item);
  }

  get tops(): readonly DemoTop[] {
    return this.#tops;
  }

  set tops(tops: readonly DemoTop[]) {
    this.#tops = tops;
    this.#items = new Map(tops.flatMap(itemsOf).map((item) => [item.id, item]));
  }

  get items(): readonly DemoItem[] {
    return [...this.#items.values()];
  }

  item({ id }: Pick<AnyCustomization, 'id'>): DemoItem | undefined {
    return this.#items.get(id);
  }

  /** Returns the entries of the same type and name that a tool reads, the first one first. */
  namesakes({ type, name, place }: DemoItem, tool: DemoTool): DemoItem[] {
    if (place?.type === 'plugin') return [];
    return this.items.filter(
      (other) =>
        other.entry !== undefined &&
        other.type === type &&
        other.name === name &&
        other.place?.type !== 'plugin' &&
        other.tools.includes(tool) &&
        other.entry.inTool?.[tool]?.refused === undefined,
    );
  }

  #switchInitially(item: DemoItem): void {
    const off = (item.entry ?? item.place)?.off ?? [];
    for (const { tool, scope } of off) this.settings.set(settingPlace(item, tool, scope), false);
  }
}
