/** A client of an embedded host in the same process, with its sessions by provider. */

import { Client } from '../../src/client/client.js';
import type { SessionStore } from '../../src/client/session-store.js';
import { type Entry, listEntries } from '../../src/entries/entries.js';
import type { Host } from '../../src/host/host.js';
import { memoryPair } from '../../src/protocol/transport.js';
import { ownHost } from './standing.js';

export interface InProcess {
  client: Client;
  open(provider: string): Promise<SessionStore>;
}

export async function connectInProcess(host: Host): Promise<InProcess> {
  const client = await Client.connect({
    open: async () => {
      const [ours, theirs] = memoryPair();
      host.connect(theirs);
      return ours;
    },
  });
  const open = async (provider: string) => {
    const sessions = await client.listSessions();
    const session = sessions.find((candidate) => candidate.provider === provider);
    if (session === undefined) throw new Error(`no session of ${provider}`);
    return client.openSession(session.resource);
  };
  return { client, open };
}

/** The entry of this name, as the picker would show it. */
export function entryNamed(store: SessionStore, name: string): Entry {
  const found = listEntries(store.getSnapshot().state, ownHost).entries.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no entry ${name}`);
  return found;
}
