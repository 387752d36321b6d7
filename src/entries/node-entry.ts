/** One node as an entry: what is true of it, by the protocol's defaults and the negotiated version. */

import { decisionsOf } from '../protocol/actions.js';
import { isObject } from '../protocol/checks.js';
import { modelGate, offReason, ownEnabled, userGate } from '../protocol/effective.js';
import type { AnyCustomization } from '../protocol/types.js';
import type { Abilities } from '../protocol/versions.js';
import type { Container } from './containers.js';
import type { Entry } from './entries.js';
import {
  type Details,
  detailsOf,
  duplicateOf,
  fromOf,
  problemsOf,
  type ToolSwitch,
  toolsOf,
} from './extras.js';

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
function allDetails(node: AnyCustomization): Details {
  const extras = detailsOf(node._meta, node.type);
  const names = detailFields[node.type];
  if (names === undefined) return extras;
  const fields = node as unknown as Record<string, unknown>;
  const present = names.filter((name) => fields[name] !== undefined);
  return { ...extras, ...Object.fromEntries(present.map((name) => [name, fields[name]])) };
}

function isMixed(tools: readonly ToolSwitch[]): boolean {
  if (tools.length < 2) return false;
  return tools.some(({ enabled }) => enabled) && tools.some(({ enabled }) => !enabled);
}

/** Looks everything up in its node when asked: of a hundred thousand entries, few are ever looked at closely. */
class NodeEntry implements Entry {
  readonly node: AnyCustomization;
  readonly container: Container | null;
  readonly #abilities: Abilities;
  #details: Details | undefined;

  constructor(node: AnyCustomization, container: Container | null, abilities: Abilities) {
    this.node = node;
    this.container = container;
    this.#abilities = abilities;
  }

  get id() {
    return this.node.id;
  }

  get type() {
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

  get enabled() {
    return ownEnabled(this.node);
  }

  get effectiveEnabled() {
    return this.enabled && this.#isContainerOn;
  }

  get offBy() {
    return offReason(this.enabled, this.#isContainerOn);
  }

  get enablement() {
    const decisions = decisionsOf(this.node);
    return decisions.length === 0 ? null : decisions;
  }

  get userInvocable() {
    return userGate(this.node, this.#abilities);
  }

  get modelInvocable() {
    return modelGate(this.node, this.#abilities);
  }

  get from() {
    return fromOf(this.node._meta) ?? this.container?.from ?? null;
  }

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

  get details() {
    this.#details ??= allDetails(this.node);
    return this.#details;
  }

  get isMixed() {
    return isMixed(this.tools);
  }

  get problems() {
    return problemsOf(this.node._meta, this.node.uri);
  }

  get #isContainerOn(): boolean {
    return this.container === null || this.container.enabled;
  }
}

/** One node as an entry; a container is one too when it is asked for by itself. */
export function entryOf(node: AnyCustomization, container: Container | null, abilities: Abilities): Entry {
  return new NodeEntry(node, container, abilities);
}
