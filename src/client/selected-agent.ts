/**
 * The agent that is selected for a session, and the selection under way. Older hosts, and skillpick's own, keep it with
 * the session; newer ones in the draft of the default chat, which is followed only if somebody wants to know the agent.
 * An echo shows only that the host saw a selection: VS Code echoes those that it ignores. So the host is asked for its
 * state before one counts as made.
 */

import { ProtocolError } from '../errors.js';
import { sessionAgentOf } from '../protocol/actions.js';
import { agentOfInput, buildDraft, type DraftChangedAction } from '../protocol/chat-input.js';
import type { AgentChangedAction } from '../protocol/session-actions.js';
import { walk } from '../protocol/tree.js';
import type { ActionEnvelope, AgentSelection, SessionState, Snapshot, URI } from '../protocol/types.js';
import { DefaultChat } from './default-chat.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';
import { unknownEntry } from './prepare-switch.js';
import type { SessionLink } from './session-link.js';
import type { AgentOutcome, AgentView } from './session-view.js';

export interface SelectionEvents {
  /** Returns the state of the session as the host has confirmed it. */
  state(): SessionState;
  /** Asks the host for the session; resolves to undefined if it did not reply. */
  refresh(): Promise<SessionState | undefined>;
  changed(): void;
}

interface PendingSelection {
  /** Null is the default. */
  readonly wanted: URI | null;
  readonly settle: (outcome: AgentOutcome) => void;
  /** The number it was sent under last; 0 if it was never sent. */
  clientSeq: number;
  sends: number;
  isEchoed: boolean;
  stopTimer(): void;
}

const unknownReason = 'the host does not say which agent is selected';

export class SelectedAgent {
  readonly #uri: URI;
  readonly #link: SessionLink;
  readonly #events: SelectionEvents;
  #isFollowed = false;
  #chat: DefaultChat | undefined;
  #pending: PendingSelection | undefined;

  constructor(uri: URI, link: SessionLink, events: SelectionEvents) {
    this.#uri = uri;
    this.#link = link;
    this.#events = events;
  }

  /** True once somebody wants to know the agent. */
  get isFollowed(): boolean {
    return this.#isFollowed;
  }

  /** The channels that are followed besides the session. */
  get channels(): URI[] {
    return this.#chat === undefined ? [] : [this.#chat.uri];
  }

