/**
 * The connected clients: their names, their subscriptions, and the one sequence of actions for all of them. Each
 * frame is encoded once for each protocol version, not once for each client.
 */

import type { JsonObject } from '../../protocol/checks.js';
import { encodeMessage } from '../../protocol/messages.js';
import {
  type Action,
  type ActionEnvelope,
  type ActionOrigin,
  ROOT_CHANNEL,
  type URI,
} from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { Dialect } from './dialect.js';
import type { Peer } from './peer.js';
import { ReplayBuffer } from './replay.js';

/** Told of clients, not of connections: a client may come back on another one. */
interface AudienceEvents {
  joined(clientId: string): void;
  /** `isCutOff`: without a proper end. */
  left(clientId: string, isCutOff: boolean): void;
}

export class Audience {
  readonly replay = new ReplayBuffer();
  readonly #peers = new Set<Peer>();
  readonly #clients = new Map<string, Dialect>();
  readonly #events: AudienceEvents | undefined;
  #serverSeq = 0;

  constructor(events?: AudienceEvents) {
    this.#events = events;
  }

  get serverSeq(): number {
    return this.#serverSeq;
  }

  join(peer: Peer): void {
    this.#peers.add(peer);
  }

  /** `isCutOff` says that the connection had no proper end. */
  leave(peer: Peer, isCutOff = false): void {
    if (!this.#peers.delete(peer) || !peer.isIntroduced) return;
    if (this.peerOf(peer.clientId) === undefined) this.#events?.left(peer.clientId, isCutOff);
  }

  /** Returns the connection of a client. */
  peerOf(clientId: string): Peer | undefined {
    for (const peer of this.#peers) if (peer.isIntroduced && peer.clientId === clientId) return peer;
    return undefined;
  }

  /**
   * Remembers the client for a reconnect, and closes an older connection with the same name. `before` is the name that
   * this connection had before, if any.
   */
  introduced(peer: Peer, before: string): void {
    if (before !== '' && this.peerOf(before) === undefined) this.#events?.left(before, false);
    this.#clients.delete(peer.clientId);
    this.#clients.set(peer.clientId, peer.dialect);
    const oldest = this.#clients.keys().next().value;
    if (this.#clients.size > hostLimits.rememberedClients && oldest !== undefined)
      this.#clients.delete(oldest);
    for (const other of this.#peers) {
      if (other === peer || other.clientId !== peer.clientId) continue;
      this.leave(other);
      other.close();
    }
    this.#events?.joined(peer.clientId);
  }

  /** The dialect of a client that is, or was, connected. */
  dialectOf(clientId: string): Dialect | undefined {
    return this.#clients.get(clientId);
  }

  /** Numbers an action and sends it to the subscribers of the channel. */
  publish(channel: URI, action: Action, origin?: ActionOrigin, rejectionReason?: string): void {
    this.#serverSeq += 1;
    const envelope: ActionEnvelope = {
      channel,
      action,
      serverSeq: this.#serverSeq,
      ...(origin && { origin }),
      ...(rejectionReason !== undefined && { rejectionReason }),
    };
    this.replay.push(envelope);
    this.#broadcast(channel, 'action', (dialect) => dialect.envelope(envelope) as unknown as JsonObject);
  }

  /** Notifies the subscribers of the root channel about sessions. */
  notifyRoot(method: string, params: (dialect: Dialect) => JsonObject): void {
    this.#broadcast(ROOT_CHANNEL, method, (dialect) => ({ channel: ROOT_CHANNEL, ...params(dialect) }));
  }

  /** Ends all subscriptions of a channel. */
  drop(channel: URI): void {
    for (const peer of this.#peers) peer.subscriptions.delete(channel);
  }

  close(): void {
    for (const peer of this.#peers) peer.close();
  }

  #broadcast(channel: URI, method: string, params: (dialect: Dialect) => JsonObject): void {
    const texts = new Map<Dialect, string>();
    for (const peer of this.#peers) {
      if (!peer.subscriptions.has(channel)) continue;
      const { dialect } = peer;
      const text =
        texts.get(dialect) ?? encodeMessage({ kind: 'notification', method, params: params(dialect) });
      texts.set(dialect, text);
      peer.send(text);
    }
  }
}
