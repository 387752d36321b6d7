/**
 * Unknown JSON to states. What is wrong in one node costs that node or that field, never the whole list: it is
 * left out and counted. Fields and values that are merely unknown stay as they came.
 */

import { ProtocolError } from '../errors.js';
import {
  type Check,
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
import type { AgentInfo, Customization, RootState, SessionState, SessionSummary, Snapshot } from './types.js';

/** Counts what had to be left out of a frame. */
export interface Skipped {
  count: number;
}

type FieldChecks = Record<string, Check | undefined>;

const table = (checks: FieldChecks): FieldChecks => Object.assign(Object.create(null), checks);

const isPosition: Check = (value) => isObject(value) && isNumber(value['line']);
const isRange: Check = (value) => isObject(value) && isPosition(value['start']) && isPosition(value['end']);
const isTime: Check = (value) => isString(value) || isNumber(value);
const isErrorInfo: Check = (value) => isObject(value) && isString(value['message']);
const isSelection: Check = (value) => isObject(value) && isString(value['uri']);
const isProject: Check = (value) => isSelection(value) && isString((value as JsonObject)['displayName']);
const isConfig: Check = (value) => isObject(value) && isObject(value['values']);
const isProtected: Check = (value) => isObject(value) && isString(value['resource']);

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
  reason: isString,
  resource: isProtected,
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
  config: isConfig,
  _meta: isObject,
});

const rootFields = table({
  activeSessions: isNumber,
  terminals: Array.isArray,
  config: isConfig,
  _meta: isObject,
});

/** The object without the fields whose values have the wrong type; the same object when all are right. */
function checkedFields(object: JsonObject, checks: FieldChecks, skipped: Skipped): JsonObject {
  let result = object;
  for (const key in object) {
    const check = checks[key];
    if (check === undefined || check(object[key])) continue;
    if (result === object) result = { ...object };
    delete result[key];
    // null is how some hosts spell "absent": nothing is lost by leaving it out.
    if (object[key] !== null) skipped.count += 1;
  }
  return result;
}

/** The object with the fields of one of its fields checked. */
function checkedWithin(object: JsonObject, field: string, checks: FieldChecks, skipped: Skipped): JsonObject {
  const value = object[field];
  if (!isObject(value)) return object;
  const checked = checkedFields(value, checks, skipped);
  return checked === value ? object : { ...object, [field]: checked };
}

/** Anything that carries the runtime state of an MCP server, with what is wrong in that state left out. */
export function readServerState(object: JsonObject, skipped: Skipped): JsonObject {
  return checkedWithin(object, 'state', serverFields, skipped);
}

function readNode(value: unknown, skipped: Skipped): JsonObject | undefined {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') {
    skipped.count += 1;
    return undefined;
  }
  const checked = checkedFields(value, nodeFields, skipped);
  const node = readServerState(checkedWithin(checked, 'load', loadFields, skipped), skipped);
  if (typeof node['name'] === 'string' && typeof node['uri'] === 'string') return node;
  const text = (field: string) => (typeof node[field] === 'string' ? node[field] : '');
  return { ...node, name: text('name'), uri: text('uri') };
}

function readList(values: unknown[], skipped: Skipped): JsonObject[] {
  const nodes: JsonObject[] = [];
  for (const value of values) {
    const node = readNode(value, skipped);
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

/** One top-level entry with its children, or undefined if it cannot be addressed at all. */
export function readCustomization(value: unknown, skipped: Skipped): Customization | undefined {
  const node = readNode(value, skipped);
  if (node === undefined) return undefined;
  if (!Array.isArray(node['children'])) return node as unknown as Customization;
  return { ...node, children: readList(node['children'], skipped) } as unknown as Customization;
}

/** The whole list; too long a list is refused. */
export function readCustomizations(values: unknown[], skipped: Skipped): Customization[] {
  const list: Customization[] = [];
  let count = 0;
  for (const value of values) {
    const entry = readCustomization(value, skipped);
    if (entry === undefined) continue;
    count += 1 + ('children' in entry ? (entry.children?.length ?? 0) : 0);
    if (count > protocolLimits.customizations)
      throw new ProtocolError(`More than ${protocolLimits.customizations} customizations.`);
    list.push(entry);
  }
  return list;
}

/** A session's state as a snapshot carries it. */
export function readSessionState(value: unknown, skipped: Skipped): SessionState {
  const checked = checkedFields(requireObject(value, 'The session state'), stateFields, skipped);
  const state: JsonObject = { ...checkedWithin(checked, 'summary', metadataFields, skipped) };
  if (!isString(state['lifecycle'])) state['lifecycle'] = 'ready';
  if (Array.isArray(state['customizations'])) {
    state['customizations'] = readCustomizations(state['customizations'], skipped);
  }
  for (const field of ['activeClients', 'chats']) {
    if (Array.isArray(state[field])) state[field] = (state[field] as unknown[]).filter(isObject);
  }
  return state as unknown as SessionState;
}

/** One provider with the customizations it brings to every session. */
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

/** The host's own state as the root snapshot carries it. */
export function readRootState(value: unknown, skipped: Skipped): RootState {
  const root = checkedFields(requireObject(value, 'The root state'), rootFields, skipped);
  return { ...root, agents: readAgents(root['agents'], skipped) };
}

/** A session's row in the list; undefined if it has no address. */
export function readSessionSummary(value: unknown, skipped: Skipped): SessionSummary | undefined {
  if (!isObject(value) || !isString(value['resource'])) {
    skipped.count += 1;
    return undefined;
  }
  return checkedFields(value, metadataFields, skipped) as unknown as SessionSummary;
}

/** The envelope around a state; the state itself is read by whoever knows what channel it belongs to. */
export function readSnapshot(value: unknown): Snapshot {
  const snapshot = requireObject(value, 'The snapshot');
  return {
    resource: requireField(snapshot, 'resource', isString, 'The snapshot'),
    state: snapshot['state'],
    fromSeq: requireField(snapshot, 'fromSeq', isNumber, 'The snapshot'),
  };
}
