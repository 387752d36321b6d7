/** A session that is open at a host, as the commands and the picker use it. */

import type { ReadGates } from '../protocol/effective.js';
import type { HostConnection } from './connect.js';
import type { DirectoryPublisher } from './directory-publisher.js';
import { hostFiles } from './host-files.js';
import type { SessionSource } from './session-source.js';
import type { CurrentStore } from './temporary-session.js';

/** Calls back when the list of sessions says something else than before. Listing it again may only make a new array. */
function onSessions({ root }: Pick<HostConnection['client'], 'root'>, listener: () => void): () => void {
  let { sessions } = root.getSnapshot();
  return root.subscribe(() => {
    const before = sessions;
    sessions = root.getSnapshot().sessions;
    if (before !== sessions && JSON.stringify(before) !== JSON.stringify(sessions)) listener();
  });
}

/** What comes with the opening of a session. */
interface Opened {
  readonly isTemporary: boolean;
  readonly readGates: ReadGates | undefined;
  /** Of the plugin that is published in it. */
  readonly publisher: DirectoryPublisher | undefined;
  close(): Promise<void>;
}

/** Returns an open session of an AHP host, which runs in this process or behind a socket. */
export function hostSession(
  { client, time, watch, reread, host: info }: HostConnection,
  current: CurrentStore,
  { isTemporary, readGates, publisher, close }: Opened,
): SessionSource {
  const getView = () => current.store.getSnapshot();
  const host = {
    ...info,
    // A host may come back from a restart with another version.
    get protocolVersion() {
      return client.protocolVersion;
    },
    get isOwn() {
      return client.isOwnHost;
    },
    readGates,
    publishedPath: publisher?.pathOf.bind(publisher),
  };
  return {
    get uri() {
      return current.store.uri;
    },
    host,
    isTemporary,
    get isRenewable() {
      return current.isRenewable;
    },
    clientId: client.clientId,
    files: hostFiles(client.resources, host, getView),
    getView,
    subscribe(listener) {
      const stops = [current.subscribe(listener), publisher?.subscribe(listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    get publishProblems() {
      return publisher?.problems ?? [];
    },
    get abilities() {
      return client.abilities;
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
    switch: (batch) => current.store.switch(batch),
    act: (action, holds) => current.store.act(action, holds),
    followAgent: () => current.store.followAgent(),
    selectAgent: (uri) => current.store.selectAgent(uri),
    plan: (batch) => current.store.plan(batch),
    undo: (batch) => current.store.undo(batch),
    planUndo: (batches) => current.store.planUndo(batches),
    onForgotten: (listener) => current.onForgotten(listener),
    async refresh() {
      await reread();
      return current.refresh();
    },
    listSessions: () => client.listSessions(),
    onSessions: (listener) => onSessions(client, listener),
    limitTime() {
      time.isLifted = false;
    },
    watch,
    close,
  };
}
