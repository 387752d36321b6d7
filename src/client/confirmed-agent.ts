/**
 * The agent of a session as the host has it. Older hosts, and skillpick's own, keep it with the session; newer ones in
 * the draft of the default chat, which is followed only if somebody wants to know the agent.
 */

import { ProtocolError } from '../errors.js';
import { sessionAgentOf } from '../protocol/actions.js';
import { agentOfInput, buildDraft, type DraftChangedAction } from '../protocol/chat-input.js';
import type { AgentChangedAction } from '../protocol/session-actions.js';
import { walk } from '../protocol/tree.js';
import type { ActionEnvelope, AgentSelection, SessionState, Snapshot, URI } from '../protocol/types.js';
import { DefaultChat } from './default-chat.js';
import type { SessionLink } from './session-link.js';

export interface AgentEvents {
  /** Returns the state of the session as the host has confirmed it. */
  state(): SessionState;
  /** Asks the host for the session; resolves to undefined if it did not reply. */
  refresh(): Promise<SessionState | undefined>;
  changed(): void;
}

/** An action that selects an agent, and where it goes. */
export interface SelectingAction {
  readonly channel: URI;
  readonly action: AgentChangedAction | DraftChangedAction;
}

export class ConfirmedAgent {
  readonly #uri: URI;
  readonly #link: SessionLink;
  readonly #events: AgentEvents;
  #isFollowed = false;
  #isStopped = false;
  #chat: DefaultChat | undefined;

  constructor(uri: URI, link: SessionLink, events: AgentEvents) {
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

  /** Null is the default; undefined: not known. */
  get selection(): AgentSelection | null | undefined {
    if (this.#chatUri === undefined) return sessionAgentOf(this.#events.state());
    const input = this.#chat?.uri === this.#chatUri ? this.#chat?.input : undefined;
    return input && agentOfInput(input);
  }

  get uri(): URI | null | undefined {
    const { selection } = this;
    return selection === null ? null : selection?.uri;
  }

  /** Returns true if the session has this agent. */
  has(uri: URI): boolean {
    for (const { node } of walk(this.#events.state().customizations))
      if (node.type === 'agent' && node.uri === uri) return true;
    return false;
  }

  /** Returns what selects an agent; undefined if the draft that it would change is not known. */
  actionFor(wanted: URI | null): SelectingAction | undefined {
    if (this.#chatUri === undefined) {
      const agent = wanted === null ? {} : { agent: { uri: wanted } };
      return { channel: this.#uri, action: { type: 'session/agentChanged', ...agent } };
    }
    const { uri, input, isInDoubt = true } = this.#chat ?? {};
    // Without the draft as it is now, the rest of it could not be kept.
    return uri === undefined || input === undefined || isInDoubt
      ? undefined
      : { channel: uri, action: buildDraft(input, wanted) };
  }

  /** Starts to follow the selection. Resolves once it is known, or known to be unknown. */
  async follow(): Promise<void> {
    this.#isFollowed = true;
    this.sync();
    await this.settle();
  }

  /** Follows the chat that is the default one now. */
  sync(): void {
    const before = this.#chat;
    const uri = this.#isFollowed ? this.#chatUri : undefined;
    if (uri === before?.uri) return;
    before?.stop();
    if (before !== undefined && !this.#isStopped) this.#link.unsubscribe(before.uri);
    this.#chat = uri === undefined ? undefined : new DefaultChat(uri, this.#link, this.#events.changed);
    void this.#chat?.refresh();
  }

  /** Asks for the chat if it is in doubt. Resolves to false if the agent is not known then. */
  async settle(): Promise<boolean> {
    return this.#chat === undefined || !this.#chat.isInDoubt || this.#chat.refresh();
  }

  /** Takes envelopes of the session or of its chat. The state of the session includes them already. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    const fromChat = envelopes.filter(({ channel }) => channel === this.#chat?.uri);
    if (fromChat.length > 0) this.#chat?.receive(fromChat);
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

  /** Asks for what decides: the chat or the session. Resolves to true if the agent is known then. */
  async ask(): Promise<boolean> {
    return this.#chat === undefined ? (await this.#events.refresh()) !== undefined : this.#chat.refresh();
  }

  /** Never asks again. */
  stop(): void {
    this.#isStopped = true;
    this.#chat?.stop();
  }

  get #chatUri(): URI | undefined {
    return this.#link.isAgentInChat() ? this.#events.state().defaultChat : undefined;
  }
}
