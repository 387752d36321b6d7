/**
 * The default chat of a session, as far as it decides about the agent. It asks for the state of the chat, follows its
 * changes, and knows when it does not know. A chat that cannot be read is no failure of the session.
 */

import { ProtocolError, SkillpickError } from '../errors.js';
import { type ChatInput, chatInputReducer, readChatInput } from '../protocol/chat-input.js';
import type { ActionEnvelope, Snapshot, URI } from '../protocol/types.js';
import { Backlog } from './backlog.js';
import { isInternalError } from './connection.js';
import { FreshRequest } from './fresh-request.js';
import { clientLimits } from './limits.js';
import { Recheck } from './recheck.js';
import type { SessionLink } from './session-link.js';

export class DefaultChat {
  readonly uri: URI;
  readonly #link: SessionLink;
  readonly #changed: () => void;
  readonly #backlog = new Backlog();
  readonly #refreshing = new FreshRequest(() => this.#refresh());
  readonly #recheck: Recheck;
  #input: ChatInput | undefined;
  #seq = Number.POSITIVE_INFINITY;
  /** The number of times in a row that the host failed to describe the chat. */
  #refusals = 0;
  /** True if something may have been missed since the last state. */
  isInDoubt = true;

  /** Calls `changed` whenever another agent may be selected. */
  constructor(uri: URI, link: SessionLink, changed: () => void) {
    this.uri = uri;
    this.#link = link;
    this.#changed = changed;
    this.#recheck = new Recheck(link.clock, async () => {
      await this.refresh();
      // A host that does not show the chat is not asked without end.
      return true;
    });
  }

  /** What the host said last; undefined if it is not known. */
  get input(): ChatInput | undefined {
    return this.#input;
  }

  /** Asks the host for the chat. Resolves to true if it is known then. */
  refresh(): Promise<boolean> {
    return this.#refreshing.run();
  }

  /** Asks soon, because something may have been missed. */
  doubt(): void {
    this.isInDoubt = true;
    this.#recheck.request();
  }

  /** Never asks again. */
  stop(): void {
    this.#recheck.stop();
  }

  /** Takes envelopes of this chat. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    this.#backlog.note(envelopes);
    for (const { action, serverSeq, rejectionReason } of envelopes) {
      if (serverSeq <= this.#seq) continue;
      this.#seq = serverSeq;
      if (rejectionReason === undefined && this.#input !== undefined)
        this.#take(chatInputReducer(this.#input, action));
    }
  }

  /** Takes over a snapshot. Throws a ProtocolError if it is unreadable. */
  restore({ state, fromSeq }: Snapshot): void {
    const input = readChatInput(state);
    const missed = this.#backlog.takeAfter(fromSeq);
    this.isInDoubt = false;
    this.#seq = fromSeq;
    this.#input = input;
    this.#changed();
    this.receive(missed);
  }

  #take(input: ChatInput | undefined): void {
    if (input === this.#input) return;
    this.#input = input;
    this.#changed();
    if (input === undefined) this.doubt();
  }

  #forget(): void {
    this.#input = undefined;
    this.#changed();
  }

  async #refresh(): Promise<boolean> {
    this.#backlog.start();
    this.isInDoubt = true;
    try {
      this.restore(await this.#link.subscribe(this.uri));
      this.#refusals = 0;
      return this.#input !== undefined;
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      if (error instanceof ProtocolError) this.#link.malformed(error);
      this.#backlog.stop();
      if (isInternalError(error) && this.#refusals < clientLimits.notYetAttempts) {
        // A host that has just started may not have loaded it yet.
        this.#refusals += 1;
        this.#recheck.request();
        return false;
      }
      // After a drop, the chat is asked for again.
      if (this.#link.isLive()) this.#forget();
      return false;
    }
  }
}
