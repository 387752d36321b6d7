/**
 * Translates between the host, which uses the newest form of the protocol, and clients of each version. A dialect applies
 * all steps that are newer than its version, one after the other.
 */

import { isObject } from '../../protocol/checks.js';
import { hasSeveralClients } from '../../protocol/client-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type {
  Action,
  ActionEnvelope,
  AgentInfo,
  AnyCustomization,
  Customization,
  InitializeResult,
  RootState,
  SessionActiveClient,
  SessionMetadata,
  SessionState,
  SessionSummary,
  URI,
} from '../../protocol/types.js';
import { compareVersions } from '../../protocol/versions.js';
import { getOrMake } from '../collections.js';
import { type Sender, type StateThen, steps, type VersionStep } from './dialect-steps.js';
import { SPOKEN_VERSIONS } from './negotiate.js';

type NodeTranslation = (node: AnyCustomization) => AnyCustomization;

/** Returns the value after the functions of all steps that have one. */
function through<T>(value: T, changes: readonly (((value: T) => T) | undefined)[]): T {
  return changes.reduce((changed, change) => change?.(changed) ?? changed, value);
}

/** Applies a change to every container and child. A client may have sent anything as its own customizations. */
function changeList(list: readonly Customization[], change: NodeTranslation): Customization[] {
  return list.map((entry) => {
    if (!isObject(entry)) return entry;
    const changed = change(entry) as Customization;
    const children = childrenOf(changed);
    return Array.isArray(children)
      ? ({ ...changed, children: children.map(change) } as Customization)
      : changed;
  });
}

function changeHolder<T extends { customizations?: unknown }>(holder: T, change: NodeTranslation): T {
  const { customizations } = holder;
  return Array.isArray(customizations)
    ? { ...holder, customizations: changeList(customizations, change) }
    : holder;
}

/** The actions that carry nodes. */
interface Payload extends Action {
  customizations?: Customization[];
  customization?: Customization;
  agents?: AgentInfo[];
  activeClient?: SessionActiveClient | null;
}

function changePayload(action: Payload, change: NodeTranslation): Payload {
  const { customization, agents, activeClient } = action;
  return {
    ...changeHolder(action, change),
    ...(customization && { customization: changeList([customization], change)[0]! }),
    ...(agents && { agents: agents.map((agent) => changeHolder(agent, change)) }),
    ...(activeClient && { activeClient: changeHolder(activeClient, change) }),
  };
}

/** The session list has times; the state of a session has them only within a summary. */
function withoutTimes({ createdAt: _, modifiedAt: __, ...state }: SessionState): SessionState {
  return state;
}

/** Translates states, summaries and actions for the clients of one version. */
export class Dialect {
  /** True if the session list has pages. */
  readonly hasPages: boolean;
  /** True if toggles reach children. If not, a client learns of them by an update of the container. */
  readonly hasChildToggles: boolean;
  /** True if several clients of a session can be active at once. */
  readonly hasSeveralClients: boolean;
  readonly #steps: readonly VersionStep[];
  readonly #change: NodeTranslation | undefined;
  /** Translated states: a large one is translated once for all subscriptions. */
  readonly #states = new WeakMap<SessionState, SessionState>();

  constructor(version: string) {
    const isSince = (since: string) => compareVersions(version, since) >= 0;
    this.hasPages = isSince('0.5.1');
    this.hasChildToggles = isSince('0.5.2');
    this.hasSeveralClients = hasSeveralClients(version);
    this.#steps = steps.filter(({ since }) => !isSince(since));
    const changes = this.#steps.flatMap(({ node }) => node ?? []);
    if (changes.length > 0) this.#change = (node) => (isObject(node) ? through(node, changes) : node);
  }

  initialized(result: InitializeResult): InitializeResult {
    return through(
      result,
      this.#steps.map(({ initialized }) => initialized),
    );
  }

  session(state: SessionState, uri: URI): SessionState {
    return getOrMake(this.#states, state, () => withoutTimes(this.#state(this.#nodesOf(state), uri)));
  }

  root(state: RootState): RootState {
    return { ...state, agents: state.agents.map((agent) => this.#nodesOf(agent)) };
  }

  summary(summary: SessionSummary): SessionSummary {
    return this.changes(summary) as SessionSummary;
  }

  /** Translates the changed fields of a summary. */
  changes(changes: SessionMetadata): SessionMetadata {
    return this.#steps.reduce((changed, { metadata }) => metadata?.(changed) ?? changed, changes);
  }

  envelope(envelope: ActionEnvelope, stateAfter: StateThen): ActionEnvelope {
    if (this.#steps.length === 0) return envelope;
    const isRefused = envelope.rejectionReason !== undefined;
    const after = isRefused ? () => undefined : stateAfter;
    const translated = this.#steps.reduce(
      (action, step) => step.action?.(action, after) ?? action,
      envelope.action,
    );
    // The sender gets the entries of a refused action as it sent them, unchecked.
    const change = isRefused ? undefined : this.#change;
    return { ...envelope, action: change ? changePayload(translated, change) : translated };
  }

  /** Translates an action that a client sent, which is not checked yet. */
  received(action: unknown, sender: Sender): unknown {
    if (!isObject(action)) return action;
    return this.#steps
      .toReversed()
      .reduce((older, { received }) => received?.(older, sender) ?? older, action);
  }

  #nodesOf<T extends { customizations?: unknown }>(holder: T): T {
    return this.#change ? changeHolder(holder, this.#change) : holder;
  }

  #state(state: SessionState, uri: URI): SessionState {
    const clients = state.activeClients?.map((client) => this.#nodesOf(client));
    const translated = clients === undefined ? state : { ...state, activeClients: clients };
    return this.#steps.reduce((older, step) => {
      const metadata = step.metadata?.(older) ?? older;
      return step.state?.(metadata, uri) ?? metadata;
    }, translated);
  }
}

const dialects = SPOKEN_VERSIONS.map((version) => ({ version, dialect: new Dialect(version) }));

/** Returns the dialect of a version that is spoken here: that of the newest listed version that is not newer. */
export function dialectOf(version: string): Dialect {
  return dialects.find((spoken) => compareVersions(spoken.version, version) <= 0)!.dialect;
}
