/**
 * Session state to flat entries and their containers: what is true of each, by the protocol's defaults and the
 * negotiated version. Text stays as it came and is cleaned when drawn. Flags come from first-class fields; what
 * our own host adds under `_meta.skillpick` is read in `extras.ts`.
 */

import { decisionsOf } from '../protocol/actions.js';
import { isObject } from '../protocol/checks.js';
import { effectiveState, type OffBy } from '../protocol/effective.js';
import { childrenOf } from '../protocol/tree.js';
import type {
  AnyCustomization,
  CustomizationEnablement,
  SessionState,
  TextRange,
} from '../protocol/types.js';
import { type Abilities, abilitiesOf } from '../protocol/versions.js';
import { type Container, containerOf, isContainer } from './containers.js';
import { type Details, type From, type Problem, readExtras, type ToolSwitch } from './extras.js';

/** One row's customization. The fields up to `details` are those of the JSON document, under the same names. */
export interface Entry {
  id: string;
  type: string;
  name: string;
  description: string | null;
  uri: string;
  range: TextRange | null;
  containerId: string | null;
  /** Its own flag. */
  enabled: boolean;
  /** Its own flag and its container's. */
  effectiveEnabled: boolean;
  offBy: OffBy | null;
  /** Decisions by scope, most specific first, where the host keeps them. */
  enablement: readonly CustomizationEnablement[] | null;
  /** The gates alone; null where the type has none or the negotiated version cannot say. */
  userInvocable: boolean | null;
  modelInvocable: boolean | null;
  from: From | null;
  /** Runtime state of an MCP server, apart from the wish to have it on. */
  state: string | null;
  stateMessage: string | null;
  duplicateOf: string | null;
  tools: readonly ToolSwitch[];
  details: Details;
  /** On in some tools and off in others. */
  isMixed: boolean;
  problems: readonly Problem[];
  container: Container | null;
  node: AnyCustomization;
}

export interface EntryList {
  entries: Entry[];
  containers: Container[];
  problems: Problem[];
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Why an MCP server waits or failed, in one line; what is inside a state is not checked on the wire. */
function stateMessageOf(state: Readonly<Record<string, unknown>>): string | null {
  const { error, reason, requiredScopes, description } = state;
  if (isObject(error) && typeof error['message'] === 'string') return error['message'];
  const scopes = Array.isArray(requiredScopes) ? requiredScopes.filter(isString) : [];
  const why = [
    ...(isString(reason) ? [reason] : []),
    ...(scopes.length > 0 ? [`[${scopes.join(' ')}]`] : []),
  ];
  if (why.length > 0) return why.join(' ');
  return typeof description === 'string' ? description : null;
}

const detailFields: Readonly<Record<string, readonly string[] | undefined>> = {
  agent: ['model', 'tools'],
  rule: ['alwaysApply', 'globs'],
  hook: ['event', 'matcher'],
};

/** The extras' details and what the protocol itself says about agents, rules and hooks. */
function detailsOf(node: AnyCustomization, extras: Details): Details {
  const names = node.type === 'skill' ? undefined : detailFields[node.type];
  if (names === undefined) return extras;
  const fields = node as unknown as Record<string, unknown>;
  const present = names.filter((name) => fields[name] !== undefined);
  return { ...extras, ...Object.fromEntries(present.map((name) => [name, fields[name]])) };
}

function decisionsOrNull(node: AnyCustomization): CustomizationEnablement[] | null {
  // Most nodes have neither, and there may be a hundred thousand of them.
  if (node.enablement === undefined && node._meta === undefined) return null;
  const decisions = decisionsOf(node);
  return decisions.length === 0 ? null : decisions;
}

function isMixed(tools: readonly ToolSwitch[]): boolean {
  if (tools.length < 2) return false;
  return tools.some(({ enabled }) => enabled) && tools.some(({ enabled }) => !enabled);
}

/** One node as an entry; a container is one too when it is asked for by itself. */
export function entryOf(node: AnyCustomization, container: Container | null, abilities: Abilities): Entry {
  const truth = effectiveState(node, container?.node, abilities);
  const extras = readExtras(node._meta, node.uri);
  const state = node.type === 'mcpServer' ? node.state : undefined;
  return {
    id: node.id,
    type: node.type,
    name: node.name,
    description: ('description' in node ? node.description : undefined) ?? null,
    uri: node.uri,
    range: node.range ?? null,
    containerId: container === null ? null : container.id,
    enabled: truth.own,
    effectiveEnabled: truth.enabled,
    offBy: truth.offBy,
    enablement: decisionsOrNull(node),
    userInvocable: truth.userInvocable,
    modelInvocable: truth.modelInvocable,
    from: extras.from ?? container?.from ?? null,
    state: state?.kind ?? null,
    stateMessage: state === undefined ? null : stateMessageOf({ ...state }),
    duplicateOf: extras.duplicateOf,
    tools: extras.tools,
    details: detailsOf(node, extras.details),
    isMixed: isMixed(extras.tools),
    problems: extras.problems,
    container,
    node,
  };
}

/** Everything in the session's list, in the host's order. */
export function listEntries(
  state: Pick<SessionState, 'customizations' | '_meta'>,
  protocolVersion: string | undefined,
): EntryList {
  const abilities = abilitiesOf(protocolVersion);
  const list: EntryList = { entries: [], containers: [], problems: [] };
  const note = (problems: readonly Problem[]) => {
    for (const problem of problems) list.problems.push(problem);
  };
  const add = (node: AnyCustomization, container: Container | null) => {
    const entry = entryOf(node, container, abilities);
    list.entries.push(entry);
    note(entry.problems);
  };
  note(readExtras(state._meta, '').problems);
  for (const node of state.customizations ?? []) {
    if (!isContainer(node)) {
      add(node, null);
      continue;
    }
    const container = containerOf(node);
    list.containers.push(container);
    note(container.problems);
    for (const child of childrenOf(node) ?? []) add(child, container);
  }
  return list;
}
