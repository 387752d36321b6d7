/** One node as an entry, by the protocol's defaults and the negotiated version. */

import { isObject, isString } from '../protocol/checks.js';
import { hasGates, isEffective, offReason, ownEnabled, type PublishedPath } from '../protocol/effective.js';
import { decisionsOf } from '../protocol/enablement.js';
import {
  detailsOf,
  duplicateOf,
  fromOf,
  isKept,
  problemsOf,
  type ReadDetails,
} from '../protocol/skillpick-meta.js';
import type { AnyCustomization } from '../protocol/types.js';
import type { Container } from './containers.js';
import {
  areMixed,
  type BelievedHost,
  enablementOf,
  isDecided,
  isOnAnywhere,
  isUsedAnywhere,
  offByIn,
  standingsOf,
  type ToolStanding,
} from './entry-flags.js';
import { type SessionGates, type SourcedGates, unknownGates } from './gate-source.js';

/** What is known of the host that lists an entry. */
export interface EntryHost extends BelievedHost {
  /** Undefined for entries of types without gates. */
  readonly gates?: SessionGates;
  readonly publishedPath?: PublishedPath | undefined;
}

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

const keptNote = 'kept by skillpick; no tool reads it';

/** Returns the details of the host, and the protocol's own fields for agents, rules and hooks. */
function allDetails(node: AnyCustomization): ReadDetails {
  const own = detailsOf(node._meta);
  const details = isKept(node._meta) ? { ...own, notes: [keptNote, ...(own.notes ?? [])] } : own;
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
  readonly #host: EntryHost;
  /** Whether a container without standings is on in those tools, by its entries. */
  readonly #isOnThere: boolean | undefined;
  #details: ReadDetails | undefined;
  #knownGates: SourcedGates | undefined;
  #tools: readonly ToolStanding[] | undefined;

  constructor(
    node: AnyCustomization,
    container: Container | null,
    host: EntryHost,
    tools?: readonly ToolStanding[],
    isOnThere?: boolean,
  ) {
    this.node = node;
    this.container = container;
    this.#host = host;
    this.#tools = tools;
    this.#isOnThere = isOnThere;
  }

  /** Returns the same entry as it is in these of its tools alone; a container without standings, with this flag. */
  limitedTo(tools: ReadonlySet<string>, isOnThere?: boolean): Entry {
    const standings = this.tools.filter(({ id }) => tools.has(id));
    return new NodeEntry(this.node, this.container, this.#host, standings, isOnThere);
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

  /** The path of its file on this machine if this client publishes it: the host may have listed a copy. */
  get publishedPath(): string | null {
    return this.#host.publishedPath?.(this.node, this.container?.node) ?? null;
  }

  get range() {
    return this.node.range ?? null;
  }

  get containerId() {
    return this.container === null ? null : this.container.id;
  }

  /** True if it is not known whether it is on. */
  get #isUnknown(): boolean {
    return this.#host.listsOnly === true && this.tools.length === 0;
  }

  /** On in any tool that reads it. Without standings: its own flag. Null: it is not known. */
  get enabled(): boolean | null {
    if (this.#isOnThere !== undefined) return this.#isOnThere;
    if (this.#isUnknown) return null;
    return this.tools.length === 0 ? ownEnabled(this.node) : isOnAnywhere(this.tools);
  }

  /** In effect in any tool that reads it. Without standings: its own flag and its container's. Null: it is not known. */
  get effectiveEnabled(): boolean | null {
    const { node, tools } = this;
    if (this.#isOnThere !== undefined) return this.#isOnThere;
    if (this.#isUnknown) return null;
    return tools.length === 0 ? isEffective(node, this.#switchedWith) : isUsedAnywhere(tools);
  }

  /** The container whose switch also counts for the entry. */
  get #switchedWith(): AnyCustomization | undefined {
    return this.container?.isSummary ? undefined : this.container?.node;
  }

  get offBy() {
    const { node, container, tools } = this;
    if (this.#isOnThere !== undefined) return this.#isOnThere ? null : 'self';
    if (this.#isUnknown) return null;
    return tools.length === 0
      ? offReason(node, this.#switchedWith)
      : offByIn(tools, container, decisionsOf(node));
  }

  /** Decisions by scope, most specific first; null if there are none. */
  get enablement() {
    return enablementOf(this.node);
  }

  /** True if another host keeps decisions by scope for it. */
  get isDecided() {
    return isDecided(this.node, this.#host);
  }

  /**
   * The entry's own gates, whether it is on or off; null if the type has no gates or they are not known.
   * A tool may have other rules: its standing says so.
   */
  get userInvocable() {
    return this.#gates.userInvocable;
  }

  get modelInvocable() {
    return this.#gates.modelInvocable;
  }

  /** Where the gates come from; null if they are not known. */
  get gatesFrom() {
    return this.#gates.gatesFrom;
  }

  /** May read the file of the entry. */
  get #gates(): SourcedGates {
    this.#knownGates ??= this.#host.gates?.of(this.node, this.container?.node) ?? unknownGates;
    return this.#knownGates;
  }

  /** True if the type has gates. */
  get hasGates() {
    return hasGates(this.node.type);
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

  /** Its standing in each tool that reads it; none on other hosts. */
  get tools(): readonly ToolStanding[] {
    this.#tools ??= standingsOf(this.node, this.#host);
    return this.#tools;
  }

  /** Details from our own host, and the protocol's fields that only some types have. Unknown fields are not checked. */
  get details() {
    this.#details ??= allDetails(this.node);
    return this.#details;
  }

  /** On in some tools and off in others. */
  get isMixed() {
    return areMixed(this.tools);
  }

  /** True for a skill or agent that no tool here reads, although the host knows the tools. */
  get isUnread() {
    return this.#host.isOwn && this.hasGates && this.tools.length === 0;
  }

  get problems() {
    return problemsOf(this.node._meta, this.node.uri);
  }

  /** Everything that is wrong with its file. The host may list that with the container. */
  get fileProblems() {
    const { problems, container, uri } = this;
    if (container === null || this.range !== null) return problems;
    return [...problems, ...container.problems.filter((problem) => problem.uri === uri)];
  }

  /** Its switch is kept by skillpick, because no tool has one for it. */
  get isKept() {
    return isKept(this.node._meta);
  }
}

/** One row's customization. Most fields are those of the JSON document, under the same names. */
export type Entry = Pick<NodeEntry, keyof NodeEntry>;

/** Returns the entry of a node; a container can be an entry, too. */
export function entryOf(node: AnyCustomization, container: Container | null, host: EntryHost): Entry {
  return new NodeEntry(node, container, host);
}
