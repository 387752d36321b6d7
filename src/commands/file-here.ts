/** Files of a host that lie on this machine. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAddress } from '../client/address.js';
import { isSameKind } from '../picker/shown-file.js';
import type { HostInfo } from './connect.js';

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

/**
 * Returns why a file is not asked for: a link leads to something else than it is called. Other hosts follow every link;
 * the embedded one decides for itself. Null: it may be asked for.
 */
export function linkReason(host: Pick<HostInfo, 'kind' | 'url'>, uri: string): string | null {
  const path = host.kind === 'embedded' ? undefined : pathHere(host, uri);
  if (path === undefined) return null;
  try {
    return isSameKind(path, realpathSync.native(path)) ? null : 'a link leads to another kind of file';
  } catch {
    // Not on this disk after all: the host may be reached through a tunnel.
    return null;
  }
}
