/**
 * The plugins that this client publishes, one for a session. A session is told of its plugin at first, when it changes
 * and after every reconnect, and is told to forget it in the end. The files are given to the host on request.
 */

import { SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import { buildActiveClient, buildInactiveClient, hasSeveralClients } from '../protocol/client-actions.js';
import type { ActionEnvelope, URI } from '../protocol/types.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';
import type { SessionLink } from './session-link.js';

/** A plugin to publish: what the host is told of it, and its files. */
export interface OfferedPlugin {
  /** Where it is for this client; the host asks for this address and those below it. */
  readonly uri: URI;
  readonly name: string;
  /** Text that changes with the content. Some hosts make a directory of this name. */
  readonly nonce: string;
  /** Returns the result of a host's request for a file; undefined for other requests. Throws a `RefusedFile`. */
  serve(method: string, params: JsonObject): unknown;
}

/** A plugin in a session. */
export interface Publication {
  /** Publishes its new content, unless the nonce is the same. */
  update(plugin: OfferedPlugin): void;
}

/** How the host took an action: `reason` says why not. */
type Answer = { kind: 'taken' } | { kind: 'refused' | 'unanswered'; reason: string };

/** A plugin in a session, from the request to publish it until it is removed. */
interface PluginInSession {
  /** What the session is told of. */
  plugin: OfferedPlugin;
  /** What the host has taken last. */
  taken: OfferedPlugin | undefined;
  /** What it was told of since, by the numbers of the actions. */
  readonly sent: Map<number, OfferedPlugin>;
  stopTimer(): void;
  /** Takes the first answer. */
  settle(answer: Answer): void;
}

/** What publications need of the client. */
export type PublishingLink = Pick<
  SessionLink,
  'clientId' | 'clock' | 'echoTimeoutMs' | 'isLive' | 'nextClientSeq' | 'dispatch'
> & {
  protocolVersion(): string;
  /** Returns true while the session is followed. */
  isFollowed(session: URI): boolean;
  /** Returns the id of the one active client of a session, in versions that know only one. */
  activeClient(session: URI): string | undefined;
};

const displayName = 'skillpick';

export class Publications {
  readonly #link: PublishingLink;
  readonly #published = new Map<URI, PluginInSession>();
  /** What to do at the echo of a removal, by its number. */
  readonly #removals = new Map<number, () => void>();

  constructor(link: PublishingLink) {
    this.#link = link;
  }

  /** Publishes a plugin in a session that is open. Rejects with `publish-refused` if the host does not take it. */
  async add(session: URI, plugin: OfferedPlugin): Promise<Publication> {
    const taken = this.#published.get(session)?.taken;
    this.forget(session, 'it was published again since');
    let published!: PluginInSession;
    const answer = await new Promise<Answer>((settle) => {
      published = { plugin, taken, sent: new Map(), stopTimer: () => {}, settle };
      this.#published.set(session, published);
      if (!this.#link.isFollowed(session)) this.forget(session, 'the session is not open');
      else if (this.#link.isLive()) this.#publish(session, published);
    });
    if (answer.kind !== 'taken') {
      const isNewest = this.#published.get(session) === published;
      // Without an answer, it may have arrived all the same.
      if (isNewest && answer.kind === 'unanswered') void this.remove(session, answer.reason);
      else if (isNewest) this.forget(session, answer.reason);
      const hint = 'Another client may be publishing there: leave it first, or use another session.';
      const message = `The host did not take the plugin ${plugin.name}: ${answer.reason}.`;
      throw new SkillpickError('publish-refused', message, { hint });
    }
    return { update: (next) => this.#update(session, published, next) };
  }

  /** Takes the echo of an action that was sent here. */
  receive({ origin, rejectionReason }: ActionEnvelope): void {
    if (origin?.clientId !== this.#link.clientId) return;
    const { clientSeq } = origin;
    this.#removals.get(clientSeq)?.();
    const published = [...this.#published.values()].find(({ sent }) => sent.has(clientSeq));
    if (published === undefined) return;
    if (rejectionReason === undefined) this.#noteTaken(published, clientSeq);
    else this.#noteRefused(published, clientSeq, oneLine(rejectionReason));
  }

  /** The session is back after a drop: the host may have forgotten its plugin. */
  resume(session: URI): void {
    const published = this.#published.get(session);
    if (published === undefined) return;
    // The echoes that came were delivered before.
    published.sent.clear();
    this.#publish(session, published);
  }

  /**
   * Serves a request for a file of any plugin that is published. Until the host has taken a change, it is reading what it
   * took before.
   */
  serve(method: string, params: JsonObject): unknown {
    let refusal: unknown;
    const all = [...this.#published.values()].flatMap(({ plugin, taken = plugin }) => [taken, plugin]);
    for (const plugin of new Set(all)) {
      try {
        return plugin.serve(method, params);
      } catch (error) {
        refusal ??= error;
      }
    }
    if (refusal !== undefined) throw refusal;
    return undefined;
  }

  /** Removes the plugin from a session; resolves when the host has done it, or does not answer in time. */
  async remove(session: URI, reason: string): Promise<void> {
    if (!this.#published.has(session)) return;
    this.forget(session, reason);
    if (this.#link.isLive() && !this.#isTaken(session)) await this.#sendRemoval(session);
  }

  /** The plugin is no longer there, such as at the end of the session. */
  forget(session: URI, reason: string): void {
    const published = this.#published.get(session);
    this.#published.delete(session);
    if (published !== undefined) this.#end(published, { kind: 'unanswered', reason });
  }

  /** Removes all plugins. */
  async end(): Promise<void> {
    const reason = 'the connection was closed here';
    await Promise.all([...this.#published.keys()].map((session) => this.remove(session, reason)));
    for (const done of this.#removals.values()) done();
  }

  /** Returns true if the session has room for one active client only, and that is another one. */
  #isTaken(session: URI): boolean {
    if (hasSeveralClients(this.#link.protocolVersion())) return false;
    const active = this.#link.activeClient(session);
    return active !== undefined && active !== this.#link.clientId;
  }

  #update(session: URI, published: PluginInSession, next: OfferedPlugin): void {
    if (this.#published.get(session) !== published || published.plugin.nonce === next.nonce) return;
    published.plugin = next;
    if (this.#link.isLive()) this.#publish(session, published);
  }

  #publish(session: URI, published: PluginInSession): void {
    if (this.#isTaken(session)) {
      const reason = 'another client is active in the session, and the host allows only one';
      this.#end(published, { kind: 'refused', reason });
      return;
    }
    const { clientId, clock, echoTimeoutMs } = this.#link;
    const { uri, name, nonce } = published.plugin;
    const plugin = { id: `${clientId}:${uri}`, uri, name, nonce };
    const action = buildActiveClient(this.#link.protocolVersion(), { clientId, displayName }, plugin);
    const clientSeq = this.#link.nextClientSeq();
    published.sent.set(clientSeq, published.plugin);
    published.stopTimer();
    published.stopTimer = clock.after(echoTimeoutMs, () => {
      // After a drop it is sent again.
      const reason = `there was no answer within ${echoTimeoutMs / 1000} s`;
      if (this.#link.isLive()) this.#end(published, { kind: 'unanswered', reason });
    });
    this.#link.dispatch(session, clientSeq, action);
  }

  /** A host takes actions in their order: it does not answer any more what was sent before this one. */
  #noteTaken(published: PluginInSession, clientSeq: number): void {
    const { sent } = published;
    published.taken = sent.get(clientSeq);
    for (const number of [...sent.keys()]) if (number <= clientSeq) sent.delete(number);
    if (sent.size === 0) this.#end(published, { kind: 'taken' });
  }

  /** What was published before stays at the host. */
  #noteRefused(published: PluginInSession, clientSeq: number, reason: string): void {
    const { sent, taken } = published;
    sent.delete(clientSeq);
    if (sent.size > 0) return;
    published.plugin = taken ?? published.plugin;
    this.#end(published, { kind: 'refused', reason });
  }

  #end(published: PluginInSession, answer: Answer): void {
    published.stopTimer();
    published.settle(answer);
  }

  #sendRemoval(session: URI): Promise<void> {
    const clientSeq = this.#link.nextClientSeq();
    return new Promise((resolve) => {
      const done = () => {
        stopTimer();
        this.#removals.delete(clientSeq);
        resolve();
      };
      const stopTimer = this.#link.clock.after(clientLimits.unpublishTimeoutMs, done);
      this.#removals.set(clientSeq, done);
      const action = buildInactiveClient(this.#link.protocolVersion(), this.#link.clientId);
      this.#link.dispatch(session, clientSeq, action);
    });
  }
}
