/**
 * One connected host: its root state, its sessions, its files. It creates the parts and connects them with each other;
 * after a drop every store is brought up to date before the connection counts as live.
 */

import { SkillpickError } from '../errors.js';
import { ErrorCodes } from '../protocol/messages.js';
import { readSubscribeResult } from '../protocol/read-result.js';
import { isOwnHostResult } from '../protocol/skillpick-meta.js';
import {
  type Implementation,
  type InitializeResult,
  ROOT_CHANNEL,
  type SessionSummary,
  type Snapshot,
  type URI,
} from '../protocol/types.js';
import { type Abilities, abilitiesOf } from '../protocol/versions.js';
import { type Clock, systemClock } from './clock.js';
import { RequestError } from './connection.js';
import type { Resumption } from './handshake.js';
import { Incoming } from './incoming.js';
import { clientLimits } from './limits.js';
import { Link, type LinkOptions } from './link.js';
import type { LinkStatus, Trouble } from './link-status.js';
import { Listeners } from './listeners.js';
import { Sessions } from './open-sessions.js';
import { type OfferedPlugin, type Publication, Publications } from './publications.js';
import { Resources } from './resources.js';
import { RootStore } from './root-store.js';
import type { SessionLink } from './session-link.js';
import { createSession, fetchSessions, type NewSession, type Request } from './session-list.js';
import type { SessionStore } from './session-store.js';

/** Options of `Client.connect`. */
export interface ClientOptions extends LinkOptions {
  clock?: Clock;
  echoTimeoutMs?: number;
}

/** Returns true if the error means that the host has no such session; hosts report that in several ways. */
function isUnknownSession(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { rpcCode, message } = error;
  if (rpcCode === ErrorCodes.InvalidParams) return /not found|no such|unknown|does not exist/i.test(message);
  return rpcCode === ErrorCodes.SessionNotFound || rpcCode === ErrorCodes.NotFound;
}

/**
 * Returns an id that no other client has. It is no secret, so it need not come from `node:crypto`, which takes
 * milliseconds to load.
 */
function randomId(): string {
  const parts = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('');
}

/**
 * A connection to one host, with its root state, its sessions and its files. It reconnects by itself.
 * @example const client = await Client.connect({ open });
 */
export class Client {
  readonly clientId = randomId();
  readonly root: RootStore;
  readonly resources: Resources;
  readonly #clock: Clock;
  readonly #link: Link;
  readonly #sessions: Sessions;
  readonly #publications: Publications;
  readonly #incoming: Incoming;
  readonly #statusListeners = new Listeners<[status: LinkStatus]>();
  readonly #request: Request = (method, params) => this.#link.request(method, params);
  #host: InitializeResult = { protocolVersion: '', serverSeq: 0, snapshots: [] };
  #clientSeq = 0;

