/**
 * Everybody who is connected: who they are, what they follow, and the one sequence of actions they all see. A
 * frame is put together once for each version spoken, however many follow the channel.
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

export class Audience {
  readonly replay = new ReplayBuffer();
  readonly #peers = new Set<Peer>();
  readonly #clients = new Map<string, Dialect>();
  #serverSeq = 0;

  get serverSeq(): number {
    return this.#serverSeq;
  }

  join(peer: Peer): void {
    this.#peers.add(peer);
  }

  leave(peer: Peer): void {
    this.#peers.delete(peer);
  }

  /** Remembers the client for when it comes back; an older connection under the same name is over. */
  introduced(peer: Peer): void {
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
  }

  /** How a client that was here before was spoken to. */
  dialectOf(clientId: string): Dialect | undefined {
    return this.#clients.get(clientId);
  }

  /** Numbers an action and tells it to those who follow the channel. */
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
    this.#tell(channel, 'action', (dialect) => dialect.envelope(envelope) as unknown as JsonObject);
  }

  /** Tells those who follow the host itself about its sessions. */
  notifyRoot(method: string, params: (dialect: Dialect) => JsonObject): void {
    this.#tell(ROOT_CHANNEL, method, (dialect) => ({ channel: ROOT_CHANNEL, ...params(dialect) }));
  }

  /** Nobody follows this channel any more. */
  drop(channel: URI): void {
    for (const peer of this.#peers) peer.subscriptions.delete(channel);
  }

  close(): void {
    for (const peer of this.#peers) peer.close();
  }

  #tell(channel: URI, method: string, params: (dialect: Dialect) => JsonObject): void {
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
