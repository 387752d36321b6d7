/** The clients of a host: their connections, when they are gone for good, and the plugins that they publish. */

import type { SessionState, URI } from '../../protocol/types.js';
import type { ClientAccess } from '../session/client-plugins.js';
import { CopyQueue } from '../session/copy-queue.js';
import type { SessionClients } from '../session/session-clients.js';
import { Audience } from './audience.js';
import { clientFiles, type SharedFiles } from './client-files.js';
import { ClientPresence } from './client-presence.js';
import { type Asker, PublishedFiles } from './published-files.js';

/** The sessions and files of the host, as far as clients are concerned. */
interface ClientSessions {
  list(): readonly { readonly uri: URI; readonly clients: SessionClients }[];
  /** Returns the present state of a session. */
  stateOf(uri: URI): SessionState | undefined;
  /** Returns true for an address in, or above, a place that the host serves files from. */
  isServedHere(uri: URI): boolean;
}

export class HostClients {
  readonly audience: Audience;
  /** What the sessions may know of the clients. */
  readonly access: ClientAccess = {
    files: (clientId) => this.#filesOf(clientId),
    copies: new CopyQueue(),
    mayShare: (clientId) => this.audience.dialectOf(clientId)?.hasSeveralClients === true,
    isServedHere: (uri) => this.#sessions.isServedHere(uri),
  };
  readonly #sessions: ClientSessions;
  readonly #presence: ClientPresence;
  readonly #published: PublishedFiles;

  constructor(sessions: ClientSessions) {
    this.#sessions = sessions;
    this.#presence = new ClientPresence((clientId) => this.#each((one) => one.leave(clientId)));
    this.audience = new Audience(sessions.stateOf, {
      joined: (clientId) => {
        if (!this.#presence.joined(clientId)) return;
        // After the response to its handshake: then it can be asked for its files.
        queueMicrotask(() => this.#each((one) => one.rejoin(clientId)));
      },
      left: (clientId, isCutOff) => this.#presence.left(clientId, isCutOff),
    });
    this.#published = new PublishedFiles(
      () =>
        sessions
          .list()
          .flatMap(({ uri, clients }) => clients.published.map((one) => ({ ...one, session: uri }))),
      (clientId) => this.#filesOf(clientId),
    );
  }

  /** Asks for a file that a client publishes; undefined if none does, or for another request. */
  publishedFile(method: string, uri: unknown, asker: Asker): Promise<unknown> | undefined {
    return this.#published.ask(method, uri, asker);
  }

  close(): void {
    this.#presence.close();
    this.#each((clients) => clients.close());
  }

  #filesOf(clientId: string): SharedFiles {
    return clientFiles(() => this.audience.peerOf(clientId)?.requests);
  }

  #each(act: (clients: SessionClients) => void): void {
    for (const { clients } of this.#sessions.list()) act(clients);
  }
}
