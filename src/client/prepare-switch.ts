/**
 * Turns a request into the action to send. The action holds the whole list of decisions, as every host expects. For our
 * own host it also names exactly the decisions to change.
 */

import { SkillpickError } from '../errors.js';
import { buildReset, buildToggle, workspaceOf } from '../protocol/actions.js';
import { newBatchName } from '../protocol/batch-name.js';
import { ownEnabled } from '../protocol/effective.js';
import { decidingScope, keepsDecisions, valueIn } from '../protocol/enablement.js';
import { type Scope, type SetScope, setScopes, wireScope } from '../protocol/scopes.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import {
  type PlanItem,
  type SetItem,
  toolsOf,
  withSet,
  withSkillpickMeta,
} from '../protocol/skillpick-meta.js';
import { isKeptByScope, type SwitchResult } from '../protocol/switch-result.js';
import { whereLoaded } from '../protocol/tool-standing.js';
import type {
  AnyCustomization,
  CustomizationEnablement,
  EnablementKind,
  SessionState,
  URI,
} from '../protocol/types.js';
import { wantedIn, wantedStandings } from '../protocol/wanted-standings.js';
import type { SessionLink } from './session-link.js';

/** One switch of a batch. */
export interface SwitchRequest {
  readonly id: string;
  /** Null removes the decision. */
  readonly enabled: boolean | null;
  /** Undefined means the session, or every scope if the decision is removed. Other hosts keep `shared` as workspace. */
  readonly scope: SetScope | undefined;
  /** Switches only in these tools; read by skillpick's own host alone. */
  readonly tools?: readonly string[];
  /** Further exact changes, such as one tool for all repositories; read by skillpick's own host alone. */
  readonly also?: readonly SetItem[];
}

export interface PreparedSwitch {
  readonly id: string;
  /** Null for a reset: any value that the host falls back to is right. */
  readonly wanted: boolean | null;
  readonly scope: Scope;
  /** The same for all switches that overwrite each other. */
  readonly decision: string;
  /** The name of its batch for skillpick's own host, which records it and reports what it did; null for any other. */
  readonly batch: string | null;
  /** Returns why the host cannot keep it, so that it is not sent; undefined if it can. */
  readonly refusal: (node: AnyCustomization) => string | undefined;
  readonly build: (node: AnyCustomization) => CustomizationToggledAction;
  /** Returns the entry as the switch will leave it in the tools. */
  readonly show: (node: AnyCustomization) => AnyCustomization;
  /** Returns true if the entry shows that it is as wanted. */
  readonly isMet: (node: AnyCustomization) => boolean;
  /** Returns true if the entry may be as wanted after the echo: not every entry shows that a decision was removed. */
  readonly hasWorked: (node: AnyCustomization) => boolean;
  /** Returns true if the host keeps the switch beyond the session: then a later change is somebody's decision, not a loss. */
  readonly isPersistent: (node: AnyCustomization) => boolean;
}

/** What a switch depends on besides its request. */
export interface SwitchSetting {
  readonly isOwnHost: boolean;
  readonly workspace: URI | undefined;
  /** The name of its batch. */
  readonly batch: string;
}

/** Returns the setting of a new batch. */
export function switchSetting(link: Pick<SessionLink, 'isOwnHost'>, state: SessionState): SwitchSetting {
  return { isOwnHost: link.isOwnHost(), workspace: workspaceOf(state), batch: newBatchName() };
}

function setFor({ enabled, scope, tools, also = [] }: SwitchRequest): SetItem[] {
  const changed = scope === undefined && enabled === null ? setScopes : [scope ?? 'session'];
  const items = changed.flatMap((one): SetItem[] =>
    tools === undefined ? [{ scope: one, enabled }] : tools.map((tool) => ({ tool, scope: one, enabled })),
  );
  return [...items, ...also];
}

/** Returns the switch as skillpick's own host plans it. */
export const planItem = (request: SwitchRequest): PlanItem => ({ id: request.id, set: setFor(request) });

/** Returns the entry's flag after the switch: with tools that are not switched, it may differ from the wanted one. */
function flagAfter(node: AnyCustomization, enabled: boolean, set: readonly SetItem[]): boolean {
  const after = wantedStandings(toolsOf(node._meta), set);
  return after.length === 0 ? enabled : whereLoaded(after).some((standing) => standing.enabled);
}

