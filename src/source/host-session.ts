/** A session of an AHP host as a `SessionSource`. The host runs in this process or behind a socket. */

import type { SessionStore } from '../client/session-store.js';
import type { HostConnection } from './connect.js';
import { HostFiles } from './host-files.js';
import { linkReason, pathHere } from './local-file.js';
import type {
  Forgotten,
  LinkStatus,
  SessionSource,
  SourceHost,
  SwitchRequest,
  ToggleOutcome,
} from './session-source.js';

export interface HostSessionParts {
  readonly connection: HostConnection;
  readonly store: SessionStore;
  readonly isTemporary: boolean;
  close(): Promise<void>;
}

export class HostSession implements SessionSource {
  readonly host: SourceHost;
  readonly files: HostFiles;
  readonly isTemporary: boolean;
  readonly getView: SessionStore['getSnapshot'];
  readonly subscribe: SessionStore['subscribe'];
  readonly close: () => Promise<void>;
  readonly #connection: HostConnection;
  readonly #store: SessionStore;

  constructor({ connection, store, isTemporary, close }: HostSessionParts) {
    const { client, host } = connection;
    this.host = { ...host, protocolVersion: client.protocolVersion, isOwn: client.isOwnHost };
    this.isTemporary = isTemporary;
    this.getView = store.getSnapshot;
    this.subscribe = store.subscribe;
    this.close = close;
    this.#connection = connection;
    this.#store = store;
    this.files = new HostFiles({
      resources: client.resources,
      isOwnHost: client.isOwnHost,
      customizations: () => this.getView().state.customizations,
      linkReason: (uri) => linkReason(this, uri),
      localPath: (uri) => pathHere(host, uri),
    });
  }

  get #client() {
    return this.#connection.client;
  }

  get uri() {
    return this.#store.uri;
  }

  get abilities() {
    return this.#client.abilities;
  }

  get clientId() {
    return this.#client.clientId;
  }

  get agents() {
    return this.#client.root.getSnapshot().root.agents;
  }

  get unreadCount() {
    const { count, malformedFrames } = this.#client.trouble;
    return count + malformedFrames;
  }

  get status(): LinkStatus {
    return this.#client.status;
  }

  onStatus(listener: (status: LinkStatus) => void): () => void {
    return this.#client.onStatus(listener);
  }

  switch(batch: readonly SwitchRequest[]): Promise<ToggleOutcome>[] {
    return batch.map(({ id, enabled, scope }) =>
      enabled === null ? this.#store.reset(id, scope) : this.#store.toggle(id, enabled, scope),
    );
  }

  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    return this.#store.onForgotten(listener);
  }

  refresh(): Promise<boolean> {
    return this.#store.refresh();
  }

  listSessions() {
    return this.#client.listSessions();
  }

  limitTime(): void {
    this.#connection.time.restore();
  }

  watch(): void {
    this.#connection.watch();
  }
}
