/** What the standings of an entry in its tools add up to. Each flag is derived when it is asked for, and never stored. */

import type { OffBy } from '../protocol/effective.js';
import { decidingScope, decisionsOf, keepsDecisions, valueIn, withDecision } from '../protocol/enablement.js';
import { type SetScope, wireScope } from '../protocol/scopes.js';
import { toolsOf } from '../protocol/skillpick-meta.js';
import { type ToolStanding, whereLoaded } from '../protocol/tool-standing.js';
import type { LocatedNode } from '../protocol/tree.js';
import type { AnyCustomization, Customization, CustomizationEnablement } from '../protocol/types.js';

export type { ToolStanding };

type Standings = readonly ToolStanding[];

const none: Standings = [];

/** What decides whom to believe about a node. */
export interface BelievedHost {
  readonly isOwn: boolean;
  /** It lists what it has, but does not say whether it is on: an ACP agent. Its standings are by the files here. */
  readonly listsOnly?: true | undefined;
}

/** Returns the standing in each tool that reads the node. Only skillpick's own host is believed. */
export function standingsOf({ _meta }: AnyCustomization, { isOwn, listsOnly }: BelievedHost): Standings {
  return isOwn || listsOnly ? toolsOf(_meta) : none;
}

/** Returns the decisions by scope, most specific first; null if there are none. */
export function enablementOf(node: AnyCustomization): CustomizationEnablement[] | null {
  const decisions = decisionsOf(node);
  return decisions.length === 0 ? null : decisions;
}

/** Returns true if the settings of a tool have it on. A tool that does not load the file counts only if none does. */
export const isOnAnywhere = (tools: Standings): boolean => whereLoaded(tools).some(({ enabled }) => enabled);

/** Returns true if a tool uses it. */
export const isUsedAnywhere = (tools: Standings): boolean => tools.some(({ inEffect }) => inEffect);

/** Returns true if it is on by the settings that the tool obeys. */
export const isObeyedOn = ({ enabled, unobeyedIn }: ToolStanding): boolean =>
  enabled === (unobeyedIn === null);

/** Returns true if it is on in some of the tools that load it, and off in others. */
export function areMixed(tools: Standings): boolean {
  const values = whereLoaded(tools).map(isObeyedOn);
  return values.some((value) => value !== values[0]);
}

/** Returns true if a host other than our own keeps decisions by scope for the node. */
export const isDecided = (node: AnyCustomization, { isOwn }: { readonly isOwn: boolean }): boolean =>
  !isOwn && keepsDecisions(node);

/** Returns true for an entry that a client brought into the session: it is there for the session, not for a tool. */
export const isPublished = ({ container }: { container: { clientId: string | null } | null }): boolean =>
  container !== null && container.clientId !== null;

/** Returns the node of an entry with that of its container. */
export const locatedOf = ({ node, container }: LocatedEntry): LocatedNode =>
  container === null ? { node } : { node, container: container.node };

interface LocatedEntry {
  readonly node: AnyCustomization;
  readonly container: { readonly node: Customization } | null;
}

/** A flag that may be the result of several decisions. */
export interface Decided {
  /** Null: it is not known, so nothing switches it. */
  readonly enabled: boolean | null;
  readonly enablement?: readonly CustomizationEnablement[] | null;
  /** A host other than our own keeps decisions by scope. */
  readonly isDecided?: boolean;
}

/** Returns the value in a scope, which a narrower one may overrule; if there are no decisions by scope, the flag. */
export function enabledIn({ enabled, enablement, isDecided }: Decided, scope: SetScope): boolean {
  return isDecided ? valueIn({ enablement: enablement ?? undefined }, wireScope(scope)) : enabled !== false;
}

/** What an entry shows after a switch that is kept by scope. */
interface PlannedState {
  /** Null after a reset that leaves no decision that is listed. */
  readonly enabled: boolean | null;
  /** The scope that decides, if it is not the switch. */
  readonly decidedIn?: string;
}

