/** One working directory: what was found for it, kept up to date by watching, shared by all its sessions. */

import { basename } from 'node:path';
import type { URI } from '../../protocol/types.js';
import type { Catalog } from '../discovery/catalog.js';
import { discover } from '../discovery/discover.js';
import { findRoots } from '../discovery/roots.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { Watcher, type WatchMode } from '../files/watch.js';

export interface WorkspaceOptions {
  plugins?: readonly string[];
  watchedDirectories?: number;
}

export class Workspace {
  readonly environment: HostEnvironment;
  /** The repository's root, or the working directory: what decisions for the workspace are about. */
  readonly root: URI;
  readonly title: string;
  readonly #options: WorkspaceOptions;
  #catalog: Catalog;
  #watcher: Watcher | undefined;
  #files: readonly string[] = [];

  constructor(environment: HostEnvironment, options: WorkspaceOptions) {
    const { root } = findRoots(environment);
    this.environment = environment;
    this.root = fileUri(root);
    this.title = basename(root) || root;
    this.#options = options;
    this.#catalog = this.#discover();
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  get watchMode(): WatchMode | undefined {
    return this.#watcher?.mode;
  }

  /** Reads the disk again. */
  rescan(): void {
    this.#catalog = this.#discover();
  }

  /**
   * Calls back, a little later, after anything changed in what was found or in these files; `failed` is told why
   * the disk could not be read again, should that ever be.
   */
  watch(files: readonly string[], changed: () => void, failed: (error: unknown) => void): void {
    this.#files = files;
    const look = (isFound: boolean) => {
      try {
        if (isFound) this.rescan();
        changed();
      } finally {
        this.#follow();
      }
    };
    this.#watcher ??= new Watcher(look, this.#options.watchedDirectories, failed);
    this.#follow();
  }

  close(): void {
    this.#watcher?.close();
  }

  #discover(): Catalog {
    return discover(this.environment, { plugins: this.#options.plugins ?? [] });
  }

  #follow(): void {
    const { directories, paths } = this.#catalog;
    this.#watcher?.watch(directories, this.#files, paths);
  }
}
