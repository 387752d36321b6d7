/**
 * One working directory with all that was read for it: the entries that discovery found, the tools' settings, and the
 * switches that skillpick stores. Its sessions share one copy, which the watcher keeps up to date.
 */

import { basename } from 'node:path';
import type { Progress } from '../../protocol/skillpick-meta.js';
import type { URI } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { type Catalog, emptyCatalog } from '../discovery/catalog.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { Watcher, type WatchMode } from '../files/watcher.js';
import { hostLimits } from '../limits.js';
import { SettingsCache } from '../tools/settings-cache.js';
import type { SettingsReading } from '../tools/settings-reading.js';
import type { Tool } from '../tools/tool.js';
import { findContext, type ToolContext } from '../tools/tool-context.js';
import { ToolSwitches } from '../tools/tool-switches.js';
import { AgentsFile, agentsPath } from './agents-file.js';
import { CatalogReader, type ReadingOptions } from './catalog-reader.js';
import { type EntryRefs, findRefs } from './entry-refs.js';
import { HistoryFile, historyPath } from './history-file.js';
import { Recorder } from './recorder.js';
import { SideEffects } from './side-effects.js';
import { SwitchesFile, switchesPath } from './switches-file.js';
import { type ChangedTools, changeTools, planTools, type ToolBatch } from './tool-changes.js';
import { type EntryInTool, makeTable, type ToolTable } from './tool-table.js';

export interface WorkspaceOptions extends ReadingOptions {
  plugins?: readonly string[];
  watchedDirectories?: number;
}

export interface WithSideEffects extends ChangedTools {
  readonly effects: SideEffects;
}

export class Workspace {
  readonly environment: HostEnvironment;
  /** The repository's root, or the working directory: decisions for the workspace apply to it. */
  readonly root: URI;
  readonly title: string;
  /** The switches that skillpick stores itself. */
  readonly switchesFile: SwitchesFile;
  /** The agents that are selected for the sessions of working directories. */
  readonly agentsFile: AgentsFile;
  /** Records the switches that are made from here. */
  readonly recorder: Recorder;
  readonly #options: WorkspaceOptions;
  readonly #settings: SettingsCache;
  readonly #switches = new Map<Tool, ToolSwitches>();
  readonly #refs = new WeakMap<Catalog, EntryRefs>();
  readonly #tables = new Map<Tool, { reading: SettingsReading; catalog: Catalog; table: ToolTable }>();
  readonly #reader: CatalogReader;
  #catalog: Catalog = emptyCatalog;
  #loading: Promise<void> | undefined;
  #context: ToolContext;
  #watcher: Watcher | undefined;
  /** True if files were read that are not watched yet. */
  #hasNewPaths = false;