  get view(): AgentView {
    const wanted = this.#pending?.wanted;
    if (wanted === undefined) return { agent: this.#confirmed, isAgentPending: false };
    return { agent: wanted === null ? null : { uri: wanted }, isAgentPending: true };
  }

  /** Starts to follow the selection. Resolves once it is known, or known to be unknown. */
  async follow(): Promise<void> {
    this.#isFollowed = true;
    this.sync();
    if (this.#chat?.isInDoubt) await this.#chat.refresh();
  }

  /** Follows the chat that is the default one now. */
  sync(): void {
    const uri = this.#isFollowed ? this.#chatUri : undefined;
    if (uri === this.#chat?.uri) return;
    this.#chat?.stop();
    this.#chat = uri === undefined ? undefined : new DefaultChat(uri, this.#link, this.#events.changed);
    void this.#chat?.refresh();
  }

  /** Selects an agent of the session, or the default. Rejects with `entry-unknown` if the session has no such agent. */
  async select(wanted: URI | null): Promise<AgentOutcome> {
    if (wanted !== null && !this.#hasAgent(wanted)) throw unknownEntry();
    await this.follow();
    this.#end({ kind: 'unconfirmed', agent: undefined, reason: 'another selection was made since' });
    const agent = this.#confirmedUri;
    if (agent === wanted) return { kind: 'confirmed', agent };
    return new Promise((settle) => {
      const unsent = { clientSeq: 0, sends: 0, isEchoed: false, stopTimer: () => {} };
      this.#pending = { wanted, settle, ...unsent };
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
    const fromChat = envelopes.filter(({ channel }) => channel === this.#chat?.uri);
    if (fromChat.length > 0) this.#chat?.receive(fromChat);
    if (item === undefined || echo === undefined || item.isEchoed) return;
    const { rejectionReason } = echo;
    if (rejectionReason !== undefined) this.#reject(oneLine(rejectionReason));
    else if (this.#link.isOwnHost()) this.#judge(item);
    else {
      item.isEchoed = true;
      void this.#ask(item);
    }
  }

  /** Takes over a snapshot of the chat after a drop. One that is unreadable is asked for again. */
  restore(snapshot: Snapshot): void {
    try {
      this.#chat?.restore(snapshot);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#link.malformed(error);
      this.distrust();
    }
  }

  /** The connection is back, but the host did not send the chat. */
  distrust(): void {
    if (this.#chat !== undefined) this.#chat.isInDoubt = true;
  }

  /** Asks for the chat soon, because something may have been missed. */
  doubt(): void {
    this.#chat?.doubt();
  }

  /** Asks for the chat again, if it decides. */
  async refresh(): Promise<void> {
    await this.#chat?.refresh();
  }

  /** The connection is back: the state decides about the selection under way, or it is sent once more. */
  async resume(): Promise<void> {
    this.sync();
    if (this.#chat?.isInDoubt) await this.#chat.refresh();
    const item = this.#pending;
    if (item === undefined) return;
    if (item.isEchoed) void this.#ask(item);
    else if (item.sends > 0 && this.#confirmedUri === item.wanted) this.#judge(item);
    else if (item.sends >= clientLimits.togglesSentAtMost) this.#judge(item);
    else this.#send(item);
  }

  /** Ends the selection under way, because the host cannot be asked. */
  abandon(reason: string): void {
    this.#end({ kind: 'unconfirmed', agent: undefined, reason });
  }

  /** Never asks again. */
  stop(): void {
    this.#chat?.stop();
  }

  get #chatUri(): URI | undefined {
    return this.#link.isAgentInChat() ? this.#events.state().defaultChat : undefined;
  }

  /** The selection as the host has it; undefined if that is not known. */
  get #confirmed(): AgentSelection | null | undefined {
    if (this.#chatUri === undefined) return sessionAgentOf(this.#events.state());
    const input = this.#chat?.uri === this.#chatUri ? this.#chat?.input : undefined;
    return input && agentOfInput(input);
  }

  get #confirmedUri(): URI | null | undefined {
    const confirmed = this.#confirmed;
    return confirmed === null ? null : confirmed?.uri;
  }

  #hasAgent(uri: URI): boolean {
    for (const { node } of walk(this.#events.state().customizations))
      if (node.type === 'agent' && node.uri === uri) return true;
    return false;
  }

  #action(wanted: URI | null): { channel: URI; action: AgentChangedAction | DraftChangedAction } | undefined {
    if (this.#chatUri === undefined) {
      const agent = wanted === null ? {} : { agent: { uri: wanted } };
      return { channel: this.#uri, action: { type: 'session/agentChanged', ...agent } };
    }
    const { uri, input } = this.#chat ?? {};
    // Without the draft, the rest of it could not be kept.
    return uri === undefined || input === undefined
      ? undefined
      : { channel: uri, action: buildDraft(input, wanted) };
  }

  #send(item: PendingSelection): void {
    const built = this.#action(item.wanted);
    if (built === undefined) {
      this.#end({ kind: 'unconfirmed', agent: undefined, reason: unknownReason });
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
    const isKnown = this.#chat === undefined ? await this.#events.refresh() : await this.#chat.refresh();
    // Without a reply, the reconnect decides.
    if (this.#link.isLive() && (isKnown || this.#chat !== undefined)) this.#judge(item);
  }

  /** Ends the selection by what the host has selected now. */
  #judge(item: PendingSelection): void {
    if (this.#pending !== item) return;
    const agent = this.#confirmedUri;
    if (agent === undefined) this.#end({ kind: 'unconfirmed', agent, reason: unknownReason });
    else if (agent === item.wanted) this.#end({ kind: 'confirmed', agent });
    else if (item.isEchoed || this.#link.isOwnHost()) this.#end({ kind: 'ineffective', agent });
    else this.#end({ kind: 'unconfirmed', agent, reason: 'there was no response to the selection' });
  }

  #reject(reason: string): void {
    this.#end({ kind: 'rejected', agent: this.#confirmedUri, reason });
  }

  #end(outcome: AgentOutcome): void {
    const item = this.#pending;
    if (item === undefined) return;
    item.stopTimer();
    this.#pending = undefined;
    item.settle(outcome);
    this.#events.changed();
  }
}
