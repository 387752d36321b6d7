/** Files of a host that lie on this machine. */

import { realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAddress } from '../client/address.js';
import { isSameKind } from '../entries/shown-file.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import type { HostInfo } from './connect.js';
import type { SessionSource } from './session-source.js';

type FileSession = Pick<SessionSource, 'getView' | 'host'>;

/** True if the host sees the same disk as we do. */
function isOnThisMachine({ url }: Pick<HostInfo, 'url'>): boolean {
  if (url === null) return true;
  const address = parseAddress(url);
  return address.kind === 'socket' || address.loopback;
}

/** Returns where a host's file is on this machine; undefined if it is not here, or has a name that no file can have. */
export function pathHere(host: Pick<HostInfo, 'url'>, uri: string): string | undefined {
  if (!uri.startsWith('file:///') || !isOnThisMachine(host)) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    // An escaped slash, or escapes that are none.
    return undefined;
  }
}

const isBelow = (directory: string, path: string): boolean => path.startsWith(join(directory, sep));

/** True if a path of the working directory leads out of it, other than to a skill. */
function leadsOut(directory: string | undefined, path: string, real: string): boolean {
  if (directory === undefined || !isBelow(directory, path) || basename(real) === 'SKILL.md') return false;
  return !isBelow(realpathSync.native(directory), real);
}

/**
 * Returns why a file is not asked for: a link leads to something else than it is called, or out of the session's working
 * directory. Other hosts follow every link; our own decides for itself. Null: it may be asked for.
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
    // Not on this disk after all: the host may be reached through a tunnel.
    return null;
  }
}
