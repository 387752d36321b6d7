/**
 * Keeps the switches of a demo session as skillpick's own host does: in the settings of the tools that read an entry, or
 * by itself for what no tool reads. A folder, and a plugin without a switch of its own, is switched through its entries.
 */

import { decisionsFor } from '../../host/session/decisions.js';
import type { EntryState, EntrySwitch, Keeper, KeeperResults } from '../../host/session/keeper.js';
import { combineResults } from '../../host/session/tool-switching.js';
import type { Problem } from '../../protocol/problem-codes.js';
import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import { whereLoaded } from '../../protocol/tool-standing.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { type DemoBatches, demoUri } from './demo-batches.js';
import { type DemoTool, demoRepository } from './demo-entry.js';
import type { DemoSettings } from './demo-settings.js';
import { standingIn, switchableIn } from './demo-standings.js';
import { type DemoSwitch, switchDemoItem } from './demo-switch.js';
import { type DemoItem, type DemoWorld, ownPlace, settingPlace } from './demo-world.js';

/** What a keeper reports and depends on. */
export interface DemoKeeping {
  readonly world: DemoWorld;
  readonly batches: DemoBatches;
  /** The tools of the session. */
  readonly tools: readonly DemoTool[];
  /** Called after an entry was switched. */
  switched(item: DemoItem, change: EntrySwitch): void;
}

const workspaceUri = demoUri(demoRepository);

export class DemoKeeper implements Keeper {
  readonly workspace = workspaceUri;
  readonly problems: readonly Problem[] = [];
  readonly #keeping: DemoKeeping;

  constructor(keeping: DemoKeeping) {
    this.#keeping = keeping;
  }

  stateOf(node: AnyCustomization): EntryState {
    const { world } = this.#keeping;
    const item = world.item(node);
    if (item === undefined) return { decisions: [] };
    const tools = this.#toolsOf(item);
    if (tools.length > 0) {
      const standings = tools.map((tool) => standingIn(item, tool, world));
      const enabled = whereLoaded(standings).some((standing) => standing.enabled);
      return { enabled, decisions: this.#decisions(item), meta: { tools: standings } };
    }
    const parts = this.#parts(item);
    if (item.entry === undefined)
      return { enabled: parts.length === 0 || parts.some((part) => this.#isOn(part)), decisions: [] };
    return { decisions: this.#ownDecisions(item), meta: { kept: true } };
  }

  async change(changes: readonly EntrySwitch[]): Promise<KeeperResults> {
    const { world, switched } = this.#keeping;
    const results = this.#makeAll(changes, world.settings, 'changed');
    for (const change of changes) {
      const item = world.item(change.node);
      // Without a result, the client compares the entry with what it asked for, and finds it unchanged.
      if (item?.entry?.quirk === 'has-no-effect') results.delete(change);
      else if (item !== undefined && typeof results.get(change) !== 'string') switched(item, change);
    }
    return results;
  }

  plan(changes: readonly EntrySwitch[]): KeeperResults {
    const draft = this.#keeping.world.settings.copy();
    return this.#makeAll(changes, draft, 'planned');
  }

  #makeAll(changes: readonly EntrySwitch[], settings: DemoSettings, done: DemoSwitch['done']) {
    const together = new Set(changes.map(({ node }) => node.id));
    return new Map(changes.map((change) => [change, this.#make(change, { settings, done, together })]));
  }

  #make(change: EntrySwitch, making: Pick<DemoSwitch, 'settings' | 'done' | 'together'>) {
    const { world, batches } = this.#keeping;
    const { done } = making;
    const item = world.item(change.node);
    if (item === undefined) return 'it was removed meanwhile';
    const leaves = item.entry === undefined && this.#toolsOf(item).length === 0 ? this.#parts(item) : [item];
    if (leaves.length === 0) return 'it holds nothing to switch';
    return combineResults(
      leaves.map((leaf) => {
        const tools = this.#toolsOf(leaf);
        const made = switchDemoItem(leaf, { ...making, tools, set: change.set }, world);
        if (typeof made === 'string') return made;
        if (done === 'changed') batches.record(change.batch, made.records);
        const isRecorded = done === 'changed' && made.records.length > 0;
        return { ...made.result, batch: isRecorded ? change.batch : null };
      }),
    );
  }

  #toolsOf({ tools }: DemoItem): DemoTool[] {
    return tools.filter((tool) => this.#keeping.tools.includes(tool));
  }

  /** Returns the entries of a folder or plugin. */
  #parts({ entry, place }: DemoItem): DemoItem[] {
    const entries = entry === undefined ? (place?.entries ?? []) : [];
    return entries.flatMap((one) => this.#keeping.world.item(one) ?? []);
  }

  #isOn(item: DemoItem): boolean {
    const { world } = this.#keeping;
    const standings = this.#toolsOf(item).map((tool) => standingIn(item, tool, world));
    if (standings.length === 0) return this.#ownDecisions(item)[0]?.enabled ?? true;
    return whereLoaded(standings).some(({ enabled }) => enabled);
  }

  /** Returns a decision for each scope that is the same in every tool that can switch the item there. */
  #decisions(item: DemoItem) {
    const { settings } = this.#keeping.world;
    const decided = (scopes: readonly ToolScope[]) => {
      const able = this.#toolsOf(item).filter((tool) => switchableIn(item, tool).includes(scopes[0]!));
      const flags = able.map((tool) =>
        scopes
          .map((scope) => settings.get(settingPlace(item, tool, scope)))
          .find((flag) => flag !== undefined),
      );
      return new Set(flags).size === 1 ? flags[0] : undefined;
    };
    const flags = { workspace: decided(toolScopes.slice(0, 2)), global: decided(['global']) };
    return decisionsFor(flags, workspaceUri);
  }

  #ownDecisions(item: DemoItem) {
    const { settings } = this.#keeping.world;
    const [workspace, global] = (['workspace', 'global'] as const).map((scope) =>
      settings.get(ownPlace(item, scope)),
    );
    return decisionsFor({ workspace, global }, workspaceUri);
  }
}
