/** A session of an AHP host as a `SessionSource`, whether the host runs in this process or behind a socket. */

import type { SessionStore } from '../client/session-store.js';
import type { ToggleOutcome } from '../client/session-view.js';
import { type Connected, isOwnHost } from './connect.js';
import { HostFiles } from './host-files.js';
import { linkReason, pathHere } from './local-file.js';
import type { Forgotten, LinkStatus, SessionSource, SourceHost, SwitchRequest } from './session-source.js';

export interface HostSessionParts {
  readonly connected: Connected;
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
  readonly #connected: Connected;
  readonly #store: SessionStore;
  readonly #close: () => Promise<void>;

  constructor({ connected, store, isTemporary, close }: HostSessionParts) {
    const { client, host } = connected;
    this.host = { ...host, protocolVersion: client.protocolVersion, isOwn: isOwnHost(connected) };
    this.isTemporary = isTemporary;
    this.getView = store.getSnapshot;
    this.subscribe = store.subscribe;
    this.#connected = connected;
    this.#store = store;
    this.#close = close;
    this.files = new HostFiles({
      resources: client.resources,
      isOwnHost: client.isOwnHost,
      customizations: () => this.getView().state.customizations,
      linkReason: (uri) => linkReason(this, uri),
      localPath: (uri) => pathHere(host, uri),
    });
  }

  get uri() {
    return this.#store.uri;
  }

  get abilities() {
    return this.#connected.client.abilities;
  }

  get clientId() {
    return this.#connected.client.clientId;
  }

  get agents() {
    return this.#connected.client.root.getSnapshot().root.agents;
  }

  get unreadCount() {
    const { count, malformedFrames } = this.#connected.client.trouble;
    return count + malformedFrames;
  }

  get status(): LinkStatus {
    return this.#connected.client.status;
  }

  onStatus(listener: (status: LinkStatus) => void): () => void {
    return this.#connected.client.onStatus(listener);
  }

  switch(batch: readonly SwitchRequest[]): Promise<ToggleOutcome>[] {
    return this.#store.switch(batch);
  }

  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    return this.#store.onForgotten(listener);
  }

  refresh(): Promise<boolean> {
    return this.#store.refresh();
  }

  listSessions() {
    return this.#connected.client.listSessions();
  }

  limitTime(): void {
    this.#connected.time.restore();
  }

  watch(): void {
    this.#connected.watch();
  }

  close(): Promise<void> {
    return this.#close();
  }
}
