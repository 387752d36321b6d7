/**
 * Delivers the host's notifications to the store of their channel. An unreadable one may have changed something, so
 * the state of its channel is requested again.
 */

import { ProtocolError, SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import { readEnvelope } from '../protocol/read-action.js';
import { type ActionEnvelope, ROOT_CHANNEL, type Snapshot, type URI } from '../protocol/types.js';
import type { Resumption } from './handshake.js';
import type { Sessions } from './open-sessions.js';
import type { Publications } from './publications.js';
import { Recheck } from './recheck.js';
import type { RootStore } from './root-store.js';
import type { SessionLink } from './session-link.js';

export class Incoming {
  readonly #root: RootStore;
  readonly #sessions: Sessions;
  readonly #link: SessionLink;
  readonly #publications: Publications;
  readonly #rootCheck: Recheck;
  /** The newest sequence number of the host. */
  lastSeenServerSeq = 0;

  constructor(root: RootStore, sessions: Sessions, publications: Publications, link: SessionLink) {
    this.#root = root;
    this.#publications = publications;
    this.#sessions = sessions;
    this.#link = link;
    this.#rootCheck = new Recheck(link.clock, () => this.#refreshRoot());
  }

  notification(method: string, params: JsonObject): void {
    if (method !== 'action') {
      this.#root.notify(method, params);
      if (method === 'root/sessionRemoved') this.#sessions.removed(String(params['session']));
      return;
    }
    const isRead = this.#countFault(() => this.#deliver(readEnvelope(params, this.#link.trouble)));
    const { channel } = params;
    if (!isRead) this.doubt(typeof channel === 'string' ? channel : undefined);
  }

  /** Asks again for the state of a channel; without one, for the state of every channel. */
  doubt(channel?: URI): void {
    if (channel === undefined || channel === ROOT_CHANNEL) this.#rootCheck.request();
    if (channel !== ROOT_CHANNEL) this.#sessions.doubt(channel);
  }

  /** Brings every store up to date after a drop. */
  resume(resumption: Resumption): void {
    const isNewHost = resumption.restarted !== undefined;
    if (resumption.type === 'replay') for (const envelope of resumption.actions) this.#deliver(envelope);
    else this.#restore(resumption.snapshots, isNewHost);
    this.#sessions.resume(resumption.missing, isNewHost);
  }

  /** Never asks again. */
  stop(): void {
    this.#rootCheck.stop();
  }

  #deliver(envelope: ActionEnvelope): void {
    this.lastSeenServerSeq = Math.max(this.lastSeenServerSeq, envelope.serverSeq);
    this.#publications.receive(envelope);
    if (envelope.channel === ROOT_CHANNEL) this.#root.receive(envelope);
    else this.#sessions.deliver(envelope);
  }

  #restore(snapshots: readonly Snapshot[], isNewHost: boolean): void {
    this.lastSeenServerSeq = snapshots.reduce((newest, { fromSeq }) => Math.max(newest, fromSeq), 0);
    for (const snapshot of snapshots) {
      if (snapshot.resource === ROOT_CHANNEL) this.#countFault(() => this.#root.restore(snapshot));
      else this.#sessions.restore(snapshot, isNewHost);
    }
  }

  /** Returns false, and counts the fault, if `read` cannot read what the host sent. */
  #countFault(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#link.malformed(error);
      return false;
    }
  }

  async #refreshRoot(): Promise<boolean> {
    try {
      await this.#root.refresh(() => this.#link.subscribe(ROOT_CHANNEL));
      return true;
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      if (error instanceof ProtocolError) this.#link.malformed(error);
      return false;
    }
  }
}
