/** A client and a scripted host in one process, without sockets, under a clock the test moves. */

import { expect, onTestFinished } from 'vitest';
import { Client, type ClientOptions, type SessionStore } from '../../src/client/index.js';
import { FakeClock, quiet } from './fake-clock.js';
import { memoryOpen } from './memory-host.js';
import { type ScriptedHost, SESSION } from './scripted-host.js';

export interface OpenInMemory {
  client: Client;
  store: SessionStore;
  clock: FakeClock;
}

/** Connects; the caller closes. */
export async function connectInMemory(
  host: ScriptedHost,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; clock: FakeClock }> {
  const clock = new FakeClock();
  const client = await Client.connect({ open: memoryOpen(host), clock, ...options });
  return { client, clock };
}

/** Opens the host's session; after the test it closes the client and expects no timer to be left. */
export async function openInMemory(
  host: ScriptedHost,
  options: Partial<ClientOptions> = {},
): Promise<OpenInMemory> {
  const { client, clock } = await connectInMemory(host, options);
  onTestFinished(async () => {
    await client.close();
    await quiet();
    expect(clock.pending).toEqual([]);
    expect(host.peers.size).toBe(0);
  });
  return { client, clock, store: await client.openSession(SESSION) };
}

/** Lets the client notice a drop and reconnect. */
export async function letReconnect(clock: FakeClock): Promise<void> {
  await quiet();
  await clock.advance(1_000);
}
