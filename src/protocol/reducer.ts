/**
 * `sessionReducer(state, action)`: the same on both sides of the wire, for all dialects. It answers with the
 * same reference when nothing changes, and passes by every action it does not know, for hosts may be newer.
 */

import { withDecision } from './actions.js';
import type {
  CustomizationToggledAction,
  McpServerStateChangedAction,
  SessionAction,
} from './session-actions.js';
import { changeCustomization } from './tree.js';
import {
  type Action,
  type AnyCustomization,
  type SessionMetadata,
  type SessionState,
  SessionStatus,
} from './types.js';

type SessionHandler<Type extends SessionAction['type']> = (
  state: SessionState,
  action: Extract<SessionAction, { type: Type }>,
) => SessionState;

/** The object with one key set, or removed where the value is undefined. */
function withField<T extends object, K extends keyof T>(object: T, key: K, value: T[K] | undefined): T {
  if (object[key] === value && (value !== undefined || !(key in object))) return object;
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _removed, ...rest } = object;
  return rest as unknown as T;
}

/** Metadata is nested under `summary` up to 0.4 and flat from 0.5 on: write where this host keeps it. */
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

function withCustomization(
  state: SessionState,
  id: string,
  change: (node: AnyCustomization) => AnyCustomization | undefined,
): SessionState {
  if (state.customizations === undefined) return state;
  return withField(state, 'customizations', changeCustomization(state.customizations, id, change));
}

function keepsScopes(node: AnyCustomization): boolean {
  return node.type === 'plugin' || node.type === 'mcpServer';
}

/** A decision list moves into a node that keeps one; everywhere else its first decision becomes the flag. */
function toggle(node: AnyCustomization, action: CustomizationToggledAction): AnyCustomization {
  if (action.enablement === undefined) {
    if (action.enabled === undefined) return node;
    const flagged = withField(node, 'enabled', action.enabled);
    if (!node.enablement?.length) return flagged;
    const decision = { kind: 'session', enabled: action.enabled };
    return withField(flagged, 'enablement', withDecision(node.enablement, 'session', decision));
  }
  const flag = action.enablement[0]?.enabled ?? true;
  if (!keepsScopes(node)) return withField(withField(node, 'enabled', flag), 'enablement', undefined);
  const onlyFlag = node.enablement === undefined && node.enabled !== undefined;
  if (onlyFlag) return withField(node, 'enabled', action.enabled ?? flag);
  const enablement = action.enablement.length > 0 ? action.enablement : undefined;
  const decided = withField(node, 'enablement', enablement);
  // Some hosts send both fields: a flag left behind would speak again once the decisions are cleared.
  return node.enabled === undefined ? decided : withField(decided, 'enabled', flag);
}

function mcpState(node: AnyCustomization, action: McpServerStateChangedAction): AnyCustomization {
  if (node.type !== 'mcpServer') return node;
  return withField(withField(node, 'state', action.state), 'channel', action.channel);
}

/** Replaces the item with this key, or adds it at the end. */
function upsert<T>(list: readonly T[] | undefined, item: T, isSame: (other: T) => boolean): T[] {
  const index = list?.findIndex(isSame) ?? -1;
  return index === -1 ? [...(list ?? []), item] : list!.with(index, item);
}

/** The list without the items that match; the same list when none does. */
function without<T>(list: T[] | undefined, matches: (item: T) => boolean): T[] | undefined {
  return list?.some(matches) ? list.filter((item) => !matches(item)) : list;
}

function replaceDirectory(directories: string[] | undefined, from: string, to: string): string[] | undefined {
  if (!directories?.includes(from)) return directories;
  const replaced = directories.map((directory) => (directory === from ? to : directory));
  return [...new Set(replaced)];
}

const handlers: { [Type in SessionAction['type']]: SessionHandler<Type> } = {
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
    return {
      ...state,
      config: { ...state.config, values: replace ? config : { ...state.config.values, ...config } },
    };
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
    withField(
      state,
      'activeClients',
      without(state.activeClients, ({ clientId }) => clientId === action.clientId),
    ),
  'session/serverToolsChanged': (state, { tools }) => withField(state, 'serverTools', tools),
  'session/changesetsChanged': (state, { changesets }) => withField(state, 'changesets', changesets),
  'session/chatAdded': (state, { summary }) => ({
    ...state,
    chats: upsert(state.chats, summary, ({ resource }) => resource === summary.resource),
  }),
  'session/chatRemoved': (state, { chat }) => {
    const chats = without(state.chats, ({ resource }) => resource === chat);
    const isDefault = chats !== state.chats && state.defaultChat === chat;
    return withField(isDefault ? withField(state, 'defaultChat', undefined) : state, 'chats', chats);
  },
  'session/chatUpdated': (state, { chat, changes }) => {
    const known = state.chats?.find(({ resource }) => resource === chat);
    if (known === undefined) return state;
    const updated = { ...known, ...changes, resource: known.resource };
    return { ...state, chats: upsert(state.chats, updated, (other) => other === known) };
  },
  'session/defaultChatChanged': (state, { defaultChat }) => withField(state, 'defaultChat', defaultChat),
  // The list of working directories came after nested metadata: it is always flat.
  'session/workingDirectorySet': (state, { directory }) =>
    state.workingDirectories?.includes(directory)
      ? state
      : { ...state, workingDirectories: [...(state.workingDirectories ?? []), directory] },
  'session/workingDirectoryRemoved': (state, { directory }) =>
    withField(
      state,
      'workingDirectories',
      without(state.workingDirectories, (other) => other === directory),
    ),
  'session/workingDirectoryReplaced': (state, { directory, replacement }) =>
    withField(
      state,
      'workingDirectories',
      replaceDirectory(state.workingDirectories, directory, replacement),
    ),
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
    withCustomization(state, action.id, (node) => mcpState(node, action)),
};

/**
 * Returns the session after this action. Unknown actions, and actions without effect, return the same object.
 *
 * @example
 * ```ts
 * const next = sessionReducer(state, { type: 'session/customizationToggled', id: 'skill-id', enabled: false });
 * ```
 */
export function sessionReducer(state: SessionState, action: Action): SessionState {
  if (!Object.hasOwn(handlers, action.type)) return state;
  const handle = handlers[action.type as SessionAction['type']] as (
    state: SessionState,
    action: Action,
  ) => SessionState;
  return handle(state, action);
}
