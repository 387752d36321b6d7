/**
 * Reads states from unknown JSON. A node or a field that is wrong is left out and counted, and the rest of the list
 * is kept. Unknown fields and values stay as they are.
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
  isStringList,
  type JsonObject,
  requireField,
  requireObject,
} from './checks.js';
import { protocolLimits } from './limits.js';
import { childrenOf } from './tree.js';
import type { AgentInfo, Customization, RootState, SessionState, SessionSummary, Snapshot } from './types.js';

/** Counts the nodes and fields that were left out of a frame. */
export interface Skipped {
  count: number;
}

type FieldChecks = Record<string, Check | undefined>;

const table = (checks: FieldChecks): FieldChecks => Object.assign(Object.create(null), checks);

const isPosition: Check = (value) => isObject(value) && isNumber(value['line']);
const isRange: Check = (value) => isObject(value) && isPosition(value['start']) && isPosition(value['end']);
const isTime: Check = (value) => isString(value) || isNumber(value);
const isErrorInfo = hasText('message');
const isSelection = hasText('uri');
const isProject: Check = (value) => isSelection(value) && isString((value as JsonObject)['displayName']);
const isConfig: Check = (value) => isObject(value) && isObject(value['values']);

const nodeFields = table({
  enabled: isBoolean,
  enablement: isDecisionList,
  description: isString,
  disableUserInvocation: isBoolean,
  disableModelInvocation: isBoolean,
  children: Array.isArray,
  load: isKinded,
  state: isKinded,
  range: isRange,
  contents: isString,
  writable: isBoolean,
  clientId: isString,
  version: isString,
  model: isString,
  tools: isStringList,
  globs: isStringList,
  alwaysApply: isBoolean,
  event: isString,
  matcher: isString,
  channel: isString,
  icons: Array.isArray,
  _meta: isObject,
});

const loadFields = table({ message: isString });

const serverFields = table({
  blocking: isBoolean,
  reason: isString,
  resource: hasText('resource'),
  requiredScopes: isStringList,
  description: isString,
  error: isErrorInfo,
});

const agentFields = table({ displayName: isString, description: isString, customizations: Array.isArray });

const metadataFields = table({
  provider: isString,
  title: isString,
  status: isNumber,
  activity: isString,
  createdAt: isTime,
  modifiedAt: isTime,
  workingDirectory: isString,
  workingDirectories: isStringList,
  agent: isSelection,
  project: isProject,
});

const stateFields = table({
  ...metadataFields,
  summary: isObject,
  creationError: isErrorInfo,
  customizations: Array.isArray,
  activeClient: isObject,
  activeClients: Array.isArray,
  chats: Array.isArray,
  defaultChat: isString,
  serverTools: Array.isArray,
  inputNeeded: Array.isArray,
  config: isConfig,
  _meta: isObject,
});

const rootFields = table({
  activeSessions: isNumber,
  terminals: Array.isArray,
  config: isConfig,
  _meta: isObject,
});

/** Returns the object without fields of a wrong type; the same object if all are right. */
function checkedFields(object: JsonObject, checks: FieldChecks, skipped: Skipped): JsonObject {
  let result = object;
  for (const key in object) {
    const check = checks[key];
    if (check === undefined || check(object[key])) continue;
    if (result === object) result = { ...object };
    delete result[key];
    // Some hosts write null for an absent field, which is not a mistake.
    if (object[key] !== null) skipped.count += 1;
  }
  return result;
}

/** Returns the object with the fields of one of its fields checked. */
function checkedWithin(object: JsonObject, field: string, checks: FieldChecks, skipped: Skipped): JsonObject {
  const value = object[field];
  if (!isObject(value)) return object;
  const checked = checkedFields(value, checks, skipped);
  return checked === value ? object : { ...object, [field]: checked };
}

/** Returns a node or an action with the state of its MCP server checked. */
export function readServerState(object: JsonObject, skipped: Skipped): JsonObject {
  return checkedWithin(object, 'state', serverFields, skipped);
}

