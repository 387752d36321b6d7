/**
 * The agent that is selected for a session of this host. Selections are taken one after another, after the toggles that
 * came before, and are kept before they are published. No turn is ever under way here, so they count at once. A selected
 * agent that is gone or off is not shown: until it is back, the session uses the default.
 */

import { offReason, userGate } from '../../protocol/effective.js';
import { agentsAt, sharersOf, whyUnselectable } from '../../protocol/selectable.js';
import type { AgentChangedAction } from '../../protocol/session-actions.js';
import { toolsOf } from '../../protocol/skillpick-meta.js';
import type { LocatedNode } from '../../protocol/tree.js';
import type { ActionOrigin, AgentSelection, Customization, URI } from '../../protocol/types.js';
import { abilitiesOf } from '../../protocol/versions.js';
import { lockDeadline } from '../files/lock.js';

/** Keeps the selection of one session. */
export interface AgentStore {
  read(): URI | undefined;
  /** Resolves once the selection is kept; undefined is the default. Rejects with why it is not. */
  write(uri: URI | undefined, deadline: number): Promise<void>;
}

/** Returns a store for a session that ends with the host. */
export function agentInMemory(): AgentStore {
  let selected: URI | undefined;
  return {
    read: () => selected,
    async write(uri) {
      selected = uri;
    },
  };
}

const newest = abilitiesOf(undefined);

/** Returns why the session cannot use this agent, one of those with its uri; null if it can. */
function whyNot(agent: LocatedNode, withItsUri: readonly LocatedNode[]): string | null {
  const { node, container } = agent;
  const plugin = container?.type === 'plugin' ? container : undefined;
  const reason = whyUnselectable({
    type: node.type,
    offBy: offReason(node, plugin),
    userInvocable: userGate(node, newest),
    tools: toolsOf(node._meta),
    containerType: container?.type ?? null,
    sharers: sharersOf(agent, withItsUri),
  });
  return reason === null ? null : `${node.name} cannot be selected: ${reason}`;
}

/** Returns why the session cannot use the agent with this uri; null if it can. Several clients may publish its file. */
function whyNotAgent(list: readonly Customization[] | undefined, uri: URI): string | null {
  const found = agentsAt(list, uri);
  const reasons = found.map((agent) => whyNot(agent, found));
  return reasons.includes(null) ? null : (reasons[0] ?? 'the session has no such agent');
}

export interface ChoiceEvents {
  /** Returns what the session lists. */
  list(): readonly Customization[] | undefined;
  /** Resolves once the toggles so far are saved. */
  toggled(): Promise<void>;
  selected(agent: AgentSelection | undefined, origin: ActionOrigin): void;
  refused(action: AgentChangedAction, origin: ActionOrigin, reason: string): void;
}

export class AgentChoice {
  readonly #store: AgentStore;
  readonly #events: ChoiceEvents;
  /** How many selections of each client wait. */
  readonly #waiting = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();

  constructor(store: AgentStore, events: ChoiceEvents) {
    this.#store = store;
    this.#events = events;
  }

  /** The agent that is kept, whether or not the session can use it. */
  get kept(): AgentSelection | undefined {
    const uri = this.#store.read();
    return uri === undefined ? undefined : { uri };
  }

  /** The agent that the session uses; undefined is the default. */
  get used(): AgentSelection | undefined {
    const { kept } = this;
    return kept === undefined || whyNotAgent(this.#events.list(), kept.uri) !== null ? undefined : kept;
  }

  /** Takes a selection. */
  add(action: AgentChangedAction, origin: ActionOrigin): void {
    const { clientId } = origin;
    this.#waiting.set(clientId, (this.#waiting.get(clientId) ?? 0) + 1);
    const deadline = lockDeadline();
    this.#last = this.#last.then(async () => {
      await this.#select(action, origin, deadline);
      const left = this.#waiting.get(clientId)! - 1;
      if (left === 0) this.#waiting.delete(clientId);
      else this.#waiting.set(clientId, left);
    });
  }

  /** Selects the agent that a session is created with, which is kept in memory. Returns why that is refused; null if it is not. */
  start(uri: URI): string | null {
    const reason = whyNotAgent(this.#events.list(), uri);
    if (reason !== null) return reason;
    const kept = this.#store.write(uri, lockDeadline());
    this.#last = this.#last.then(() => kept);
    return null;
  }

  /** Resolves once every selection so far is kept or refused. */
  settle(): Promise<void> {
    return this.#last;
  }

  /** Returns true while selections of this client wait. */
  isWaiting(clientId: string): boolean {
    return this.#waiting.has(clientId);
  }

  async #select(action: AgentChangedAction, origin: ActionOrigin, deadline: number): Promise<void> {
    await this.#events.toggled();
    const { agent } = action;
    const reason = agent === undefined ? null : whyNotAgent(this.#events.list(), agent.uri);
    if (reason !== null) return this.#events.refused(action, origin, reason);
    try {
      await this.#store.write(agent?.uri, deadline);
    } catch (error) {
      const why = `the selection could not be saved: ${(error as Error).message}`;
      return this.#events.refused(action, origin, why);
    }
    this.#events.selected(agent && { uri: agent.uri }, origin);
  }
}
