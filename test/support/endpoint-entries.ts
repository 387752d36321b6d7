/** Endpoint entries in a scratch runtime directory, as a running host would publish them. */

import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const publishedToken = 'a-very-secret-token';

/** Makes an entry as old as that of a host that has long been running. */
export function ageEntry({ root }: { root: string }, name: string): void {
  const anHourAgo = Date.now() / 1000 - 3_600;
  utimesSync(join(root, 'run/skillpick/entries', `${name}.json`), anHourAgo, anHourAgo);
}

/** What a host with this address would publish. */
export function publishEntry(
  { root }: { root: string },
  name: string,
  url: string,
  pid: number = process.pid,
  mode = 0o600,
): void {
  const directory = join(root, 'run/skillpick/entries');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { hostname, port } = new URL(url);
  const entry = {
    schemaVersion: 2,
    type: 'standalone',
    pid,
    instanceId: name,
    protocolVersion: '0.9.0',
    connectionToken: publishedToken,
    endpoint: { type: 'tcp', host: hostname, port: Number(port) },
  };
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(entry));
  chmodSync(join(directory, `${name}.json`), mode);
}
