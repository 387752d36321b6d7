/**
 * The wire shapes we read or write, under the specification's own names. One set of types covers every dialect
 * from 0.3 to 1.0: where versions differ, both spellings are optional here and the readers accept either.
 * Enumerations are open: a value we do not know is kept as it came, and so is every field not named here.
 */

import type { Customization } from './customization-types.js';

export type * from './customization-types.js';

/** A value from a known set, or one a newer peer invented. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** A URI as text. */
export type URI = string;
/** Data that the protocol does not define, by name. */
export type Meta = Record<string, unknown>;

/** The channel of the host itself. */
export const ROOT_CHANNEL = 'ahp-root://';

/** An error as the protocol reports it. */
export interface ErrorInfo {
  message: string;
  errorType?: string;
  stack?: string;
}

/** The phase of a session. */
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

/** The custom agent that a session uses. */
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
  agent?: AgentSelection;
  workingDirectory?: URI;
  workingDirectories?: URI[];
}

/** One row of `listSessions`. */
export interface SessionSummary extends SessionMetadata {
  resource: URI;
}

/** A client that offers tools to a session. */
export interface SessionActiveClient {
  clientId: string;
  displayName?: string;
  tools?: unknown[];
  customizations?: unknown[];
}

/** One chat of a session. */
export interface ChatSummary {
  resource: URI;
  [field: string]: unknown;
}

/** The whole state of a session. */
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
  inputNeeded?: unknown[];
  _meta?: Meta;
}

/** An agent that the host can run sessions with. */
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
  /** The state already holds every action up to this sequence number. */
  fromSeq: number;
}

/** The client that sent an action, and the number under which it was sent. */
export interface ActionOrigin {
  clientId: string;
  clientSeq: number;
}

/** Any action at all; the reducers act on the types they know and pass the rest by. */
export interface Action {
  type: string;
}

/** An action as the host publishes it, numbered by `serverSeq`. */
export interface ActionEnvelope {
  channel: URI;
  action: Action;
  serverSeq: number;
  origin?: ActionOrigin;
  rejectionReason?: string;
}

/** The name and version of a client or a host. */
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

/** The result of `reconnect`: the actions that were missed, or fresh snapshots. */
export type ReconnectResult =
  | { type: 'replay'; actions: ActionEnvelope[]; missing: URI[] }
  | { type: 'snapshot'; snapshots: Snapshot[]; missing: URI[] };

/** One page of the list of sessions. */
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

/** A file or directory in a listing. */
export interface DirectoryEntry {
  name: string;
  type: Open<'file' | 'directory'>;
}

/** The result of `resourceList`. */
export interface ResourceListResult {
  entries: DirectoryEntry[];
}