function readNode(value: unknown, skipped: Skipped): JsonObject | undefined {
  if (!isObject(value) || !isString(value['id']) || !isString(value['type'])) {
    skipped.count += 1;
    return undefined;
  }
  const checked = checkedFields(value, nodeFields, skipped);
  const node = readServerState(checkedWithin(checked, 'load', loadFields, skipped), skipped);
  const { name, uri } = node;
  if (isString(name) && isString(uri)) return node;
  return { ...node, name: isString(name) ? name : '', uri: isString(uri) ? uri : '' };
}

/** Returns one top-level entry with its children; undefined if it has no id or no type. */
export function readCustomization(value: unknown, skipped: Skipped): Customization | undefined {
  const node = readNode(value, skipped);
  if (node === undefined) return undefined;
  if (!Array.isArray(node['children'])) return node as unknown as Customization;
  const children: JsonObject[] = [];
  for (const item of node['children']) {
    const child = readNode(item, skipped);
    if (child !== undefined) children.push(child);
  }
  return { ...node, children } as unknown as Customization;
}

/** Returns the whole list. Throws a ProtocolError if it is too long. */
export function readCustomizations(values: unknown[], skipped: Skipped): Customization[] {
  const list: Customization[] = [];
  let count = 0;
  for (const value of values) {
    const entry = readCustomization(value, skipped);
    if (entry === undefined) continue;
    count += 1 + (childrenOf(entry)?.length ?? 0);
    if (count > protocolLimits.customizations)
      throw new ProtocolError(`More than ${protocolLimits.customizations} customizations.`);
    list.push(entry);
  }
  return list;
}

/** Returns the object with its metadata checked, flat and nested. */
function readMetadata(object: JsonObject, checks: FieldChecks, skipped: Skipped): JsonObject {
  return checkedWithin(checkedFields(object, checks, skipped), 'summary', metadataFields, skipped);
}

/** Returns the state of a session in a snapshot. */
export function readSessionState(value: unknown, skipped: Skipped): SessionState {
  const state = { ...readMetadata(requireObject(value, 'The session state'), stateFields, skipped) };
  if (!isString(state['lifecycle'])) state['lifecycle'] = 'ready';
  if (Array.isArray(state['customizations'])) {
    state['customizations'] = readCustomizations(state['customizations'], skipped);
  }
  for (const field of ['activeClients', 'chats', 'inputNeeded']) {
    if (Array.isArray(state[field])) state[field] = (state[field] as unknown[]).filter(isObject);
  }
  return state as unknown as SessionState;
}

/** Returns the providers, each with the customizations that it brings to every session. */
export function readAgents(value: unknown, skipped: Skipped): AgentInfo[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((agent) => {
    if (!isObject(agent) || !isString(agent['provider'])) {
      skipped.count += 1;
      return [];
    }
    const checked = checkedFields(agent, agentFields, skipped);
    const list = checked['customizations'] as unknown[] | undefined;
    const customizations = list && { customizations: readCustomizations(list, skipped) };
    return [{ ...checked, ...customizations } as AgentInfo];
  });
}

/** Returns the state of the host itself in a snapshot. */
export function readRootState(value: unknown, skipped: Skipped): RootState {
  const root = checkedFields(requireObject(value, 'The root state'), rootFields, skipped);
  return { ...root, agents: readAgents(root['agents'], skipped) };
}

/** Returns one session of the list; undefined if it has no address. */
export function readSessionSummary(value: unknown, skipped: Skipped): SessionSummary | undefined {
  if (!isObject(value) || !isString(value['resource'])) {
    skipped.count += 1;
    return undefined;
  }
  return readMetadata(value, metadataFields, skipped) as unknown as SessionSummary;
}

/** Returns a snapshot. Its state is left unread, because how to read it depends on the channel. */
export function readSnapshot(value: unknown): Snapshot {
  const snapshot = requireObject(value, 'The snapshot');
  return {
    resource: requireField(snapshot, 'resource', isString, 'The snapshot'),
    state: snapshot['state'],
    fromSeq: requireField(snapshot, 'fromSeq', isNumber, 'The snapshot'),
  };
}
