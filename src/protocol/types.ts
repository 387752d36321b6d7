/**
 * What is sent and received, under the specification's own names. One set of types covers every version from 0.3 to
 * 1.1: where versions differ, both spellings are optional, and the readers accept either. Unknown values and fields
 * are kept.
 */

import type { Customization } from './customization-types.js';

export type * from './customization-types.js';

/** One of the known values, or one that a newer peer adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** A URI as text. */
export type URI = string;
/** Fields beyond the protocol, by the name of the program that they belong to. */
export type Meta = Record<string, unknown>;

/** The channel of the host itself. */
export const ROOT_CHANNEL = 'ahp-root://';

/** An error that a host reports. */
export interface ErrorInfo {
  message: string;
  errorType?: string;
  stack?: string;
}

/** Whether a session is being created, is ready or has failed. */
export type SessionLifecycle = Open<'creating' | 'ready' | 'creationFailed' | 'failed'>;

/** Bits of `status`. `InputNeeded` includes `InProgress`: compare with the whole mask. */
export const SessionStatus = {
  Idle: 1,
  Error: 2,
  InProgress: 8,
  InputNeeded: 24,
  IsRead: 32,
  IsArchived: 64,
} as const;

/** The agent that a session uses. */
export interface AgentSelection {
  uri: URI;
}

/** The project of a session. */
export interface ProjectInfo {
  uri: URI;
  displayName: string;
}

/** Session metadata: nested under `summary` up to 0.4, flat on the state from 0.5 on. */
export interface SessionMetadata {
  provider?: string;
  title?: string;
  status?: number;
  activity?: string;
  /** Milliseconds up to 0.4, ISO 8601 text from 0.5 on. */
  createdAt?: number | string;
  modifiedAt?: number | string;
  project?: ProjectInfo;
  model?: unknown;
  /** Null in a change of the list of sessions: from now on the default. */
  agent?: AgentSelection | null;
  workingDirectory?: URI;
  workingDirectories?: URI[];
}

/** One row of `listSessions`. */
export interface SessionSummary extends SessionMetadata {
  resource: URI;
}

/** A client that takes part in a session. */
export interface SessionActiveClient {
  clientId: string;
  displayName?: string;
  tools?: unknown[];
  customizations?: unknown[];
}

/** A chat of a session. */
export interface ChatSummary {
  resource: URI;
  [field: string]: unknown;
}

/** Something that a session waits for. */
export interface InputRequest {
  id: string;
  [field: string]: unknown;
}

/** The state of a session. */
export interface SessionState extends SessionMetadata {
  summary?: SessionMetadata;
  lifecycle: SessionLifecycle;
  creationError?: ErrorInfo;
  customizations?: Customization[];
  activeClient?: SessionActiveClient;
  activeClients?: SessionActiveClient[];
  chats?: ChatSummary[];
  defaultChat?: URI;
  config?: { schema?: unknown; values: Record<string, unknown> };
  serverTools?: unknown[];
  changesets?: unknown[];
  inputNeeded?: InputRequest[];
  _meta?: Meta;
}

/** A provider of sessions. */
export interface AgentInfo {
  provider: string;
  displayName?: string;
  description?: string;
  customizations?: Customization[];
}

/** The state of the host itself. */
export interface RootState {
  agents: AgentInfo[];
  activeSessions?: number;
  terminals?: unknown[];
  config?: { schema?: unknown; values: Record<string, unknown> };
  _meta?: Meta;
}

/** The state of a channel at one sequence number. */
export interface Snapshot<State = unknown> {
  resource: URI;
  state: State;
  /** The state includes every action up to this sequence number. */
  fromSeq: number;
}

/** The client that sent an action, and the number that the client gave it. */
export interface ActionOrigin {
  clientId: string;
  clientSeq: number;
}

/** Any action; the reducers ignore types that they do not know. */
export interface Action {
  type: string;
}

/** An action as the host sends it: numbered, and with the reason if it is rejected. */
export interface ActionEnvelope {
  channel: URI;
  action: Action;
  serverSeq: number;
  origin?: ActionOrigin;
  rejectionReason?: string;
}

/** Name and version of a program. */
export interface Implementation {
  name: string;
  version?: string;
  title?: string;
}

/** The result of `initialize`. */
export interface InitializeResult {
  protocolVersion: string;
  serverSeq: number;
  snapshots: Snapshot[];
  serverInfo?: Implementation;
  _meta?: Meta;
}

/** The result of `reconnect`: the missed actions, or new snapshots. */
export type ReconnectResult =
  | { type: 'replay'; actions: ActionEnvelope[]; missing: URI[] }
  | { type: 'snapshot'; snapshots: Snapshot[]; missing: URI[] };

/** The result of `listSessions`, one page. */
export interface ListSessionsResult {
  items: SessionSummary[];
  nextCursor?: string;
}

/** The result of `resourceRead`. */
export interface ResourceReadResult {
  data: string;
  encoding: Open<'utf-8' | 'base64'>;
  contentType?: string;
}

/** One name in a directory. */
export interface DirectoryEntry {
  name: string;
  type: Open<'file' | 'directory'>;
}

/** The result of `resourceList`. */
export interface ResourceListResult {
  entries: DirectoryEntry[];
}
