/**
 * The connected clients: their names, their subscriptions, and the one sequence of actions for all of them. Each
 * frame is encoded once for each protocol version, not once for each client.
 */

import type { JsonObject } from '../../protocol/checks.js';
import { encodeMessage } from '../../protocol/messages.js';
import type { SessionAction } from '../../protocol/session-actions.js';
import {
  type Action,
  type ActionEnvelope,
  type ActionOrigin,
  ROOT_CHANNEL,
  type SessionState,
  type URI,
} from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { hostLimits } from '../limits.js';
import { ChildSwitches } from './child-switches.js';
import type { Dialect } from './dialect.js';
import type { Peer } from './peer.js';
import { ReplayBuffer } from './replay.js';
import { type Recipient, SentEnvelope } from './sent-envelope.js';

/** Told of clients, not of connections: a client may come back on another one. */
interface AudienceEvents {
  joined(clientId: string): void;
  /** `isCutOff`: without a proper end. */
  left(clientId: string, isCutOff: boolean): void;
}

export class Audience {
  readonly #replay = new ReplayBuffer();
  readonly #peers = new Set<Peer>();
  readonly #clients = new Map<string, Dialect>();
  readonly #children = new Map<URI, ChildSwitches>();
  readonly #stateOf: (channel: URI) => SessionState | undefined;
  readonly #events: AudienceEvents | undefined;
  #serverSeq = 0;

  /** `stateOf` returns the present state of a session. */
  constructor(stateOf: (channel: URI) => SessionState | undefined, events?: AudienceEvents) {
    this.#stateOf = stateOf;
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
    if (this.#clients.size > hostLimits.rememberedClients) this.#forgetOldest();
    for (const other of this.#peers) {
      if (other === peer || other.clientId !== peer.clientId) continue;
      this.leave(other);
      other.close();
      // It may be somebody else, who does not have what this one had published.
      this.#events?.left(peer.clientId, false);
    }
    this.#events?.joined(peer.clientId);
  }

  /** Forgets one that is not connected: what is sent to the others depends on their version. */
  #forgetOldest(): void {
    for (const clientId of this.#clients.keys())
      if (this.peerOf(clientId) === undefined) {
        this.#clients.delete(clientId);
        return;
      }
  }

  /** The dialect of a client that is, or was, connected. */
  dialectOf(clientId: string): Dialect | undefined {
    return this.#clients.get(clientId);
  }

  /** Numbers an action and sends it to the subscribers of the channel that it concerns. */
  publish(channel: URI, action: Action, origin?: ActionOrigin, rejectionReason?: string): void {
    this.#send(channel, {
      action,
      ...(origin && { origin }),
      ...(rejectionReason !== undefined && { rejectionReason }),
    });
    if (rejectionReason !== undefined) return;
    const children = getOrMake(this.#children, channel, () => new ChildSwitches());
    if (children.note(action)) queueMicrotask(() => this.#publishParents(channel, children));
  }

  /** What a client has missed since a number, in its version; undefined if that is not known any more. */
  missedBy(client: Recipient, seq: number, channels: readonly URI[]): ActionEnvelope[] | undefined {
    const missed = this.#replay.after(seq, channels);
    return missed?.flatMap((sent) => {
      const envelope = sent.for(client);
      return envelope === undefined ? [] : [this.#translate(envelope, client.dialect)];
    });
  }

  /** Returns an action of a client in the host's own form. */
  received(action: unknown, channel: URI, { clientId, dialect }: Recipient): unknown {
    return dialect.received(action, { clientId, state: () => this.#stateOf(channel) });
  }

  /** Notifies the subscribers of the root channel about sessions. */
  notifyRoot(method: string, params: (dialect: Dialect) => JsonObject): void {
    const texts = new Map<Dialect, string>();
    for (const peer of this.#subscribers(ROOT_CHANNEL)) {
      const { dialect } = peer;
      const text = () => notification(method, { channel: ROOT_CHANNEL, ...params(dialect) });
      peer.send(getOrMake(texts, dialect, text));
    }
  }

  /** Ends all subscriptions of a channel. */
  drop(channel: URI): void {
    this.#children.delete(channel);
    for (const peer of this.#peers) peer.subscriptions.delete(channel);
  }

  close(): void {
    for (const peer of this.#peers) peer.close();
  }

  *#subscribers(channel: URI): Iterable<Peer> {
    for (const peer of this.#peers) if (peer.subscriptions.has(channel)) yield peer;
  }

  #send(channel: URI, content: Omit<ActionEnvelope, 'channel' | 'serverSeq'>, isForOlder = false): void {
    this.#serverSeq += 1;
    const sent = new SentEnvelope({ channel, serverSeq: this.#serverSeq, ...content }, isForOlder);
    this.#replay.push(sent);
    const texts = new Map<ActionEnvelope, Map<Dialect, string>>();
    for (const peer of this.#subscribers(channel)) {
      const { dialect } = peer;
      const envelope = sent.for(peer);
      if (envelope === undefined) continue;
      const text = () => notification('action', this.#translate(envelope, dialect));
      peer.send(
        getOrMake(
          getOrMake(texts, envelope, () => new Map()),
          dialect,
          text,
        ),
      );
    }
  }

  #translate(envelope: ActionEnvelope, dialect: Dialect): ActionEnvelope {
    return dialect.envelope(envelope, () => this.#stateOf(envelope.channel));
  }

  /** Sends the containers of switched children to the clients that need them, if there are any. */
  #publishParents(channel: URI, children: ChildSwitches): void {
    const isNeeded = [...this.#clients.values()].some(({ hasChildToggles }) => !hasChildToggles);
    const containers = children.take(isNeeded ? this.#stateOf(channel)?.customizations : undefined);
    for (const customization of containers) {
      const action: SessionAction = { type: 'session/customizationUpdated', customization };
      this.#send(channel, { action }, true);
    }
  }
}

const notification = (method: string, params: object): string =>
  encodeMessage({ kind: 'notification', method, params: params as JsonObject });
