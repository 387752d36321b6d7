/**
 * Which agent a chat uses. From 0.5 on, an agent is selected for a message and not for a session: the draft of the next
 * message decides, and without a draft the message that was sent last, as editors have it.
 */

import { type Check, hasText, isObject, type JsonObject, requireObject } from './checks.js';
import type { AgentSelection, URI } from './types.js';

/** A message of a chat, or the draft of one. Fields that are not read here are kept. */
export interface ChatMessage {
  text?: string;
  model?: unknown;
  agent?: AgentSelection;
  [field: string]: unknown;
}

/** What is known of the messages of a chat. */
export interface ChatInput {
  /** The message that is being written. */
  draft?: ChatMessage;
  /** The message that was sent last. */
  last?: Pick<ChatMessage, 'agent' | 'model'>;
}

/** Replaces the whole draft of a chat. */
export interface DraftChangedAction {
  type: 'chat/draftChanged';
  draft?: ChatMessage;
}

const isSelection: Check = hasText('uri');

function readSent(value: unknown): Pick<ChatInput, 'last'> {
  if (!isObject(value)) return {};
  const { agent, model } = value;
  return {
    last: {
      ...(isSelection(agent) && { agent: agent as AgentSelection }),
      ...(model !== undefined && { model }),
    },
  };
}

function readDraft(value: unknown): Pick<ChatInput, 'draft'> {
  if (!isObject(value)) return {};
  const { agent, ...rest } = value;
  return { draft: { ...rest, ...(isSelection(agent) && { agent: agent as AgentSelection }) } };
}

/** Reads the state of a chat. Throws a ProtocolError if it is none. */
export function readChatInput(value: unknown): ChatInput {
  const { draft, turns, activeTurn } = requireObject(value, 'The chat state');
  const newest = Array.isArray(turns) ? (turns.at(-1) as unknown) : undefined;
  const turn = isObject(activeTurn) ? activeTurn : newest;
  return { ...readDraft(draft), ...(isObject(turn) && readSent(turn['message'])) };
}

/** Returns what an action makes of it; undefined if the host has to be asked. */
export function chatInputReducer(input: ChatInput, action: { type: string }): ChatInput | undefined {
  const { draft, ...rest } = input;
  const { draft: changed, message } = action as unknown as JsonObject;
  switch (action.type) {
    case 'chat/draftChanged':
      return { ...rest, ...readDraft(changed) };
    case 'chat/turnStarted':
      return { ...input, ...readSent(message) };
    case 'chat/truncated':
      return undefined;
    default:
      return input;
  }
}

/** Returns the agent of the next message; null for the host's default. */
export function agentOfInput({ draft, last }: ChatInput): AgentSelection | null {
  return (draft ?? last)?.agent ?? null;
}

const isEmptyDraft = ({ text = '', ...rest }: ChatMessage): boolean =>
  text === '' && Object.keys(rest).every((field) => field === 'origin');

/**
 * Returns the action that selects an agent, or the default, for the next message. The rest of the draft stays. A draft
 * that would be empty is removed, unless the last message then decided otherwise.
 */
export function buildDraft({ draft, last }: ChatInput, uri: URI | null): DraftChangedAction {
  const model = last?.model === undefined ? {} : { model: last.model };
  const { agent: _agent, ...rest } = draft ?? { text: '', origin: { kind: 'user' }, ...model };
  if (uri !== null) return { type: 'chat/draftChanged', draft: { ...rest, agent: { uri } } };
  const isNeedless = isEmptyDraft(rest) && last?.agent === undefined;
  return { type: 'chat/draftChanged', ...(!isNeedless && { draft: rest }) };
}
