/**
 * The agent that is selected for a session, and the selection under way. An echo shows only that the host saw a
 * selection: VS Code echoes those that it ignores. So the host is asked for its state before one counts as made.
 */

import type { ActionEnvelope, Snapshot, URI } from '../protocol/types.js';
import { type AgentEvents, ConfirmedAgent } from './confirmed-agent.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';
import { unknownEntry } from './prepare-switch.js';
import type { SessionLink } from './session-link.js';
import type { AgentOutcome, AgentView } from './session-view.js';

interface PendingSelection {
  /** Null is the default. */
  readonly wanted: URI | null;
  readonly settle: (outcome: AgentOutcome) => void;
  /** The number it was sent under last; 0 if it was never sent. */
  clientSeq: number;
  sends: number;
  /** True if it replaces one that was sent, and that may still count. */
  readonly isAfterSent: boolean;
  isEchoed: boolean;
  stopTimer(): void;
}

const unknownReason = 'the host does not say which agent is selected';

export class SelectedAgent {
  readonly #link: SessionLink;
  readonly #events: AgentEvents;
  readonly #confirmed: ConfirmedAgent;
  #pending: PendingSelection | undefined;
  /** The agent that was selected here, as long as nobody selects another one. */
  #made: URI | null | undefined;
  /** The agent to select as soon as the session lists it. */
  #wish: URI | undefined;
  /** Why no agent is selected any more. */
  #over: string | undefined;

  constructor(uri: URI, link: SessionLink, events: AgentEvents) {
    this.#link = link;
    this.#events = events;
    this.#confirmed = new ConfirmedAgent(uri, link, events);
  }

  /** The channels that are followed besides the session. */
  get channels(): URI[] {
    return this.#confirmed.channels;
  }

