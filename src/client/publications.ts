/**
 * The plugins that this client publishes, one for a session. A session is told of its plugin at first, when it changes
 * and after every reconnect, and is told to forget it in the end. The files are given to the host on request.
 */

import { SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import { buildActiveClient, buildInactiveClient } from '../protocol/client-actions.js';
import type { SessionAction } from '../protocol/session-actions.js';
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

interface SentAction {
  readonly channel: URI;
  settle(answer: Answer): void;
}

/** What publications need of the client. */
export type PublishingLink = Pick<
  SessionLink,
  'clientId' | 'clock' | 'echoTimeoutMs' | 'isLive' | 'nextClientSeq' | 'dispatch'
> & {
  protocolVersion(): string;
  /** Returns true while the session is followed and the host has it. */
  isOpen(session: URI): boolean;
};

const displayName = 'skillpick';

export class Publications {
  readonly #link: PublishingLink;
  readonly #plugins = new Map<URI, OfferedPlugin>();
  /** By the number of the action. */
  readonly #waiting = new Map<number, SentAction>();

  constructor(link: PublishingLink) {
    this.#link = link;
  }

  /** Publishes a plugin in a session that is open. Rejects with `publish-refused` if the host does not take it. */
  async add(session: URI, plugin: OfferedPlugin): Promise<Publication> {
    this.#plugins.set(session, plugin);
    const answer = await this.#publish(session, plugin);
    if (answer.kind !== 'taken') {
      this.#plugins.delete(session);
      const hint = 'Another client may be publishing there: leave it first, or use another session.';
      const message = `The host did not take the plugin ${plugin.name}: ${answer.reason}.`;
      throw new SkillpickError('publish-refused', message, { hint });
    }
    return {
      update: (next) => {
        if (!this.#plugins.has(session) || this.#plugins.get(session)!.nonce === next.nonce) return;
        this.#plugins.set(session, next);
        if (this.#link.isLive()) void this.#publish(session, next);
      },
    };
  }

  /** Takes the echo of an action that was sent here. */
  receive({ origin, rejectionReason }: ActionEnvelope): void {
    if (origin?.clientId !== this.#link.clientId) return;
    const waiting = this.#waiting.get(origin.clientSeq);
    if (rejectionReason === undefined) waiting?.settle({ kind: 'taken' });
    else waiting?.settle({ kind: 'refused', reason: oneLine(rejectionReason) });
  }

  /** The connection is back: the host may have forgotten the plugins. */
  resume(): void {
    for (const [session, plugin] of this.#plugins)
      if (this.#link.isOpen(session)) void this.#publish(session, plugin);
  }

  /** Serves a request for a file of any plugin that is published. */
  serve(method: string, params: JsonObject): unknown {
    let refusal: unknown;
    for (const plugin of new Set(this.#plugins.values())) {
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
  async remove(session: URI): Promise<void> {
    if (!this.#plugins.delete(session) || !this.#link.isLive() || !this.#link.isOpen(session)) return;
    const action = buildInactiveClient(this.#link.protocolVersion(), this.#link.clientId);
    await this.#send(session, action, clientLimits.unpublishTimeoutMs);
  }

  /** The session has ended, and its plugin with it. */
  forget(session: URI): void {
    this.#plugins.delete(session);
    for (const { channel, settle } of this.#waiting.values())
      if (channel === session) settle({ kind: 'unanswered', reason: 'the session has ended' });
  }

  /** Removes all plugins. */
  async end(): Promise<void> {
    await Promise.all([...this.#plugins.keys()].map((session) => this.remove(session)));
    for (const { settle } of this.#waiting.values())
      settle({ kind: 'unanswered', reason: 'the connection was closed here' });
  }

  #publish(session: URI, { uri, name, nonce }: OfferedPlugin): Promise<Answer> {
    const { clientId, echoTimeoutMs } = this.#link;
    const plugin = { id: `${clientId}:${uri}`, uri, name, nonce };
    const action = buildActiveClient(this.#link.protocolVersion(), { clientId, displayName }, plugin);
    return this.#send(session, action, echoTimeoutMs);
  }

  #send(channel: URI, action: SessionAction, timeoutMs: number): Promise<Answer> {
    const clientSeq = this.#link.nextClientSeq();
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        stopTimer();
        this.#waiting.delete(clientSeq);
        resolve(answer);
      };
      const stopTimer = this.#link.clock.after(timeoutMs, () =>
        settle({ kind: 'unanswered', reason: `there was no answer within ${timeoutMs / 1000} s` }),
      );
      this.#waiting.set(clientSeq, { channel, settle });
      this.#link.dispatch(channel, clientSeq, action);
    });
  }
}
