/** A session of an AHP host as a `SessionSource`. The host runs in this process or behind a socket. */

import type { SessionStore } from '../client/session-store.js';
import type { HostConnection } from './connect.js';
import { HostFiles } from './host-files.js';
import type { SessionSource } from './session-source.js';

interface HostSessionParts {
  connection: HostConnection;
  store: SessionStore;
  isTemporary: boolean;
  close(): Promise<void>;
}

export function hostSession({ connection, store, isTemporary, close }: HostSessionParts): SessionSource {
  const { client, time, watch } = connection;
  const host = { ...connection.host, protocolVersion: client.protocolVersion, isOwn: client.isOwnHost };
  return {
    uri: store.uri,
    host,
    isTemporary,
    files: new HostFiles(client.resources, host, store.getSnapshot),
    getView: store.getSnapshot,
    subscribe: store.subscribe,
    get abilities() {
      return client.abilities;
    },
    get clientId() {
      return client.clientId;
    },
    get agents() {
      return client.root.getSnapshot().root.agents;
    },
    get unreadCount() {
      return client.trouble.count + client.trouble.malformedFrames;
    },
    get status() {
      return client.status;
    },
    onStatus: (listener) => client.onStatus(listener),
    switch: (batch) => store.switch(batch),
    onForgotten: (listener) => store.onForgotten(listener),
    refresh: () => store.refresh(),
    listSessions: () => client.listSessions(),
    limitTime: () => time.restore(),
    watch,
    close,
  };
}