  get view(): AgentView {
    const wanted = this.#pending?.wanted;
    if (wanted === undefined) return { agent: this.#confirmed.selection, isAgentPending: false };
    return { agent: wanted === null ? null : { uri: wanted }, isAgentPending: true };
  }

  /** Starts to follow the selection. Resolves once it is known, or known to be unknown. */
  follow(): Promise<void> {
    return this.#confirmed.follow();
  }

  /** The session takes the place of one that the host has lost: what was selected there is selected here, too. */
  inherit(lost: SelectedAgent): void {
    this.#wish = lost.#wish ?? lost.#made ?? undefined;
    if (lost.#confirmed.isFollowed) void this.follow();
    this.sync();
  }

  /** Takes in that the session or its chat has changed. */
  sync(): void {
    this.#confirmed.sync();
    const { uri } = this.#confirmed;
    if (this.#pending === undefined && uri !== undefined && uri !== this.#made) this.#made = undefined;
    const wish = this.#wish;
    if (wish !== undefined && this.#confirmed.has(wish)) void this.#grant(wish);
  }

  /** Selects an agent of the session, or the default. Rejects with `entry-unknown` if the session has no such agent. */
  async select(wanted: URI | null): Promise<AgentOutcome> {
    if (wanted !== null && !this.#confirmed.has(wanted)) throw unknownEntry();
    this.#wish = undefined;
    await this.follow();
    if (this.#over !== undefined) return { kind: 'unconfirmed', agent: undefined, reason: this.#over };
    const { sends = 0, isAfterSent: isThirdSent = false } = this.#pending ?? {};
    const isAfterSent = sends > 0 || isThirdSent;
    this.#end({ kind: 'unconfirmed', agent: undefined, reason: 'another selection was made since' });
    const agent = this.#confirmed.uri;
    if (agent === wanted && !isAfterSent) {
      this.#made = agent;
      return { kind: 'confirmed', agent };
    }
    return new Promise((settle) => {
      const unsent = { clientSeq: 0, sends: 0, isEchoed: false, stopTimer: () => {} };
      this.#pending = { wanted, settle, isAfterSent, ...unsent };
      if (this.#link.isLive()) this.#send(this.#pending);
      this.#events.changed();
    });
  }

  /** Takes envelopes of the session or of its chat. The state of the session includes them already. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    const item = this.#pending;
    const isEcho = ({ origin }: ActionEnvelope) =>
      origin?.clientId === this.#link.clientId && origin.clientSeq === item?.clientSeq;
    const echo = item === undefined ? undefined : envelopes.find(isEcho);
    this.#confirmed.receive(envelopes);
    if (item === undefined || echo === undefined || item.isEchoed) return;
    const { rejectionReason } = echo;
    if (rejectionReason !== undefined)
      this.#end({ kind: 'rejected', agent: this.#confirmed.uri, reason: oneLine(rejectionReason) });
    else if (this.#link.isOwnHost()) this.#judge(item);
    else {
      item.isEchoed = true;
      void this.#ask(item);
    }
  }

  /** Takes over a snapshot of the chat after a drop. */
  restore(snapshot: Snapshot): void {
    this.#confirmed.restore(snapshot);
  }

  /** The connection is back, but the host did not send the chat. */
  distrust(): void {
    this.#confirmed.distrust();
  }

  /** Asks for the chat soon, because something may have been missed. */
  doubt(): void {
    this.#confirmed.doubt();
  }

  /** Asks for the chat again, if it decides. */
  refresh(): Promise<void> {
    return this.#confirmed.refresh();
  }

  /** The connection is back: the state decides about the selection under way, or it is sent once more. */
  async resume(): Promise<void> {
    this.sync();
    const isKnown = await this.#confirmed.settle();
    const item = this.#pending;
    if (item === undefined) return;
    if (!isKnown) this.#giveUp();
    else if (item.isEchoed) void this.#ask(item);
    else if (item.sends > 0 && this.#confirmed.uri === item.wanted) this.#judge(item);
    else if (item.sends >= clientLimits.togglesSentAtMost) this.#judge(item);
    else this.#send(item);
  }

  /** Ends the selection under way, because the host cannot be asked. */
  abandon(reason: string): void {
    this.#end({ kind: 'unconfirmed', agent: undefined, reason });
  }

  /** Never asks again. */
  stop(reason: string): void {
    this.#over = reason;
    this.#confirmed.stop();
  }

  /** Selects what was selected in a lost session. If this one is lost, too, the next one takes over the wish. */
  async #grant(wish: URI): Promise<void> {
    const { kind } = await this.select(wish);
    if (kind === 'unconfirmed' && this.#over !== undefined) this.#wish = wish;
  }

  #send(item: PendingSelection): void {
    const built = this.#confirmed.actionFor(item.wanted);
    if (built === undefined) {
      this.abandon(unknownReason);
      return;
    }
    const { clock, echoTimeoutMs } = this.#link;
    item.stopTimer();
    item.clientSeq = this.#link.nextClientSeq();
    item.sends += 1;
    item.stopTimer = clock.after(echoTimeoutMs, () => void this.#ask(item));
    this.#link.dispatch(built.channel, item.clientSeq, built.action);
  }

  /** Compares the selection with the host's own state. */
  async #ask(item: PendingSelection): Promise<void> {
    item.stopTimer();
    const isKnown = await this.#confirmed.ask();
    if (this.#pending !== item || !this.#link.isLive()) return;
    if (isKnown) this.#judge(item);
    else this.#giveUp();
  }

  /** The host does not show the selection. Without a connection, the reconnect decides. */
  #giveUp(): void {
    if (this.#link.isLive()) this.abandon(unknownReason);
  }

  /** Ends the selection by what the host has selected now. */
  #judge(item: PendingSelection): void {
    if (this.#pending !== item) return;
    const agent = this.#confirmed.uri;
    if (agent === undefined) this.#end({ kind: 'unconfirmed', agent, reason: unknownReason });
    else if (agent === item.wanted) this.#end({ kind: 'confirmed', agent });
    else if (item.isEchoed || this.#link.isOwnHost()) this.#end({ kind: 'ineffective', agent });
    else this.#end({ kind: 'unconfirmed', agent, reason: 'there was no response to the selection' });
  }

  #end(outcome: AgentOutcome): void {
    const item = this.#pending;
    if (item === undefined) return;
    item.stopTimer();
    this.#pending = undefined;
    if (outcome.kind === 'confirmed') this.#made = outcome.agent;
    item.settle(outcome);
    this.#events.changed();
  }
}