/** Returns the state after a switch in this scope, if no agent tool keeps it; null removes the decision. */
export function stateAfter({ enablement }: Decided, wanted: boolean | null, scope: SetScope): PlannedState {
  const kind = wireScope(scope);
  const decision = wanted === null ? undefined : { kind, enabled: wanted };
  const after = withDecision(enablement ?? [], kind, decision);
  const decidedIn = decidingScope({ enablement: after }, wanted);
  return { enabled: after[0]?.enabled ?? wanted, ...(decidedIn !== undefined && { decidedIn }) };
}

interface Toggled extends Decided {
  readonly isMixed: boolean;
  readonly tools: Standings;
}

/** Returns true if no tool obeys its switch yet, and that switch is kept in another scope. */
function isHeldElsewhere(tools: Standings, scope: SetScope): boolean {
  const loading = whereLoaded(tools);
  return loading.length > 0 && loading.every((one) => isUnobeyed(one) && one.unobeyedIn !== scope);
}

/** Returns true if a switch to this value in this scope has something to do. */
export function needsSwitch(toggled: Toggled, wanted: boolean, scope: SetScope): boolean {
  const { isMixed, tools } = toggled;
  return isMixed || enabledIn(toggled, scope) !== wanted || isHeldElsewhere(tools, scope);
}

/**
 * Returns what a toggle in this scope switches to. What differs goes on, unless it is on in every tool that has a switch
 * for it. A value that tools do not obey in another scope is asked for in this one.
 */
export function toggledValue(toggled: Toggled, scope: SetScope): boolean {
  const { isMixed, tools } = toggled;
  if (!isMixed) return enabledIn(toggled, scope) === isHeldElsewhere(tools, scope);
  const able = tools.filter(({ switchable }) => switchable.length > 0);
  return able.length === 0 || able.some((tool) => !tool.enabled);
}

/** The container of an entry. A directory has no standings: its flag only sums up its entries. */
interface StandingContainer {
  readonly tools: Standings;
}

/** Returns true if the container is a plugin that is off in the tool. */
export function isContainerOff(id: string, container: StandingContainer | null): boolean {
  return container?.tools.some((tool) => tool.id === id && !tool.enabled) ?? false;
}

/**
 * Returns what keeps an entry off in all tools that read it; null if it is on or in effect in one of them. The standings
 * of an entry include its container, so its own decisions show whether it is off by itself, too.
 */
export function offByIn(
  tools: Standings,
  container: StandingContainer | null,
  [decision]: readonly CustomizationEnablement[],
): OffBy | null {
  if (isOnAnywhere(tools) || isUsedAnywhere(tools)) return null;
  const loading = whereLoaded(tools);
  const held = loading.filter(({ id }) => isContainerOff(id, container)).length;
  if (held === 0) return 'self';
  return held < loading.length || decision?.enabled === false ? 'both' : 'container';
}

/** Returns true if the tool loads the entry and does not follow its settings yet, such as in a folder without trust. */
export const isHeldBack = ({ unobeyedIn, isRefused }: ToolStanding): boolean =>
  unobeyedIn !== null && !isRefused;

/** Returns true if the tool uses the entry, or not, against its settings. What it shadows, it never uses. */
export function isUnobeyed(standing: ToolStanding): boolean {
  return isHeldBack(standing) && (standing.inEffect || standing.shadowedBy === null);
}

/** The gates of an entry, as they are in the tools. */
export interface EntryGates {
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
}

/** Returns who may invoke an entry: by the rules of any tool that loads it, else by its own gates. */
export function gatesOf(
  entry: EntryGates & { readonly tools: Standings; readonly hasGates: boolean },
): EntryGates {
  const { tools, hasGates, userInvocable, modelInvocable } = entry;
  if (tools.length === 0 || !hasGates) return { userInvocable, modelInvocable };
  const loading = whereLoaded(tools);
  return {
    userInvocable: loading.some((tool) => tool.userInvocable),
    modelInvocable: loading.some((tool) => tool.modelInvocable),
  };
}
