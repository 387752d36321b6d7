/** The working directories of a host. Each is read when it is first used, and watched if the host watches the disk. */

import { getOrMake } from '../collections.js';
import type { HostEnvironment } from '../environment.js';
import { Workspace, type WorkspaceOptions } from './workspace.js';

interface WorkspacesOptions extends WorkspaceOptions {
  environment: HostEnvironment;
}

/** What the host does when something happens to a working directory. */
export interface WorkspaceEvents {
  /** It was read again, or for the first time, if that was not done at once. */
  changed(workspace: Workspace): void;
  /** More files were read for the first time. */
  progressed(workspace: Workspace): void;
  /** It could not be read. */
  failed(workspace: Workspace, error: unknown): void;
}

export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #events: WorkspaceEvents;
  readonly #byDirectory = new Map<string, Workspace>();
  #rescan: NodeJS.Immediate | undefined;
  #isWatching = false;

  constructor(options: WorkspacesOptions, events: WorkspaceEvents) {
    this.#options = options;
    this.#events = events;
  }

  get all(): Workspace[] {
    return [...this.#byDirectory.values()];
  }

  at(cwd: string): Workspace {
    return getOrMake(this.#byDirectory, cwd, () => this.#open(cwd));
  }

  /** Starts to watch for changes on disk. */
  watch(): void {
    this.#isWatching = true;
    for (const workspace of this.all) this.#watch(workspace);
  }

  /** Reads everything again, unless the host is closed before. */
  rescanSoon(): void {
    this.#rescan ??= setImmediate(() => {
      this.#rescan = undefined;
      void this.rescan();
    });
  }

  /** Reads everything again. Resolves once that is shown. */
  async rescan(): Promise<void> {
    await Promise.all(this.all.map((workspace) => this.#settle(workspace, workspace.rescan())));
  }

  drop(workspace: Workspace): void {
    workspace.close();
    this.#byDirectory.delete(workspace.environment.cwd);
  }

  close(): void {
    clearImmediate(this.#rescan);
    for (const workspace of this.all) workspace.close();
  }

  #open(cwd: string): Workspace {
    const { environment, onProgress, ...options } = this.#options;
    const progressed = (files: number) => {
      onProgress?.(files);
      // It is not there yet while its constructor reads.
      const workspace = this.#byDirectory.get(cwd);
      if (workspace !== undefined) this.#events.progressed(workspace);
    };
    const isFollowed = options.inSlices || onProgress !== undefined;
    const workspace = new Workspace(
      { ...environment, cwd },
      { ...options, ...(isFollowed && { onProgress: progressed }) },
    );
    if (workspace.loading !== undefined) void this.#settle(workspace, workspace.loading);
    if (this.#isWatching) this.#watch(workspace);
    return workspace;
  }

  #watch(workspace: Workspace): void {
    const { changed, failed } = this.#events;
    workspace.watch(
      () => changed(workspace),
      (error) => failed(workspace, error),
    );
  }

  /** Shows what was read, or why it could not be read. */
  async #settle(workspace: Workspace, reading: Promise<void>): Promise<void> {
    const { changed, failed } = this.#events;
    try {
      await reading;
      changed(workspace);
    } catch (error) {
      failed(workspace, error);
    }
  }
}
