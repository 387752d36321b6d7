/** The files of a session, read and written through the host, within the bounds of the session's containers. */

import { RequestError } from '../client/connection.js';
import { type Bounds, type Resources, readableBounds, writableBounds } from '../client/resources.js';
import { isObject } from '../protocol/checks.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { DirectoryEntry, URI } from '../protocol/types.js';
import { linkReason, pathHere } from './local-file.js';
import type { FileStat, SessionFiles, SessionSource, SourceHost } from './session-source.js';

/** Reads a time; hosts send milliseconds or text. */
function readTime(time: unknown): number | null {
  const milliseconds = typeof time === 'string' ? Date.parse(time) : time;
  return typeof milliseconds === 'number' && Number.isFinite(milliseconds) ? milliseconds : null;
}

export class HostFiles implements SessionFiles {
  readonly #resources: Resources;
  readonly #host: SourceHost;
  readonly #getView: SessionSource['getView'];

  constructor(resources: Resources, host: SourceHost, getView: SessionSource['getView']) {
    this.#resources = resources;
    this.#host = host;
    this.#getView = getView;
  }

  read(uri: URI): Promise<string> {
    return this.#resources.read(uri, this.#readable());
  }

  list(uri: URI): Promise<DirectoryEntry[]> {
    return this.#resources.list(uri, this.#readable());
  }

  async stat(uri: URI): Promise<FileStat | undefined> {
    const known = await this.#resolve(uri, this.#readable());
    if (known === undefined) return undefined;
    const { size, mtime } = isObject(known) ? known : {};
    return { size: typeof size === 'number' ? size : null, mtimeMs: readTime(mtime) };
  }

  /** Looks for the file first, because not every host refuses to overwrite one. */
  async create(uri: URI, text: string): Promise<boolean> {
    const bounds = writableBounds(this.#getView().state.customizations);
    if ((await this.#resolve(uri, bounds)) !== undefined) return false;
    if (!this.#host.isOwn) await this.#makeDirectory(uri.replace(/\/[^/]*$/, ''), bounds);
    try {
      await this.#resources.create(uri, text, bounds);
      return true;
    } catch (error) {
      if (error instanceof RequestError && error.rpcCode === ErrorCodes.AlreadyExists) return false;
      throw error;
    }
  }

  linkReason(uri: URI): string | null {
    return linkReason({ getView: this.#getView, host: this.#host }, uri);
  }

  localPath(uri: URI): string | undefined {
    return pathHere(this.#host, uri);
  }

  #readable(): Bounds {
    return readableBounds(this.#getView().state.customizations);
  }

  async #resolve(uri: URI, bounds: Bounds): Promise<unknown> {
    try {
      return (await this.#resources.resolve(uri, bounds)) ?? null;
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
  }

  /**
   * Some hosts do not create the directory with the file, and some refuse to create one that exists. Our own host
   * creates both, and removes the directory again if the file cannot be written.
   */
  async #makeDirectory(uri: URI, bounds: Bounds): Promise<void> {
    try {
      await this.#resources.mkdir(uri, bounds);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
  }
}
