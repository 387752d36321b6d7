/** The addresses of sessions, and the directories that clients name for them. */

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT_CHANNEL, type URI } from '../protocol/types.js';
import { ifPossible } from './files/if-possible.js';
import { followedStatusOf } from './files/path-status.js';
import { invalidParams } from './wire/host-error.js';

/** Returns true for an address that a client may choose for its session. */
export const isSessionUri = (uri: URI): boolean =>
  uri !== ROOT_CHANNEL && /^[a-z][a-z0-9+.-]*:\/[\w./-]{1,200}$/i.test(uri);

/** Returns the address of a session that exists from the start; always the same for the same directory. */
export function permanentUri(provider: string, cwd: string): URI {
  return `${provider}:/${createHash('sha1').update(cwd).digest('hex').slice(0, 12)}`;
}

/** Returns the path of a working directory. Throws a HostError if there is none. */
export function directoryPath(uri: URI | undefined): string | undefined {
  if (uri === undefined) return undefined;
  const path = ifPossible(() => resolve(fileURLToPath(uri)));
  if (path !== undefined && followedStatusOf(path)?.isDirectory()) return path;
  throw invalidParams('the working directory has to be a directory here, as a file: URI');
}
