/**
 * Applies actions to the state of a session, for all versions of the protocol. Clients and the embedded host share it.
 * If nothing changes, or the action is unknown because the host is newer, the same object is returned.
 */

import { withDecision } from './enablement.js';
import type { CustomizationToggledAction, SessionAction } from './session-actions.js';
import { changeCustomization } from './tree.js';
import {
  type Action,
  type AnyCustomization,
  type ChatSummary,
  type InputRequest,
  type McpServerCustomization,
  type SessionActiveClient,
  type SessionMetadata,
  type SessionState,
  SessionStatus,
  type URI,
} from './types.js';

type SessionHandler<Type extends SessionAction['type']> = (
  state: SessionState,
  action: Extract<SessionAction, { type: Type }>,
) => SessionState;

/** Calls the handler of the action's type. Returns the same state if there is none. */
export function applyAction<State>(handlers: object, state: State, action: Action): State {
  if (!Object.hasOwn(handlers, action.type)) return state;
  const table = handlers as Record<string, (state: State, action: Action) => State>;
  return table[action.type]!(state, action);
}

/** Returns the object with one key set, or removed if the value is undefined. */
function withField<T extends object, K extends keyof T>(object: T, key: K, value: T[K] | undefined): T {
  if (object[key] === value && (value !== undefined || !(key in object))) return object;
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _removed, ...rest } = object;
  return rest as unknown as T;
}

/** Sets metadata where this host has it: under `summary` up to 0.4, flat from 0.5 on. */
function withMetadata<K extends keyof SessionMetadata>(
  state: SessionState,
  key: K,
  value: SessionMetadata[K] | undefined,
): SessionState {
  if (state.summary === undefined) return withField(state as SessionMetadata, key, value) as SessionState;
  return withField(state, 'summary', withField(state.summary, key, value));
}

function withStatusBit(state: SessionState, bit: number, set: boolean): SessionState {
  const status = (state.summary ?? state).status ?? 0;
  return withMetadata(state, 'status', set ? status | bit : status & ~bit);
}

/** The bits that say what the session does; the others mark it as read or archived. */
const activityBits = 31;

/** Requests to tools of clients are no questions to a person. */
const isQuestion = ({ kind }: InputRequest): boolean => kind !== 'toolClientExecution';

/** The session needs input as long as there are questions. */
function withInputNeeded(state: SessionState, requests: InputRequest[]): SessionState {
  const status = (state.summary ?? state).status ?? 0;
  const { InProgress, InputNeeded } = SessionStatus;
  const next = requests.some(isQuestion)
    ? (status & ~activityBits) | InputNeeded
    : status & ~(InputNeeded & ~InProgress);
  const list = requests.length > 0 ? requests : undefined;
  return withMetadata(withField(state, 'inputNeeded', list), 'status', next);
}

function withServerState(
  state: SessionState,
  id: string,
  change: (server: McpServerCustomization) => McpServerCustomization,
): SessionState {
  return withCustomization(state, id, (node) => (node.type === 'mcpServer' ? change(node) : node));
}

/** The host reports what became of a request: until then the server counts as in the requested state. */
function requested(server: McpServerCustomization, kind: 'starting' | 'stopped'): McpServerCustomization {
  return withField(withField(server, 'state', { kind }), 'channel', undefined);
}

function withCustomization(
  state: SessionState,
  id: string,
  change: (node: AnyCustomization) => AnyCustomization | undefined,
): SessionState {
  if (state.customizations === undefined) return state;
  return withField(state, 'customizations', changeCustomization(state.customizations, id, change));
}

/** Nodes that keep scopes store the list of decisions. In others the first decision becomes the flag. */
function toggle(node: AnyCustomization, action: CustomizationToggledAction): AnyCustomization {
  if (action.enablement === undefined) {
    if (action.enabled === undefined) return node;
    const flagged = withField(node, 'enabled', action.enabled);
    if (!node.enablement?.length) return flagged;
    const decision = { kind: 'session', enabled: action.enabled };
    return withField(flagged, 'enablement', withDecision(node.enablement, 'session', decision));
  }
  const flag = action.enablement[0]?.enabled ?? true;
  const keepsScopes = node.type === 'plugin' || node.type === 'mcpServer';
  if (!keepsScopes) return withField(withField(node, 'enabled', flag), 'enablement', undefined);
  const onlyFlag = node.enablement === undefined && node.enabled !== undefined;
  if (onlyFlag) return withField(node, 'enabled', action.enabled ?? flag);
  const enablement = action.enablement.length > 0 ? action.enablement : undefined;
  const decided = withField(node, 'enablement', enablement);
  // Some hosts send both fields: an old flag would count again once the decisions are removed.
  return node.enabled === undefined ? decided : withField(decided, 'enabled', flag);
}

/** Replaces the item that `isSame` finds, or adds the new one at the end. */
function upsert<T>(list: readonly T[] | undefined, item: T, isSame: (other: T) => boolean): T[] {
  const index = list?.findIndex(isSame) ?? -1;
  return index === -1 ? [...(list ?? []), item] : list!.with(index, item);
}

/** Returns the state without the items of a list that match; the same state if none does. */
function withoutItem<T>(
  state: SessionState,
  key: 'activeClients' | 'chats' | 'workingDirectories',
  matches: (item: T) => boolean,
): SessionState {
  const list = state[key] as T[] | undefined;
  return list?.some(matches) ? { ...state, [key]: list.filter((item) => !matches(item)) } : state;
}

