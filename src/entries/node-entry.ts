/** One node as an entry, by the protocol's defaults and the negotiated version. */

import { decisionsOf } from '../protocol/actions.js';
import { isObject, isString } from '../protocol/checks.js';
import { isEffective, modelGate, offReason, ownEnabled, userGate } from '../protocol/effective.js';
import {
  detailsOf,
  duplicateOf,
  fromOf,
  isKept,
  problemsOf,
  type ReadDetails,
  toolsOf,
} from '../protocol/skillpick-meta.js';
import type { AnyCustomization } from '../protocol/types.js';
import type { Abilities } from '../protocol/versions.js';
import type { Container } from './containers.js';

/** Returns why an MCP server waits or failed, in one line. */
function stateMessageOf(state: Readonly<Record<string, unknown>>): string | null {
  const { error, reason, requiredScopes, description } = state;
  if (isObject(error) && isString(error['message'])) return error['message'];
  const scopes = Array.isArray(requiredScopes) ? requiredScopes.filter(isString) : [];
  const why = [
    ...(isString(reason) ? [reason] : []),
    ...(scopes.length > 0 ? [`[${scopes.join(' ')}]`] : []),
  ];
  if (why.length > 0) return why.join(' ');
  return isString(description) ? description : null;
}

const detailFields: Readonly<Record<string, readonly string[] | undefined>> = {
  agent: ['model', 'tools'],
  rule: ['alwaysApply', 'globs'],
  hook: ['event', 'matcher'],
};

/** No tool reads the skills and agents that skillpick keeps. Tools read servers, rules and hooks, but cannot switch them. */
function keptNote(type: string): string {
  const isUnread = type === 'skill' || type === 'agent';
  return `kept by skillpick; no tool ${isUnread ? 'reads it' : 'obeys it'}`;
}

/** Returns the details of the host, and the protocol's own fields for agents, rules and hooks. */
function allDetails(node: AnyCustomization): ReadDetails {
  const own = detailsOf(node._meta);
  const details = isKept(node._meta) ? { ...own, notes: [keptNote(node.type), ...(own.notes ?? [])] } : own;
  const names = detailFields[node.type];
  if (names === undefined) return details;
  const fields = node as unknown as Record<string, unknown>;
  const present = names.filter((name) => fields[name] !== undefined);
  return { ...details, ...Object.fromEntries(present.map((name) => [name, fields[name]])) };
}

/** Reads each field only when it is used: of a hundred thousand entries, few are shown with everything. */
class NodeEntry {
  readonly node: AnyCustomization;
  readonly container: Container | null;
  readonly #abilities: Abilities;
  #details: ReadDetails | undefined;

  constructor(node: AnyCustomization, container: Container | null, abilities: Abilities) {
    this.node = node;
    this.container = container;
    this.#abilities = abilities;
  }

  get id() {
    return this.node.id;
  }

  get type(): string {
    return this.node.type;
  }

  get name() {
    return this.node.name;
  }

  get description() {
    return ('description' in this.node ? this.node.description : undefined) ?? null;
  }

  get uri() {
    return this.node.uri;
  }

  get range() {
    return this.node.range ?? null;
  }

  get containerId() {
    return this.container === null ? null : this.container.id;
  }

  /** Its own flag. */
  get enabled() {
    return ownEnabled(this.node);
  }

  /** Its own flag and its container's. */
  get effectiveEnabled() {
    return isEffective(this.node, this.container?.node);
  }

  get offBy() {
    return offReason(this.node, this.container?.node);
  }

  /** Decisions by scope, most specific first; null if there are none. */
  get enablement() {
    const decisions = decisionsOf(this.node);
    return decisions.length === 0 ? null : decisions;
  }

  /** The gates, whether it is on or off; null if the type has no gates or the version has no field for them. */
  get userInvocable() {
    return userGate(this.node, this.#abilities);
  }

  get modelInvocable() {
    return modelGate(this.node, this.#abilities);
  }

  get from() {
    return fromOf(this.node._meta) ?? this.container?.from ?? null;
  }

  /** The runtime state of an MCP server, which is independent of its switch. */
  get state() {
    return this.node.type === 'mcpServer' ? (this.node.state?.kind ?? null) : null;
  }

  get stateMessage() {
    const state = this.node.type === 'mcpServer' ? this.node.state : undefined;
    return state === undefined ? null : stateMessageOf({ ...state });
  }

  get duplicateOf() {
    return duplicateOf(this.node._meta);
  }

  get tools() {
    return toolsOf(this.node._meta);
  }

  /** Details from our own host, and the protocol's fields that only some types have. Unknown fields are not checked. */
  get details() {
    this.#details ??= allDetails(this.node);
    return this.#details;
  }

  /** On in some tools and off in others. */
  get isMixed() {
    const { tools } = this;
    return tools.some(({ enabled }) => enabled !== tools[0]?.enabled);
  }

  get problems() {
    return problemsOf(this.node._meta, this.node.uri);
  }

  /** Its switch is kept by skillpick, because no tool has one for it. */
  get isKept() {
    return isKept(this.node._meta);
  }
}

/** One row's customization. Most fields are those of the JSON document, under the same names. */
export type Entry = Pick<NodeEntry, keyof NodeEntry>;

/** Returns the entry of a node; a container can be an entry, too. */
export function entryOf(node: AnyCustomization, container: Container | null, abilities: Abilities): Entry {
  return new NodeEntry(node, container, abilities);
}
