/**
 * The one cache of the tools' settings files around a working directory, shared by all its sessions. A file is opened
 * again only if it has changed. A write of this process is read back once and does not count as a change.
 */

import { join } from 'node:path';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import { getOrMake } from '../collections.js';
import type { HostEnvironment } from '../environment.js';
import { OwnWrites, ReadCache } from '../files/read-cache.js';
import { MadeFiles } from './made-files.js';
import { Refusal, SettingsMistake } from './refusal.js';
import { readSettings, type SettingsWrite, writeSettings } from './switch-file.js';
import type { ToolId } from './tool.js';

export class SettingsCache {
  readonly own = new OwnWrites();
  readonly #environment: HostEnvironment;
  readonly #reads: ReadCache;
  readonly #made = new Map<ToolId, MadeFiles>();
  readonly #paths = new Set<string>();
  readonly #onNewPath: () => void;
  #hasMovedDirectories = false;

  /** Calls `onNewPath` when a file is requested for the first time. */
  constructor(environment: HostEnvironment, onNewPath: () => void = () => {}) {
    this.#environment = environment;
    this.#onNewPath = onNewPath;
    this.#reads = new ReadCache(environment.onRead);
  }

  /** All files that were requested, including missing ones. */
  get paths(): Iterable<string> {
    return this.#paths;
  }

  /** Starts a pass, in which every file is checked for changes once. */
  startPass(): void {
    this.#reads.startPass();
  }

  /** Returns the text of a file; undefined if there is none. Throws a Refusal if it cannot be read. */
  read(path: string): string | undefined {
    if (!this.#paths.has(path)) {
      this.#paths.add(path);
      this.#onNewPath();
    }
    return this.#reads.get(path, readSettings);
  }

  /** Returns the text of a file; undefined if it is missing or cannot be read. */
  textOf(path: string): string | undefined {
    return this.readIfPossible(path, String) as string | undefined;
  }

  /** Returns the parsed file; undefined if it is missing or broken. For settings that are useful but not required. */
  readIfPossible(path: string, parse: (text: string) => unknown): unknown {
    try {
      const text = this.read(path);
      return text === undefined ? undefined : parse(text);
    } catch (error) {
      if (error instanceof Refusal || error instanceof SettingsMistake) return undefined;
      throw error;
    }
  }

  /**
   * Writes a text that was made from `before`; the next read opens the file again. In the result, the text is undefined
   * if the file was removed. Writes nothing and returns undefined if the file no longer has the text `before`.
   */
  write(
    tool: ToolId,
    before: string | undefined,
    change: Omit<SettingsWrite, 'before' | 'made'>,
  ): { text: string | undefined } | undefined {
    const { path } = change;
    if (this.#reads.recheck(path, readSettings) !== before) return undefined;
    const { target, directories, text } = writeSettings({ ...change, before, made: this.#madeFor(tool) });
    this.own.add([path, target, ...directories]);
    this.#hasMovedDirectories ||= directories.length > 0;
    this.#reads.noteWritten(path);
    return { text };
  }

  /** True if skillpick made the file, and so removes it once it has no settings. */
  isMade(tool: ToolId, path: string): boolean {
    const made = this.#madeFor(tool).find(path);
    return made !== undefined && made.blank === undefined;
  }

  /** True if writes have made or removed directories since the last call. */
  takeMovedDirectories(): boolean {
    const hasMoved = this.#hasMovedDirectories;
    this.#hasMovedDirectories = false;
    return hasMoved;
  }

  #madeFor(tool: ToolId): MadeFiles {
    const list = join(stateDirectory(this.#environment), `${tool}-files.json`);
    return getOrMake(this.#made, tool, () => new MadeFiles(list, this.#environment.onRead));
  }
}
