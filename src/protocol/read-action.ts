/**
 * Reads action envelopes from unknown JSON. Actions of a known type must have the fields that their reducer needs;
 * actions of other types pass unchanged.
 */

import { ProtocolError } from '../errors.js';
import {
  type Check,
  hasText,
  isBoolean,
  isDecisionList,
  isKinded,
  isNumber,
  isObject,
  isString,
  type JsonObject,
  optional,
  requireField,
  requireObject,
} from './checks.js';
import {
  readAgents,
  readCustomization,
  readCustomizations,
  readServerState,
  readSessionState,
  type Skipped,
} from './read-state.js';
import type { Action, ActionEnvelope, ActionOrigin } from './types.js';

const isActiveClient = hasText('clientId');

const required: Record<string, Record<string, Check>> = {
  'session/stateReplaced': { state: isObject },
  'session/creationFailed': { error: hasText('message') },
  'session/titleChanged': { title: isString },
  'session/activityChanged': { activity: optional(isString) },
  'session/isReadChanged': { isRead: isBoolean },
  'session/isArchivedChanged': { isArchived: isBoolean },
  'session/agentChanged': { agent: optional(hasText('uri')) },
  'session/metaChanged': { _meta: optional(isObject) },
  'session/configChanged': { config: isObject, replace: optional(isBoolean) },
  'session/activeClientChanged': { activeClient: (value) => value === null || isActiveClient(value) },
  'session/activeClientToolsChanged': { tools: Array.isArray },
  'session/activeClientSet': { activeClient: isActiveClient },
  'session/activeClientRemoved': { clientId: isString },
  'session/serverToolsChanged': { tools: Array.isArray },
  'session/changesetsChanged': { changesets: optional(Array.isArray) },
  'session/chatAdded': { summary: hasText('resource') },
  'session/chatRemoved': { chat: isString },
  'session/chatUpdated': { chat: isString, changes: isObject },
  'session/defaultChatChanged': { defaultChat: optional(isString) },
  'session/workingDirectorySet': { directory: isString },
  'session/workingDirectoryRemoved': { directory: isString },
  'session/workingDirectoryReplaced': { directory: isString, replacement: isString },
  'session/inputNeededSet': { request: hasText('id') },
  'session/inputNeededRemoved': { id: isString },
  'session/customizationsChanged': { customizations: Array.isArray },
  'session/customizationToggled': {
    id: isString,
    enabled: optional(isBoolean),
    enablement: optional(isDecisionList),
    _meta: optional(isObject),
  },
  'session/customizationUpdated': { customization: isObject },
  'session/customizationRemoved': { id: isString },
  'session/mcpServerStateChanged': { id: isString, state: isKinded, channel: optional(isString) },
  'session/mcpServerStartRequested': { id: isString },
  'session/mcpServerStopRequested': { id: isString },
  'session/mcpServerBackgroundRequested': { id: isString },
  'chat/draftChanged': { draft: optional(isObject) },
  'chat/turnStarted': { message: isObject },
  'root/agentsChanged': { agents: Array.isArray },
  'root/activeSessionsChanged': { activeSessions: isNumber },
  'root/terminalsChanged': { terminals: Array.isArray },
  'root/configChanged': { config: optional(isObject), replace: optional(isBoolean) },
};

/** Returns the checks of an action's fields; undefined for an unknown type. A field is optional if undefined passes. */
export function fieldChecks(type: string): Readonly<Record<string, Check>> | undefined {
  return Object.hasOwn(required, type) ? required[type] : undefined;
}

function readPayload(type: string, action: JsonObject, skipped: Skipped): JsonObject {
  if (type === 'session/stateReplaced') {
    return { ...action, state: readSessionState(action['state'], skipped) };
  }
  if (type === 'session/customizationsChanged') {
    return { ...action, customizations: readCustomizations(action['customizations'] as unknown[], skipped) };
  }
  if (type === 'session/customizationUpdated') {
    const customization = readCustomization(action['customization'], skipped);
    if (customization === undefined) throw new ProtocolError(`${type} carries no customization with an id.`);
    return { ...action, customization };
  }
  if (type === 'session/mcpServerStateChanged') return readServerState(action, skipped);
  if (type === 'root/agentsChanged') return { ...action, agents: readAgents(action['agents'], skipped) };
  return action;
}

/** Removes optional fields that are null: some hosts write null for an absent field. */
function withoutNulls(action: JsonObject, checks: Record<string, Check>): JsonObject {
  const isAbsent = (field: string) => action[field] === null && checks[field]!(undefined);
  const absent = Object.keys(checks).filter(isAbsent);
  if (absent.length === 0) return action;
  return Object.fromEntries(Object.entries(action).filter(([field]) => !absent.includes(field)));
}

/** Returns an action with its fields checked. An action of an unknown type is returned as it is. */
export function readAction(value: unknown, skipped: Skipped): Action {
  const received = requireObject(value, 'The action');
  const type = requireField<string>(received, 'type', isString, 'The action');
  const checks = fieldChecks(type);
  if (checks === undefined) return received as unknown as Action;
  const action = withoutNulls(received, checks);
  for (const [field, check] of Object.entries(checks))
    requireField(action, field, check, `The action ${type}`);
  return readPayload(type, action, skipped) as unknown as Action;
}

/** Returns why an action was rejected. A reason that is not text is returned as JSON. */
function readRejection(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return isString(value) ? value : (JSON.stringify(value)?.slice(0, 200) ?? 'rejected');
}

/** Returns one envelope of the action stream. */
export function readEnvelope(value: unknown, skipped: Skipped): ActionEnvelope {
  const envelope = requireObject(value, 'The action envelope');
  const origin = envelope['origin'];
  const isOrigin = isObject(origin) && isString(origin['clientId']) && isNumber(origin['clientSeq']);
  const rejectionReason = readRejection(envelope['rejectionReason']);
  return {
    channel: requireField(envelope, 'channel', isString, 'The action envelope'),
    serverSeq: requireField(envelope, 'serverSeq', isNumber, 'The action envelope'),
    action: readAction(envelope['action'], skipped),
    ...(isOrigin && { origin: origin as unknown as ActionOrigin }),
    ...(rejectionReason !== undefined && { rejectionReason }),
  };
}