  constructor(environment: HostEnvironment, options: WorkspaceOptions) {
    this.environment = environment;
    this.#options = options;
    this.#settings = new SettingsCache(environment, () => this.#followSoon());
    this.#context = findContext(environment, this.#settings);
    const { root } = this.#context.roots;
    this.root = fileUri(root);
    this.title = basename(root) || root;
    this.switchesFile = new SwitchesFile(switchesPath(environment), environment.onRead, this.#settings.own);
    this.agentsFile = new AgentsFile(agentsPath(environment), this.#settings.own, environment.onRead);
    const origin = { repository: root, directory: environment.cwd };
    this.recorder = new Recorder(new HistoryFile(historyPath(environment)), origin);
    const readSettings = (path: string) => this.#settings.textOf(path);
    this.#reader = new CatalogReader(environment, { ...options, readSettings });
    this.#load();
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Settles when the disk was read for the first time; undefined if it was. Until then, the catalog is empty. */
  get loading(): Promise<void> | undefined {
    return this.#loading;
  }

  /** How far the first reading of the disk is; undefined once it is done. */
  get progress(): Progress | undefined {
    return this.#loading && { files: this.#reader.files };
  }

  /** The context of tools whose settings are not read yet; one object for each reading of the disk. */
  get context(): ToolContext {
    return this.#context;
  }

  get watchMode(): WatchMode | undefined {
    return this.#watcher?.mode;
  }

  /** Returns the switches of these tools, shared by all sessions. Reads a tool's settings on first use. */
  switchesOf(tools: readonly Tool[]): ReadonlyMap<Tool, ToolSwitches> {
    let context: ToolContext | undefined;
    const open = (tool: Tool) => {
      context ??= findContext(this.environment, this.#settings);
      return new ToolSwitches(tool, this.environment, this.#settings, context);
    };
    return new Map(tools.map((tool) => [tool, getOrMake(this.#switches, tool, () => open(tool))]));
  }

  /** Returns the table of a tool, computed again only after a discovery or a change of the settings. */
  tableOf(switches: ToolSwitches): ToolTable {
    const { reading } = switches;
    const known = this.#tables.get(switches.tool);
    if (known?.reading === reading && known.catalog === this.#catalog) return known.table;
    const refs = getOrMake(this.#refs, this.#catalog, () => findRefs(this.#catalog));
    const table = makeTable(switches, refs);
    this.#tables.set(switches.tool, { reading, catalog: this.#catalog, table });
    return table;
  }

  /** Makes the changes. Looks again at the settings of other tools that read a file that was written. */
  async changeTools(batches: readonly ToolBatch[], deadline: number | undefined): Promise<WithSideEffects> {
    const before = this.#allTables();
    const changed = await changeTools(batches, deadline);
    for (const switches of this.#switches.values()) {
      const isWriter = batches.some((batch) => batch.switches === switches);
      if (!isWriter && switches.reading.hasAny(changed.files)) switches.reload();
    }
    const stateAfter = ({ id, switches }: EntryInTool) => this.tableOf(switches).get(id)?.state;
    return { ...changed, effects: new SideEffects(before, changed.files, stateAfter) };
  }

  /** Returns what the changes would do. Writes nothing. */
  planTools(batches: readonly ToolBatch[]): WithSideEffects {
    const planned = planTools(batches);
    const stateAfter = ({ ref, switches }: EntryInTool) => planned.stateAfter(switches, ref);
    return { ...planned, effects: new SideEffects(this.#allTables(), planned.files, stateAfter) };
  }

  #allTables(): Map<ToolSwitches, ToolTable> {
    return new Map([...this.#switches.values()].map((switches) => [switches, this.tableOf(switches)]));
  }

  /** Repeats the discovery and reads all settings again. Until it is done, everything stays as it was. */
  async rescan(): Promise<void> {
    this.#settings.startPass();
    const read = this.#reader.read();
    // Does not wait without need: a discovery that is done at once shows at once.
    this.#catalog = read instanceof Promise ? await read : read;
    this.#reloadSettings();
  }

  /**
   * Calls `changed` shortly after an entry or a setting changes on disk, except for writes of this process. Calls
   * `failed` with the error if the disk could not be read again.
   */
  watch(changed: () => void, failed: (error: unknown) => void): void {
    const look = async (isDiscovery: boolean) => {
      try {
        if (isDiscovery) await this.rescan();
        else this.#reloadSettings();
        changed();
      } finally {
        this.#follow();
      }
    };
    const isOwn = (path: string) => this.#settings.own.has(path);
    this.#watcher ??= new Watcher(look, this.#options.watchedDirectories, failed, isOwn);
    this.#follow();
  }

  /** Watches the directories that a switch has made: the watcher does not report own writes. */
  followOwnWrites(): void {
    if (this.#settings.takeMovedDirectories()) this.#follow();
  }

  close(): void {
    this.#reader.stop();
    this.#watcher?.close();
  }

  /** Reads the disk for the first time. */
  #load(): void {
    const read = this.#reader.read(hostLimits.firstSliceMs);
    if (!(read instanceof Promise)) {
      this.#catalog = read;
      return;
    }
    const loaded = read.then((catalog) => {
      this.#catalog = catalog;
      this.#follow();
    });
    this.#loading = loaded.finally(() => {
      this.#loading = undefined;
    });
  }

  #reloadSettings(): void {
    this.#context = findContext(this.environment, this.#settings);
    this.switchesFile.reload();
    this.agentsFile.reload();
    for (const switches of this.#switches.values()) switches.reload();
  }

  /** Watches new files, together with all that are read in the same turn. Rules read some files only on first use. */
  #followSoon(): void {
    if (this.#hasNewPaths || this.#watcher === undefined) return;
    this.#hasNewPaths = true;
    queueMicrotask(() => this.#hasNewPaths && this.#follow());
  }

  #follow(): void {
    this.#hasNewPaths = false;
    const { directories, paths } = this.#catalog;
    this.#watcher?.watch(
      directories,
      [this.switchesFile.path, this.agentsFile.path, ...this.#settings.paths],
      paths,
    );
  }
}