const handlers: { [Type in SessionAction['type']]: SessionHandler<Type> } = {
  'session/stateReplaced': (_state, { state }) => state,
  'session/ready': (state) => withField(state, 'lifecycle', 'ready'),
  'session/creationFailed': (state, { error }) => ({
    ...state,
    lifecycle: 'creationFailed',
    creationError: error,
  }),
  'session/titleChanged': (state, { title }) => withMetadata(state, 'title', title),
  'session/activityChanged': (state, { activity }) => withMetadata(state, 'activity', activity),
  'session/modelChanged': (state, { model }) => withMetadata(state, 'model', model),
  'session/agentChanged': (state, { agent }) => withMetadata(state, 'agent', agent),
  'session/isReadChanged': (state, { isRead }) => withStatusBit(state, SessionStatus.IsRead, isRead),
  'session/isArchivedChanged': (state, { isArchived }) =>
    withStatusBit(state, SessionStatus.IsArchived, isArchived),
  'session/metaChanged': (state, { _meta }) => withField(state, '_meta', _meta),
  'session/configChanged': (state, { config, replace }) => {
    if (state.config === undefined) return state;
    const values = replace ? config : { ...state.config.values, ...config };
    return { ...state, config: { ...state.config, values } };
  },
  'session/activeClientChanged': (state, { activeClient }) =>
    withField(state, 'activeClient', activeClient ?? undefined),
  'session/activeClientToolsChanged': (state, { tools }) =>
    state.activeClient === undefined ? state : { ...state, activeClient: { ...state.activeClient, tools } },
  'session/activeClientSet': (state, { activeClient }) => ({
    ...state,
    activeClients: upsert(
      state.activeClients,
      activeClient,
      ({ clientId }) => clientId === activeClient.clientId,
    ),
  }),
  'session/activeClientRemoved': (state, action) =>
    withoutItem<SessionActiveClient>(state, 'activeClients', ({ clientId }) => clientId === action.clientId),
  'session/serverToolsChanged': (state, { tools }) => withField(state, 'serverTools', tools),
  'session/changesetsChanged': (state, { changesets }) => withField(state, 'changesets', changesets),
  'session/chatAdded': (state, { summary }) => ({
    ...state,
    chats: upsert(state.chats, summary, ({ resource }) => resource === summary.resource),
  }),
  'session/chatRemoved': (state, { chat }) => {
    const left = withoutItem<ChatSummary>(state, 'chats', ({ resource }) => resource === chat);
    const isDefault = left !== state && state.defaultChat === chat;
    return isDefault ? withField(left, 'defaultChat', undefined) : left;
  },
  'session/chatUpdated': (state, { chat, changes }) => {
    const known = state.chats?.find(({ resource }) => resource === chat);
    if (known === undefined) return state;
    const updated = { ...known, ...changes, resource: known.resource };
    return { ...state, chats: upsert(state.chats, updated, (other) => other === known) };
  },
  'session/defaultChatChanged': (state, { defaultChat }) => withField(state, 'defaultChat', defaultChat),
  // The list of working directories is newer than nested metadata: it is always flat.
  'session/workingDirectorySet': (state, { directory }) =>
    state.workingDirectories?.includes(directory)
      ? state
      : { ...state, workingDirectories: [...(state.workingDirectories ?? []), directory] },
  'session/workingDirectoryRemoved': (state, { directory }) =>
    withoutItem<URI>(state, 'workingDirectories', (other) => other === directory),
  'session/workingDirectoryReplaced': (state, { directory, replacement }) => {
    if (!state.workingDirectories?.includes(directory)) return state;
    const replaced = state.workingDirectories.map((other) => (other === directory ? replacement : other));
    return { ...state, workingDirectories: [...new Set(replaced)] };
  },
  'session/inputNeededSet': (state, { request }) =>
    withInputNeeded(
      state,
      upsert(state.inputNeeded, request, ({ id }) => id === request.id),
    ),
  'session/inputNeededRemoved': (state, action) => {
    const left = state.inputNeeded?.filter(({ id }) => id !== action.id);
    return left === undefined || left.length === state.inputNeeded?.length
      ? state
      : withInputNeeded(state, left);
  },
  'session/customizationsChanged': (state, { customizations }) =>
    withField(state, 'customizations', customizations),
  'session/customizationToggled': (state, action) =>
    withCustomization(state, action.id, (node) => toggle(node, action)),
  'session/customizationUpdated': (state, { customization }) => ({
    ...state,
    customizations: upsert(state.customizations, customization, ({ id }) => id === customization.id),
  }),
  'session/customizationRemoved': (state, { id }) => withCustomization(state, id, () => undefined),
  'session/mcpServerStateChanged': (state, action) =>
    withServerState(state, action.id, (server) =>
      withField(withField(server, 'state', action.state), 'channel', action.channel),
    ),
  'session/mcpServerStartRequested': (state, { id }) =>
    withServerState(state, id, (server) => requested(server, 'starting')),
  'session/mcpServerStopRequested': (state, { id }) =>
    withServerState(state, id, (server) => requested(server, 'stopped')),
  'session/mcpServerBackgroundRequested': (state, { id }) =>
    withServerState(state, id, (server) =>
      server.state?.kind === 'starting' && server.state.blocking
        ? withField(server, 'state', withField(server.state, 'blocking', undefined))
        : server,
    ),
};

/** Returns the session after this action; the same object for an unknown action and one without effect. */
export function sessionReducer(state: SessionState, action: Action): SessionState {
  return applyAction(handlers, state, action);
}