function isMet(node: AnyCustomization, wanted: boolean | null, set: readonly SetItem[]): boolean {
  const switched = toolsOf(node._meta).filter((standing) => wantedIn(standing, set) !== undefined);
  if (switched.length === 0) return ownEnabled(node) === wanted;
  return switched.every((standing) => standing.enabled === wantedIn(standing, set));
}

/** What a host other than our own shows of a switch: the value in its scope, whatever a narrower one decides. */
function shownByOther({ enabled, scope }: SwitchRequest): Pick<PreparedSwitch, 'isMet' | 'hasWorked'> {
  const main = wireScope(scope ?? 'session');
  if (enabled !== null) {
    const isMet = (node: AnyCustomization) => valueIn(node, main) === enabled;
    return { isMet, hasWorked: isMet };
  }
  const isRemoved = ({ enablement = [] }: AnyCustomization) =>
    enablement.every(({ kind }) => scope !== undefined && kind !== main);
  return { isMet: (node) => keepsDecisions(node) && isRemoved(node), hasWorked: isRemoved };
}

function withWantedTools(node: AnyCustomization, set: readonly SetItem[]): AnyCustomization {
  const tools = toolsOf(node._meta);
  if (tools.length === 0) return node;
  return { ...node, _meta: withSkillpickMeta(node._meta, { tools: wantedStandings(tools, set) }) };
}

const noWorkspace = 'the session has no workspace to keep it for';

export function prepareSwitch(
  request: SwitchRequest,
  { isOwnHost, workspace, batch }: SwitchSetting,
): PreparedSwitch {
  const { id, enabled, scope } = request;
  const main = wireScope(scope ?? 'session');
  const set = setFor(request);
  const isHomeless = !isOwnHost && main === 'workspace' && enabled !== null && workspace === undefined;
  const buildFor = (node: AnyCustomization, flag = enabled) =>
    flag === null ? buildReset(node, scope && wireScope(scope)) : buildToggle(node, flag, main, workspace);
  const buildOwn = (node: AnyCustomization) =>
    withSet(buildFor(node, enabled === null ? null : flagAfter(node, enabled, set)), { set, batch });
  return {
    id,
    wanted: enabled,
    scope: main,
    decision: `${set.map((item) => `${item.tool ?? ''} ${item.scope}`).join()} ${id}`,
    isPersistent: (node) => main !== 'session' && (isOwnHost || keepsDecisions(node)),
    batch: isOwnHost ? batch : null,
    refusal: (node) => (isHomeless && keepsDecisions(node) ? noWorkspace : undefined),
    build: isOwnHost ? buildOwn : (node) => buildFor(node),
    show: (node) => (isOwnHost ? withWantedTools(node, set) : node),
    ...(isOwnHost
      ? {
          isMet: (node) => isMet(node, enabled, set),
          hasWorked: (node) => enabled === null || ownEnabled(node) === enabled,
        }
      : shownByOther(request)),
  };
}

/** What the echo of skillpick's own host says of a switch. */
export interface OwnEcho {
  readonly result: SwitchResult;
  readonly enablement: readonly CustomizationEnablement[];
}

/**
 * Returns the scope whose decision counts instead of the switch; undefined if none does. Our own host has decisions by
 * scope for what no tool switches, and the echo has them before the entry does.
 */
export function otherDecision(
  { wanted, batch }: Pick<PreparedSwitch, 'wanted' | 'batch'>,
  node: AnyCustomization | undefined,
  echo?: OwnEcho,
): EnablementKind | undefined {
  if (node === undefined) return undefined;
  if (batch === null) return decidingScope(node, wanted);
  return echo !== undefined && isKeptByScope(echo.result) ? decidingScope(echo, wanted) : undefined;
}

/** Why a request that only skillpick's own host understands is not sent after a drop. */
export const otherHostReason = 'another host is at this address';

export function unknownEntry(): SkillpickError {
  const hint = 'It may have been removed or renamed: list the entries again.';
  return new SkillpickError('entry-unknown', 'The session has no such entry; nothing was sent.', { hint });
}
