/**
 * Reads and writes the host's files. Some hosts have no sandbox, so every path is checked here against the containers of
 * the session.
 */

import { SkillpickError } from '../errors.js';
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

function confine(bounds: Bounds, uri: URI): void {
  if (bounds.some((bound) => isInside(bound, uri))) return;
  throw new SkillpickError('out-of-bounds', 'That file lies outside of the session’s directories.', {
    hint: 'Only files of listed entries can be read, and only writable directories written.',
  });
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

  /** The text of a file. */
  async read(uri: URI, bounds: Bounds): Promise<string> {
    confine(bounds, uri);
    const result = readResourceReadResult(
      await this.#request('resourceRead', { channel: ROOT_CHANNEL, uri }),
    );
    return result.encoding === 'base64' ? Buffer.from(result.data, 'base64').toString('utf8') : result.data;
  }

  async list(uri: URI, bounds: Bounds): Promise<DirectoryEntry[]> {
    confine(bounds, uri);
    return readResourceListResult(await this.#request('resourceList', { channel: ROOT_CHANNEL, uri }))
      .entries;
  }

  /** Returns the host's metadata of a file. */
  async resolve(uri: URI, bounds: Bounds): Promise<unknown> {
    confine(bounds, uri);
    return this.#request('resourceResolve', { channel: ROOT_CHANNEL, uri });
  }

  async mkdir(uri: URI, bounds: Bounds): Promise<void> {
    confine(bounds, uri);
    await this.#request('resourceMkdir', { channel: ROOT_CHANNEL, uri });
  }

  /** Creates a file; never overwrites one. */
  async create(uri: URI, data: string, bounds: Bounds): Promise<void> {
    confine(bounds, uri);
    const params = { channel: ROOT_CHANNEL, uri, data, encoding: 'utf-8', createOnly: true };
    await this.#request('resourceWrite', params);
  }
}
