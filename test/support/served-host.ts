/** An embedded host on a real port over a scratch tree, with raw clients; all of it ends with the test. */

import { onTestFinished } from 'vitest';
import { Host, type HostOptions } from '../../src/host/host.js';
import { type RunningServer, serveHost } from '../../src/host/wire/server.js';
import type { Tree } from './host-tree.js';
import { RawClient } from './raw-client.js';

export interface ServedHost {
  host: Host;
  server: RunningServer;
  url: string;
  token: string;
  /** A client that has initialized. */
  greet(version?: string, clientId?: string): Promise<RawClient>;
  /** A client that has sent nothing yet. */
  open(clientId?: string): Promise<RawClient>;
}

export async function servedHost(
  tree: Tree,
  options: Omit<HostOptions, 'environment'> = {},
): Promise<ServedHost> {
  const host = new Host({ environment: tree.environment, ...options });
  const token = 'a-token-for-tests';
  const server = await serveHost({ host, token });
  onTestFinished(() => server.close());
  const address = { url: server.url, token };
  const keep = (client: RawClient) => {
    onTestFinished(() => client.close());
    return client;
  };
  return {
    host,
    server,
    ...address,
    greet: async (version, clientId) => keep(await RawClient.greet(address, version, clientId)),
    open: async (clientId) => keep(await RawClient.open(address, clientId)),
  };
}
