/** The session and root actions that the reducers apply, under the specification's names. */

import type {
  AgentInfo,
  AgentSelection,
  ChatSummary,
  Customization,
  CustomizationEnablement,
  ErrorInfo,
  InputRequest,
  McpServerState,
  Meta,
  SessionActiveClient,
  SessionState,
  URI,
} from './types.js';

/**
 * Switches one customization. Hosts up to 0.7, and some of 0.8, read `enabled`; later ones read `enablement`, which is
 * the whole set of decisions. An action with both works on all of them.
 */
export interface CustomizationToggledAction {
  type: 'session/customizationToggled';
  id: string;
  enabled?: boolean;
  enablement?: CustomizationEnablement[];
  _meta?: Meta;
}

/** Selects an agent for the session; without one, the default. */
export interface AgentChangedAction {
  type: 'session/agentChanged';
  agent?: AgentSelection;
}

/** Reports the state of an MCP server. */
export interface McpServerStateChangedAction {
  type: 'session/mcpServerStateChanged';
  id: string;
  state: McpServerState;
  channel?: URI;
}

/** Every action on a session that the reducer applies. */
export type SessionAction =
  | { type: 'session/stateReplaced'; state: SessionState }
  | { type: 'session/ready' }
  | { type: 'session/creationFailed'; error: ErrorInfo }
  | { type: 'session/titleChanged'; title: string }
  | { type: 'session/activityChanged'; activity?: string }
  | { type: 'session/isReadChanged'; isRead: boolean }
  | { type: 'session/isArchivedChanged'; isArchived: boolean }
  | { type: 'session/modelChanged'; model: unknown }
  | AgentChangedAction
  | { type: 'session/metaChanged'; _meta?: Meta }
  | { type: 'session/configChanged'; config: Record<string, unknown>; replace?: boolean }
  | { type: 'session/activeClientChanged'; activeClient: SessionActiveClient | null }
  | { type: 'session/activeClientToolsChanged'; tools: unknown[] }
  | { type: 'session/activeClientSet'; activeClient: SessionActiveClient }
  | { type: 'session/activeClientRemoved'; clientId: string }
  | { type: 'session/serverToolsChanged'; tools: unknown[] }
  | { type: 'session/changesetsChanged'; changesets?: unknown[] }
  | { type: 'session/chatAdded'; summary: ChatSummary }
  | { type: 'session/chatRemoved'; chat: URI }
  | { type: 'session/chatUpdated'; chat: URI; changes: Record<string, unknown> }
  | { type: 'session/defaultChatChanged'; defaultChat?: URI }
  | { type: 'session/workingDirectorySet'; directory: URI }
  | { type: 'session/workingDirectoryRemoved'; directory: URI }
  | { type: 'session/workingDirectoryReplaced'; directory: URI; replacement: URI }
  | { type: 'session/inputNeededSet'; request: InputRequest }
  | { type: 'session/inputNeededRemoved'; id: string }
  | { type: 'session/customizationsChanged'; customizations: Customization[] }
  | CustomizationToggledAction
  | { type: 'session/customizationUpdated'; customization: Customization }
  | { type: 'session/customizationRemoved'; id: string }
  | McpServerStateChangedAction
  | { type: 'session/mcpServerStartRequested'; id: string }
  | { type: 'session/mcpServerStopRequested'; id: string }
  | { type: 'session/mcpServerBackgroundRequested'; id: string };

/** Every action on the host itself that the reducer applies. */
export type RootAction =
  | { type: 'root/agentsChanged'; agents: AgentInfo[] }
  | { type: 'root/activeSessionsChanged'; activeSessions: number }
  | { type: 'root/terminalsChanged'; terminals: unknown[] }
  | { type: 'root/configChanged'; config?: Record<string, unknown>; replace?: boolean };
