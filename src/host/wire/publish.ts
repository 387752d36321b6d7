/** Publishes this host: an endpoint entry and a token file that only this user can read. Both are removed at exit. */

import { randomUUID } from 'node:crypto';
import { constants, fchmodSync, fstatSync, lstatSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SkillpickError } from '../../errors.js';
import { pidNamespace } from '../../pid-namespace.js';
import { type EndpointAddress, formatEndpointEntry } from '../../protocol/endpoint.js';
import { runtimeDirectory } from '../../protocol/runtime-directory.js';
import type { HostEnvironment } from '../environment.js';
import { makeDirectory } from '../files/make-directory.js';
import { withOpened } from '../files/open-file.js';
import { resolvePath } from '../files/resolve-path.js';
import { replaceFile } from '../files/write-file.js';
import { SPOKEN_VERSIONS } from './negotiate.js';

/** The files of a published host. */
export interface Published {
  tokenFile: string;
  /** Removes both files; harmless to call twice. */
  withdraw(): void;
}

function refuse(path: string, reason: string): never {
  throw new SkillpickError('output-failed', `The token is not written to ${path}: ${reason}.`, {
    hint: 'Make it a directory of your own, or set XDG_RUNTIME_DIR.',
  });
}

/** Makes a directory that no other user can read. Refuses an existing one that is a link or another user's. */
function privateDirectory(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) refuse(path, 'it is a link');
  const resolved = join(resolvePath(dirname(path)), basename(path));
  makeDirectory(resolved, 0o700);
  const makePrivate = (handle: number) => {
    if (process.getuid === undefined) return;
    if (fstatSync(handle).uid !== process.getuid()) refuse(path, 'it belongs to another user');
    fchmodSync(handle, 0o700);
  };
  withOpened(resolved, makePrivate, constants.O_DIRECTORY ?? 0);
  return path;
}

/** Publishes a host that listens at this address. */
export function publishEndpoint(
  environment: HostEnvironment,
  endpoint: EndpointAddress,
  token: string,
): Published {
  const runtime = privateDirectory(runtimeDirectory(environment));
  const instanceId = randomUUID();
  const tokenFile = join(privateDirectory(join(runtime, 'tokens')), instanceId);
  const entryFile = join(privateDirectory(join(runtime, 'entries')), `${instanceId}.json`);
  const withdraw = () => {
    process.off('exit', withdraw);
    for (const file of [entryFile, tokenFile]) rmSync(file, { force: true });
  };
  process.on('exit', withdraw);
  replaceFile(tokenFile, `${token}\n`);
  const namespace = pidNamespace();
  const entry = formatEndpointEntry({
    schemaVersion: 2,
    type: 'standalone',
    pid: process.pid,
    instanceId,
    protocolVersion: SPOKEN_VERSIONS[0],
    connectionToken: token,
    endpoint,
    ...(namespace !== undefined && { pidNamespace: namespace }),
  });
  replaceFile(entryFile, entry);
  return { tokenFile, withdraw };
}
