/**
 * The changes of the protocol between 0.4 and 1.1 that touch what this host sends or receives, newest first. Each step
 * translates from its version to the one before it. The host itself uses the newest form.
 *
 * Not in the protocol, but sent in every version: `enabled` and the gates of children before 0.5.2, which proposed them
 * for 0.4; and from 0.5.0 on `agent` and `session/agentChanged`. There, a real host keeps the selected agent in the draft
 * of a chat (`chat/draftChanged`), and this host has no chats. Clients ignore actions and fields that they do not know.
 */

import type { JsonObject } from '../../protocol/checks.js';
import { ownEnabled } from '../../protocol/effective.js';
import type { CustomizationToggledAction, SessionAction } from '../../protocol/session-actions.js';
import type {
  Action,
  AnyCustomization,
  InitializeResult,
  SessionActiveClient,
  SessionMetadata,
  SessionState,
  URI,
} from '../../protocol/types.js';

/** The client that an action comes from. */
export interface Sender {
  readonly clientId: string;
  /** Returns the state of the session that the action is for. */
  state(): SessionState | undefined;
}

/** Returns the state of a session after an action; undefined if the action was refused. */
export type StateThen = () => SessionState | undefined;

export interface VersionStep {
  /** The first version with the change. */
  readonly since: string;
  /** Translates a container without its children, or a child. */
  node?(node: AnyCustomization): AnyCustomization;
  /** Translates a summary, some changed fields of one, or the state that has the same fields. */
  metadata?<T extends SessionMetadata>(metadata: T): T;
  state?(state: SessionState, uri: URI): SessionState;
  action?(action: Action, after: StateThen): Action;
  initialized?(result: InitializeResult): InitializeResult;
  /** Translates an action of a client to the newer form. Its fields are not checked yet. */
  received?(action: JsonObject, sender: Sender): JsonObject;
}

/** Returns the object without some fields; the same object if it has none of them. */
function without<T extends object>(object: T, ...fields: string[]): T {
  if (!fields.some((field) => field in object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field))) as T;
}

const keepsDecisions = ({ type }: AnyCustomization): boolean => type === 'plugin' || type === 'mcpServer';

function isToggle(action: Action): action is CustomizationToggledAction {
  return action.type === 'session/customizationToggled';
}

const hostMeta: VersionStep = {
  since: '0.9.0',
  initialized: (result) => without(result, '_meta'),
};

/** 0.8.0 has decisions, but VS Code 1.133 speaks it and reads only flags. */
const decisionsAlone: VersionStep = {
  since: '0.9.0',
  node: (node) => (keepsDecisions(node) ? { ...node, enabled: ownEnabled(node) } : node),
  action(action) {
    if (!isToggle(action) || action.enablement === undefined) return action;
    const { enablement, ...toggle } = action;
    return { ...toggle, enabled: enablement[0]?.enabled ?? true, enablement } as Action;
  },
};

const decisions: VersionStep = {
  since: '0.8.0',
  node: (node) => without(node, 'enablement', 'childEnablement'),
  action: (action) => (isToggle(action) ? without(action, 'enablement') : action),
};

const severalDirectories: VersionStep = {
  since: '0.7.0',
  metadata(metadata) {
    const { workingDirectories, ...rest } = metadata;
    const [workingDirectory] = workingDirectories ?? [];
    return workingDirectory === undefined
      ? (rest as typeof metadata)
      : ({ ...rest, workingDirectory } as typeof metadata);
  },
};

/** Only agents had `_meta` before. */
const nodeMeta: VersionStep = {
  since: '0.5.2',
  node: (node) =>
    without(
      node,
      ...(node.type === 'agent' ? [] : ['_meta']),
      ...(node.type === 'plugin' ? ['version'] : []),
    ),
  initialized: (result) => without(result, 'serverInfo'),
};

const agentSettings: VersionStep = {
  since: '0.5.1',
  node: (node) => (node.type === 'agent' ? without(node, 'model', 'tools') : node),
};

const milliseconds = (time: number | string): number => new Date(time).getTime();

const metadataFields = [
  'provider',
  'title',
  'status',
  'activity',
  'createdAt',
  'modifiedAt',
  'project',
  'model',
  'agent',
  'workingDirectory',
] as const;

/** Metadata was nested in a summary, with times as numbers. */
const flatMetadata: VersionStep = {
  since: '0.5.0',
  metadata(metadata) {
    const { createdAt, modifiedAt, agent } = metadata;
    return {
      // There was no way to say that a summary has no agent any more; the session itself says it.
      ...(agent === null ? without(metadata, 'agent') : metadata),
      ...(createdAt !== undefined && { createdAt: milliseconds(createdAt) }),
      ...(modifiedAt !== undefined && { modifiedAt: milliseconds(modifiedAt) }),
    };
  },
  state(state, resource) {
    const present = metadataFields.filter((field) => state[field] !== undefined);
    const metadata = Object.fromEntries(present.map((field) => [field, state[field]]));
    return { ...without(state, ...metadataFields), summary: { resource, ...metadata } as SessionMetadata };
  },
};

type ClientSetAction = Extract<SessionAction, { type: 'session/activeClientSet' }>;

/** Of several active clients, the one that joined last is shown. */
function shownClient(state: SessionState): SessionActiveClient | undefined {
  return state.activeClients?.at(-1);
}

function withClient(activeClient: SessionActiveClient | undefined): SessionAction {
  return { type: 'session/activeClientChanged', activeClient: activeClient ?? null };
}

/** A session had one active client, whose tools had an action of their own. */
const severalClients: VersionStep = {
  since: '0.5.0',
  state(state) {
    const activeClient = shownClient(state);
    return { ...without(state, 'activeClients'), ...(activeClient && { activeClient }) };
  },
  action(action, after) {
    const isSet = action.type === 'session/activeClientSet';
    if (!isSet && action.type !== 'session/activeClientRemoved') return action;
    const state = after();
    if (state !== undefined) return withClient(shownClient(state));
    return withClient(isSet ? (action as ClientSetAction).activeClient : undefined);
  },
  received(action, { clientId, state }) {
    const { type, activeClient, tools } = action;
    if (type === 'session/activeClientChanged') {
      return activeClient === null
        ? { type: 'session/activeClientRemoved', clientId }
        : { type: 'session/activeClientSet', activeClient };
    }
    if (type !== 'session/activeClientToolsChanged') return action;
    const own = state()?.activeClients?.find((client) => client.clientId === clientId);
    return own === undefined ? action : { type: 'session/activeClientSet', activeClient: { ...own, tools } };
  },
};

/** All steps, newest first. */
export const steps: readonly VersionStep[] = [
  hostMeta,
  decisionsAlone,
  decisions,
  severalDirectories,
  nodeMeta,
  agentSettings,
  flatMetadata,
  severalClients,
];
