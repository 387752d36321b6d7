/** The files of a session, read and written through the host, within the bounds of the session's containers. */

import { realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAddress } from '../client/address.js';
import { RequestError } from '../client/connection.js';
import { type Resources, readableBounds, writableBounds } from '../client/resources.js';
import { isProse } from '../paths.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import { isNumber, isObject, isString } from '../protocol/checks.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { URI } from '../protocol/types.js';
import { type HostInfo, isSshUrl } from './connect.js';
import type { SessionFiles, SessionSource, SourceHost } from './session-source.js';

/** Reads a time; hosts send milliseconds or text. */
function readTime(time: unknown): number | null {
  const milliseconds = isString(time) ? Date.parse(time) : time;
  return isNumber(milliseconds) ? milliseconds : null;
}

/** Returns true if the host sees the disk of this machine. */
export function isOnThisMachine({ url }: Pick<HostInfo, 'url'>): boolean {
  if (url === null) return true;
  if (isSshUrl(url)) return false;
  const address = parseAddress(url);
  return address.kind === 'socket' || address.loopback;
}

/** Returns the path of a host's file on this machine; undefined if it is elsewhere or no file can have this name. */
export function pathHere(host: Pick<HostInfo, 'url'>, uri: string): string | undefined {
  if (!uri.startsWith('file:///') || !isOnThisMachine(host)) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    // The uri has an escaped slash or malformed escapes.
    return undefined;
  }
}

const isBelow = (directory: string, path: string): boolean => path.startsWith(join(directory, sep));

/** Returns true if a path in the working directory leads out of it. Skills may be anywhere. */
function leadsOut(directory: string | undefined, path: string, real: string): boolean {
  if (directory === undefined || !isBelow(directory, path) || basename(real) === 'SKILL.md') return false;
  return !isBelow(realpathSync.native(directory), real);
}

/** Returns true if both are files of prose, or have the same extension. */
function isSameKind(path: string, other: string): boolean {
  const extension = (name: string) => /\.[^./\\]*$/.exec(name)?.[0].toLowerCase();
  return (isProse(path) && isProse(other)) || extension(path) === extension(other);
}

/**
 * Returns why a file must not be read: a link leads to another kind of file, or out of the session's working
 * directory. Returns null if it may be read. Other hosts follow every link; our own host checks links itself.
 */
function linkReason(host: SourceHost, directory: URI | undefined, uri: URI): string | null {
  const path = host.isOwn ? undefined : pathHere(host, uri);
  if (path === undefined) return null;
  try {
    const real = realpathSync.native(path);
    if (!isSameKind(path, real)) return 'a link leads to another kind of file';
    const root = directory === undefined ? undefined : pathHere(host, directory);
    return leadsOut(root, path, real) ? 'a link leads out of the working directory' : null;
  } catch {
    // The host may be on another machine, behind a tunnel.
    return null;
  }
}

/** Resolves to undefined if the host refuses the request. */
async function unlessRefused<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

export function hostFiles(
  resources: Resources,
  host: SourceHost,
  getView: SessionSource['getView'],
): SessionFiles {
  let known: { customizations: unknown; bounds: URI[] } | undefined;
  /** Returns the bounds of the session's files, found once for each list. */
  const readable = () => {
    const { customizations } = getView().state;
    if (known === undefined || known.customizations !== customizations)
      known = { customizations, bounds: readableBounds(customizations) };
    return known.bounds;
  };
  return {
    read: (uri) => resources.read(uri, readable()),
    list: (uri) => resources.list(uri, readable()),
    async stat(uri) {
      const known = await unlessRefused(resources.resolve(uri, readable()));
      if (known === undefined) return undefined;
      const { size, mtime, type } = isObject(known) ? known : {};
      const isLink = type === 'symlink';
      return { size: typeof size === 'number' ? size : null, mtimeMs: readTime(mtime), isLink };
    },
    async create(uri, text) {
      const bounds = writableBounds(getView().state.customizations);
      // Not every host refuses to overwrite a file.
      if ((await unlessRefused(resources.resolve(uri, bounds))) !== undefined) return false;
      // Some hosts do not create the directory with the file, and some refuse to create one that exists. Our own host
      // creates both, and removes the directory again if the file cannot be written.
      if (!host.isOwn) await unlessRefused(resources.mkdir(uri.replace(/\/[^/]*$/, ''), bounds));
      try {
        await resources.create(uri, text, bounds);
        return true;
      } catch (error) {
        if (error instanceof RequestError && error.rpcCode === ErrorCodes.AlreadyExists) return false;
        throw error;
      }
    },
    whyHidden: (uri) => linkReason(host, workingDirectoryOf(getView().state), uri),
    localPath: (uri) => pathHere(host, uri),
  };
}
