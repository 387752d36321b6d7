/**
 * The host's files, for the little we read and write of them. Shipped hosts have no sandbox of their own, so
 * every path is checked here against the containers it may belong to.
 */

import { SkillpickError } from '../errors.js';
import { isInside } from '../protocol/confine.js';
import { readResourceListResult, readResourceReadResult } from '../protocol/read-result.js';
import { walk } from '../protocol/tree.js';
import { type Customization, type DirectoryEntry, ROOT_CHANNEL, type URI } from '../protocol/types.js';
import type { Request } from './session-list.js';

/** Where reading, or writing, is allowed. */
export type Bounds = readonly URI[];

/** The places a session's entries may be read from: their containers, their own files, and each skill's folder. */
export function readableBounds(customizations: readonly Customization[] | undefined): URI[] {
  const bounds = new Set<URI>();
  for (const { node } of walk(customizations)) {
    bounds.add(node.uri);
    if (node.type === 'skill') bounds.add(node.uri.replace(/\/[^/]*$/, ''));
  }
  bounds.delete('');
  return [...bounds];
}

/** The directories the host lets clients write into. */
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

  /** What the host knows about a file without reading it. */
  async resolve(uri: URI, bounds: Bounds): Promise<unknown> {
    confine(bounds, uri);
    return this.#request('resourceResolve', { channel: ROOT_CHANNEL, uri });
  }

  async mkdir(uri: URI, bounds: Bounds): Promise<void> {
    confine(bounds, uri);
    await this.#request('resourceMkdir', { channel: ROOT_CHANNEL, uri });
  }

  /** Creates a file; one that exists is never overwritten. */
  async create(uri: URI, data: string, bounds: Bounds): Promise<void> {
    confine(bounds, uri);
    const params = { channel: ROOT_CHANNEL, uri, data, encoding: 'utf-8', createOnly: true };
    await this.#request('resourceWrite', params);
  }
}
