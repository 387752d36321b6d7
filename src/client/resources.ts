/**
 * Reads and writes the host's files. Some hosts serve any file, so every URI is checked here against the containers of
 * the session.
 */

import { SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import { isInside } from '../protocol/confine.js';
import { readResourceListResult, readResourceReadResult } from '../protocol/read-result.js';
import { walk } from '../protocol/tree.js';
import { type Customization, type DirectoryEntry, ROOT_CHANNEL, type URI } from '../protocol/types.js';
import type { Request } from './session-list.js';

/** The files and directories that may be read, or written. */
export type Bounds = readonly URI[];

/** Returns what may be read in a session: its containers, the files of its entries, and each skill's folder. */
export function readableBounds(customizations: readonly Customization[] | undefined): URI[] {
  const bounds = new Set<URI>();
  for (const { node } of walk(customizations)) {
    bounds.add(node.uri);
    if (node.type === 'skill') bounds.add(node.uri.replace(/\/[^/]*$/, ''));
  }
  bounds.delete('');
  return [...bounds];
}

/** Returns the directories that the host lets clients write to. */
export function writableBounds(customizations: readonly Customization[] | undefined): URI[] {
  return (customizations ?? []).flatMap((entry) =>
    entry.type === 'directory' && entry.writable ? [entry.uri] : [],
  );
}

/**
 * Reads, lists and creates files of the host, each request inside the bounds that it is given.
 *
 * Every method throws {@link SkillpickError} with the code `out-of-bounds` for a URI outside of its bounds, and
 * {@link RequestError} if the host refuses.
 */
export class Resources {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  /** Returns the text of a file. */
  async read(uri: URI, bounds: Bounds): Promise<string> {
    const result = readResourceReadResult(await this.#ask('resourceRead', uri, bounds));
    return result.encoding === 'base64' ? Buffer.from(result.data, 'base64').toString('utf8') : result.data;
  }

  async list(uri: URI, bounds: Bounds): Promise<DirectoryEntry[]> {
    return readResourceListResult(await this.#ask('resourceList', uri, bounds)).entries;
  }

  /** Returns the host's metadata of a file; of a link, those of the link itself if the host has them. */
  resolve(uri: URI, bounds: Bounds): Promise<unknown> {
    return this.#ask('resourceResolve', uri, bounds, { followSymlinks: false });
  }

  async mkdir(uri: URI, bounds: Bounds): Promise<void> {
    await this.#ask('resourceMkdir', uri, bounds);
  }

  /** Creates a file; never overwrites one. */
  async create(uri: URI, data: string, bounds: Bounds): Promise<void> {
    await this.#ask('resourceWrite', uri, bounds, { data, encoding: 'utf-8', createOnly: true });
  }

  async #ask(method: string, uri: URI, bounds: Bounds, content: JsonObject = {}): Promise<unknown> {
    if (bounds.some((bound) => isInside(bound, uri)))
      return this.#request(method, { channel: ROOT_CHANNEL, uri, ...content });
    throw new SkillpickError('out-of-bounds', 'That file lies outside of the session’s directories.', {
      hint: 'Only files of listed entries can be read, and only writable directories written.',
    });
  }
}
