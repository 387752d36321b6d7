/**
 * One working directory and all that was read for it: what discovery found, the tools' settings, and the switches that
 * skillpick keeps. Read once for all its sessions; watching decides what is looked at again.
 */

import { basename } from 'node:path';
import type { URI } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import type { Catalog } from '../discovery/catalog.js';
import { discover } from '../discovery/discover.js';
import { findRoots } from '../discovery/roots.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { ReadCache, readingThrough } from '../files/read-cache.js';
import { Watcher, type WatchMode } from '../files/watcher.js';
import { SettingsCache } from '../tools/settings-cache.js';
import type { Tool } from '../tools/tool.js';
import { findContext, type ToolContext } from '../tools/tool-context.js';
import { ToolSwitches } from '../tools/tool-switches.js';
import { SwitchesFile, switchesPath } from './kept-switches.js';

interface WorkspaceOptions {
  plugins?: readonly string[];
  watchedDirectories?: number;
}

export class Workspace {
  readonly environment: HostEnvironment;
  /** The repository's root, or the working directory: what decisions for the workspace are about. */
  readonly root: URI;
  readonly title: string;
  /** The switches that skillpick keeps itself. */
  readonly kept: SwitchesFile;
  readonly #options: WorkspaceOptions;
  readonly #settings: SettingsCache;
  readonly #switches = new Map<Tool, ToolSwitches>();
  /** What discovery has read. */
  readonly #reads: ReadCache;
  #catalog: Catalog;
  #context: ToolContext;
  #watcher: Watcher | undefined;

  constructor(environment: HostEnvironment, options: WorkspaceOptions) {
    const { root } = findRoots(environment);
    this.environment = environment;
    this.root = fileUri(root);
    this.title = basename(root) || root;
    this.#options = options;
    this.#settings = new SettingsCache(environment);
    this.kept = new SwitchesFile(switchesPath(environment), environment.onRead, this.#settings.own);
    this.#reads = new ReadCache(environment.onRead);
    this.#catalog = this.#discover();
    this.#context = findContext(environment, this.#settings);
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Where tools would be started; one object for each discovery. */
  get context(): ToolContext {
    return this.#context;
  }

  get watchMode(): WatchMode | undefined {
    return this.#watcher?.mode;
  }

  /** The switches of these tools, shared by all sessions. A tool's settings are read when it is first asked for. */
  switchesOf(tools: readonly Tool[]): ReadonlyMap<Tool, ToolSwitches> {
    const before = this.#switches.size;
    const open = (tool: Tool) => new ToolSwitches(tool, this.environment, this.#settings);
    const found = new Map(tools.map((tool) => [tool, getOrMake(this.#switches, tool, () => open(tool))]));
    if (this.#switches.size > before) this.#follow();
    return found;
  }

  /** Looks at the whole disk again: at what discovery found, and at all settings. */
  rescan(): void {
    this.#catalog = this.#discover();
    this.#context = findContext(this.environment, this.#settings);
    this.#reloadSettings();
  }

  /**
   * Calls `changed`, a little later, after anything changed in what was found or in the settings, but not for what this
   * process wrote itself. `failed` gets the error if the disk could not be read again.
   */
  watch(changed: () => void, failed: (error: unknown) => void): void {
    const look = (isFound: boolean) => {
      try {
        if (isFound) this.rescan();
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

  /** Watches the directories that a switch has made, which nothing else reports. */
  followOwnWrites(): void {
    if (this.#settings.takeMovedDirectories()) this.#follow();
  }

  close(): void {
    this.#watcher?.close();
  }

  #discover(): Catalog {
    const find = () => discover(this.environment, { plugins: this.#options.plugins ?? [] });
    return readingThrough(this.#reads, find);
  }

  #reloadSettings(): void {
    this.kept.reload();
    for (const switches of this.#switches.values()) switches.reload();
  }

  #follow(): void {
    const { directories, paths } = this.#catalog;
    this.#watcher?.watch(directories, [this.kept.path, ...this.#settings.paths], paths);
  }
}
