/** Connects a client to a scripted host over a real socket, and checks that it leaves nothing behind. */

import { expect, onTestFinished } from 'vitest';
import {
  type Client,
  type ConnectToHostOptions,
  connectToHost,
  type SessionStore,
} from '../../src/client/index.js';
import { type Listening, type ListenOptions, listen } from './listen.js';
import { CountingClock, expectConnections, openConnections } from './open-handles.js';
import { type ScriptedHost, SESSION } from './scripted-host.js';
import { until } from './until.js';

export interface OpenScripted {
  client: Client;
  store: SessionStore;
  listening: Listening;
}

/** Starts the host's server; it ends with the test. */
export async function listenDuringTest(host: ScriptedHost, options: ListenOptions = {}): Promise<Listening> {
  const listening = await listen(host, options);
  onTestFinished(() => listening.close());
  return listening;
}

/** Connects; after the test it closes the client and expects no timer and no connection to be left. */
export async function connectDuringTest(
  listening: Pick<Listening, 'url'>,
  options: Partial<ConnectToHostOptions> = {},
): Promise<Client> {
  const before = openConnections();
  const clock = new CountingClock();
  const client = await connectToHost({ url: listening.url, clock, ...options });
  onTestFinished(async () => {
    await client.close();
    expect(clock.timers).toBe(0);
    await expectConnections(before);
  });
  return client;
}

/** Connects and opens the host's session. */
export async function openScripted(
  host: ScriptedHost,
  options: Partial<ConnectToHostOptions> = {},
): Promise<OpenScripted> {
  const listening = await listenDuringTest(host);
  const client = await connectDuringTest(listening, options);
  return { client, store: await client.openSession(SESSION), listening };
}

/** Resolves once the connection is in this state. */
export function statusIs(client: Client, kind: Client['status']['kind']): Promise<void> {
  return until(
    (listener) => client.onStatus(listener),
    () => client.status.kind === kind,
  );
}