  private constructor(options: ClientOptions) {
    const clock = options.clock ?? systemClock;
    this.#clock = clock;
    this.#link = new Link(
      { ...options, clock, clientId: this.clientId },
      {
        notification: (method, params) => this.#incoming.notification(method, params),
        request: (method, params) => this.#publications.serve(method, params),
        unreadable: () => this.#incoming.doubt(),
        status: (status) => this.#statusChanged(status),
        resumed: (resumption) => this.#resumed(resumption),
        resumePoint: () => ({
          lastSeenServerSeq: this.#incoming.lastSeenServerSeq,
          channels: [ROOT_CHANNEL, ...this.#sessions.channels],
        }),
      },
    );
    this.root = new RootStore(this.#link.trouble);
    this.resources = new Resources(this.#request);
    const shared = this.#linkForSessions(options.echoTimeoutMs ?? clientLimits.echoTimeoutMs);
    this.#publications = new Publications({
      ...shared,
      protocolVersion: () => this.protocolVersion,
      isFollowed: (session) => this.#sessions.find(session)?.isOver === false,
      activeClient: (session) => this.#sessions.find(session)?.confirmed.activeClient?.clientId,
    });
    this.#sessions = new Sessions(shared, {
      resumed: (session) => this.#publications.resume(session),
      ended: (session, reason) => this.#publications.forget(session, reason),
    });
    this.#incoming = new Incoming(this.root, this.#sessions, this.#publications, shared);
  }

  /** Connects, and fetches the host's version and root state. */
  static async connect(options: ClientOptions): Promise<Client> {
    const client = new Client(options);
    client.#initialized(await client.#link.start());
    try {
      client.root.restore(await client.#subscribe(ROOT_CHANNEL));
    } catch (error) {
      await client.close();
      throw error;
    }
    return client;
  }

  get protocolVersion(): string {
    return this.#host.protocolVersion;
  }

  get serverInfo(): Implementation | undefined {
    return this.#host.serverInfo;
  }

  /** True if the host is skillpick's own, in this process or served from another. */
  get isOwnHost(): boolean {
    return isOwnHostResult(this.#host);
  }

  /** The features of the negotiated version. */
  get abilities(): Abilities {
    return abilitiesOf(this.#host.protocolVersion);
  }

  get status(): LinkStatus {
    return this.#link.status;
  }

  /** Counts of what could not be read so far. */
  get trouble(): Readonly<Trouble> {
    return this.#link.trouble;
  }

  /** Calls back whenever the connection's state changes; returns how to stop. */
  onStatus(listener: (status: LinkStatus) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  /** Follows a session; returns the same store for the same session. */
  openSession(uri: URI): Promise<SessionStore> {
    return this.#sessions.open(uri);
  }

  /**
   * Publishes a plugin in a session that is open here, in place of an earlier one. It is removed when the session or the
   * client is closed. Rejects with `publish-refused` if the host does not take it.
   * @example await client.publish(uri, offerPlugin('my-plugin', readPluginFiles('/home/me/my-plugin')));
   */
  publish(session: URI, plugin: OfferedPlugin): Promise<Publication> {
    return this.#publications.add(session, plugin);
  }

  /** Stops following a session, and removes the plugin that was published in it. */
  closeSession(uri: URI): void {
    const reason = 'the session was closed here';
    void this.#publications.remove(uri, reason);
    for (const channel of this.#sessions.close(uri, reason)) this.#link.notify('unsubscribe', { channel });
  }

  /** Lists all sessions; from then on the list in `root` stays up to date. */
  listSessions(): Promise<SessionSummary[]> {
    return this.root.fill(() => fetchSessions(this.#request, this.#link.trouble, this.#clock));
  }

  /** Creates a session and returns its address. The caller disposes of it. */
  createSession(session: NewSession = {}): Promise<URI> {
    return createSession(this.#request, this.root.getSnapshot().root.agents, session);
  }

  async disposeSession(uri: URI): Promise<void> {
    this.#sessions.close(uri, 'the session was disposed of');
    await this.#link.request('disposeSession', { channel: uri });
  }

  /** Removes what was published, unsubscribes and closes; switches still under way end unconfirmed. */
  async close(): Promise<void> {
    await this.#publications.end();
    for (const uri of this.#sessions.uris) this.closeSession(uri);
    this.#incoming.stop();
    await this.#link.close();
  }

  #linkForSessions(echoTimeoutMs: number): SessionLink {
    const link = this.#link;
    return {
      clientId: this.clientId,
      trouble: link.trouble,
      clock: this.#clock,
      echoTimeoutMs,
      isLive: () => link.isLive,
      isOwnHost: () => this.isOwnHost,
      isAgentInChat: () => !this.isOwnHost && this.abilities.messageAgents,
      nextClientSeq: () => ++this.#clientSeq,
      dispatch: (channel, clientSeq, action) => link.notify('dispatchAction', { channel, clientSeq, action }),
      subscribe: (channel) => this.#subscribe(channel),
      unsubscribe: (channel) => link.notify('unsubscribe', { channel }),
      drop: (error) => link.drop(error),
      malformed: (error) => link.malformed(error),
    };
  }

  async #subscribe(channel: URI): Promise<Snapshot> {
    try {
      const snapshot = readSubscribeResult(await this.#link.request('subscribe', { channel }));
      const seen = this.#incoming.lastSeenServerSeq;
      this.#incoming.lastSeenServerSeq = Math.max(seen, snapshot.fromSeq);
      return snapshot;
    } catch (error) {
      if (!isUnknownSession(error)) throw error;
      const details = { hint: 'List the sessions again: it may have ended.', cause: error };
      throw new SkillpickError('session-unknown', `The host has no session ${channel}.`, details);
    }
  }

  #initialized(host: InitializeResult): void {
    this.#host = host;
    this.#incoming.lastSeenServerSeq = host.serverSeq;
  }

  #statusChanged(status: LinkStatus): void {
    if (status.kind === 'gone') {
      this.#sessions.endAll('the host is gone');
      this.#incoming.stop();
    }
    this.#statusListeners.notify(status);
  }

  #resumed(resumption: Resumption): void {
    if (resumption.restarted !== undefined) this.#initialized(resumption.restarted);
    this.#incoming.resume(resumption);
    // Notifications about sessions are not replayed.
    if (this.root.getSnapshot().sessions !== undefined) this.listSessions().catch(() => {});
  }
}
