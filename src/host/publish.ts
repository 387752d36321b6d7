/** Lets others find this host: an endpoint entry and a token file, for this user alone, gone when it ends. */

import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatEndpointEntry } from '../protocol/endpoint.js';
import { runtimeDirectory } from '../protocol/runtime-directory.js';
import { SPOKEN_VERSIONS } from './dialect.js';
import type { HostEnvironment } from './environment.js';
import { makeDirectory } from './make-directory.js';
import { replaceFile } from './write-file.js';

export interface Published {
  tokenFile: string;
  /** Removes both files; harmless to call twice. */
  withdraw(): void;
}

function privateDirectory(path: string): string {
  makeDirectory(path, 0o700);
  chmodSync(path, 0o700);
  return path;
}

/** Publishes a host that listens on this loopback port. */
export function publishEndpoint(environment: HostEnvironment, port: number, token: string): Published {
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
  const entry = formatEndpointEntry({
    schemaVersion: 2,
    type: 'standalone',
    pid: process.pid,
    instanceId,
    protocolVersion: SPOKEN_VERSIONS[0],
    connectionToken: token,
    endpoint: { type: 'tcp', host: '127.0.0.1', port },
  });
  replaceFile(entryFile, entry);
  return { tokenFile, withdraw };
}
