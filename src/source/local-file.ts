/** The files of a host that are on this machine, and the links that keep one from being read. */

import { realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAddress } from '../client/address.js';
import { isProse } from '../paths.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import type { HostInfo } from './connect.js';
import type { SessionSource } from './session-source.js';

type FileSession = Pick<SessionSource, 'getView' | 'host'>;

/** Returns true if the host sees the disk of this machine. */
function isOnThisMachine({ url }: Pick<HostInfo, 'url'>): boolean {
  if (url === null) return true;
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

/** Returns true if a path in the working directory leads out of it, except to a skill. */
function leadsOut(directory: string | undefined, path: string, real: string): boolean {
  if (directory === undefined || !isBelow(directory, path) || basename(real) === 'SKILL.md') return false;
  return !isBelow(realpathSync.native(directory), real);
}

/** Returns true if both names are of prose, or have the same ending. */
function isSameKind(path: string, other: string): boolean {
  const ending = (name: string) => /\.[^./\\]*$/.exec(name)?.[0].toLowerCase();
  return (isProse(path) && isProse(other)) || ending(path) === ending(other);
}

/**
 * Returns why a file must not be read: a link leads to another kind of file, or out of the session's working
 * directory. Returns null if it may be read. Other hosts follow every link; our own host checks links itself.
 */
export function linkReason({ getView, host }: FileSession, uri: string): string | null {
  const path = host.isOwn ? undefined : pathHere(host, uri);
  if (path === undefined) return null;
  const directory = workingDirectoryOf(getView().state);
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
