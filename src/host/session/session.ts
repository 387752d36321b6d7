/**
 * One session of this host, which is the authority over its state. Toggles are taken in order, saved by the keeper in
 * batches, and only then numbered and published; or refused with a reason.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import { sessionReducer } from '../../protocol/reducer.js';
import type {
  AgentChangedAction,
  CustomizationToggledAction,
  SessionAction,
} from '../../protocol/session-actions.js';
import { skillpickMeta } from '../../protocol/skillpick-meta.js';
import type {
  Action,
  ActionOrigin,
  AgentSelection,
  Customization,
  SessionState,
  SessionSummary,
  URI,
} from '../../protocol/types.js';
import { AgentChoice } from './agent-choice.js';
import { ClientEntryKeeper } from './client-entry-keeper.js';
import { actionOf, labelOf, toggleAll } from './echoes.js';
import type { Keeper } from './keeper.js';
import { changedEntries, findEntry, overlay, overlayAll } from './overlay.js';
import { refusalEcho } from './refusal-echo.js';
import type { ToggleResult } from './request-echoes.js';
import { SessionClients } from './session-clients.js';
import type { SessionSetup } from './session-setup.js';
import {
  agentChange,
  hasSameIds,
  newState,
  stillLoading,
  summaryChanges,
  summaryOf,
  updateFailure,
} from './session-state.js';
import { batchEchoes } from './switch-echoes.js';
import { ToggleQueue, type WaitingToggle } from './toggle-queue.js';
import { requestOf } from './toggle-request.js';

/** Actions that are compared with what the session lists. */
const needsList: ReadonlySet<string> = new Set(['session/customizationToggled', 'session/agentChanged']);

export class HostSession {
  readonly uri: URI;
  readonly #setup: SessionSetup;
  /** Undefined until a client opens the session. */
  #found: readonly Customization[] | undefined;
  #openedKeeper: ClientEntryKeeper | undefined;
  #state: SessionState;
  readonly clients: SessionClients;
  readonly toggles = new ToggleQueue((batch) => this.#saveBatch(batch));
  readonly #agents: AgentChoice;
  /** Why the session is not up to date, if it is not. */
  #failure: Problem | undefined;

  constructor(setup: SessionSetup) {
    this.uri = setup.uri;
    this.#setup = setup;
    this.#state = newState(setup);
    this.#agents = new AgentChoice(setup.agents, {
      list: () => this.#state.customizations,
      toggled: () => this.toggles.settle(),
      selected: (agent, origin) => this.#showAgent(agent, origin),
      refused: (action, origin, reason) => this.#refuse(action, origin, reason),
    });
    this.clients = new SessionClients(setup.clients, {
      state: () => this.state,
      apply: (action, origin) => {
        this.#apply(action, origin);
        // It may have brought or taken the selected agent.
        this.#followAgent();
      },
      refuse: (action, origin, reason) => this.#refuse(action, origin, reason),
      isFound: (id) => findEntry(this.#found, id) !== undefined,
      listed: (plugin) => overlay(plugin, this.#keeper),
      forget: (pluginId) => this.#openedKeeper?.forget(pluginId),
    });
  }

  /** The state. The first access opens the session. */
  get state(): SessionState {
    if (this.#found === undefined && !this.#isLoading) this.#open();
    return this.#state;
  }

  /** True from when a client opens the session until the disk was read, if that comes later. */
  get #isLoading(): boolean {
    return this.#state.lifecycle === 'creating';
  }

  #open(): void {
    const progress = this.#setup.progress();
    if (progress !== undefined) {
      this.#state = { ...this.#state, lifecycle: 'creating', _meta: skillpickMeta({ progress }) };
      return;
    }
    this.#found = this.#setup.find();
    this.#state = { ...this.#state, customizations: overlayAll(this.#listed, this.#keeper), ...this.#meta() };
    const agent = this.#agents.used;
    if (agent !== undefined) this.#state = { ...this.#state, agent };
  }

  /** Everything that the session lists: what was found, then what clients publish. */
  get #listed(): Customization[] {
    return [...(this.#found ?? []), ...this.clients.published.map(({ plugin }) => plugin)];
  }

  get #keeper(): Keeper {
    const pluginOf = ({ id }: { id: string }) => this.clients.pluginOf(id);
    this.#openedKeeper ??= new ClientEntryKeeper(this.#setup.openKeeper(), pluginOf);
    return this.#openedKeeper;
  }

  get summary(): SessionSummary {
    const agent = this.#found === undefined ? this.#agents.kept : this.#state.agent;
    return summaryOf(this.uri, { ...this.#state, ...(agent && { agent }) });
  }

  /** Selects the agent that the session is created with. Returns why that is refused; null if it is not. */
  startWith(agent: URI): string | null {
    const isLoading = this.state.lifecycle === 'creating';
    const refusal = isLoading ? stillLoading : this.#agents.start(agent);
    if (refusal === null) this.#state = { ...this.#state, agent: { uri: agent } };
    return refusal;
  }

  /** Resolves once every toggle and selection so far is saved or refused. */
  async settle(): Promise<void> {
    await this.toggles.settle();
    await this.#agents.settle();
  }

  /** Resolves when what this client has sent so far is saved or refused; undefined if there is nothing. */
  settling(clientId: string): Promise<void> | undefined {
    return this.#agents.isWaiting(clientId) ? this.settle() : this.toggles.settling(clientId);
  }

  /** Takes an action from a client. Echoes an action that is not valid with the reason why it is refused. */
  dispatch(value: unknown, origin: ActionOrigin): void {
    const action = actionOf(value);
    if (typeof action === 'string') this.#refuse(value, origin, action);
    else this.#take(action, origin);
  }

  #take(action: Action, origin: ActionOrigin): void {
    const { type } = action;
    // Opens the session.
    if (needsList.has(type) && this.state.lifecycle === 'creating')
      this.#refuse(action, origin, stillLoading);
    else if (type === 'session/agentChanged') this.#agents.add(action as AgentChangedAction, origin);
    else if (type === 'session/customizationToggled') {
      const toggle = action as CustomizationToggledAction;
      // Compared with the state that the client was last sent, not with the state when the toggle is saved.
      this.toggles.add({ action: toggle, origin, ...requestOf(toggle, this.state.customizations) });
    } else if (!this.clients.take(action, origin)) this.#relabel(action, origin);
  }

  /** Publishes how far the reading of the disk is. */
  showProgress(): void {
    const progress = this.#setup.progress();
    if (progress === undefined || !this.#isLoading) return;
    this.#apply({ type: 'session/metaChanged', _meta: skillpickMeta({ progress }) });
  }

  /** Shows what the workspace holds now, switches included, and publishes the containers that changed. */
  update(): void {
    if (this.#setup.progress() !== undefined) return;
    if (this.#isLoading) this.#found = [];
    this.#guard(() => this.#showFound());
    this.#publishProblems();
    this.#followAgent();
    this.#endLoading();
  }

  /** Reports why the session is not up to date. */
  fail(error: unknown): void {
    this.#failure = updateFailure(this.#setup.directory, error);
    if (this.#isLoading) this.#found = [];
    this.#publishProblems();
    this.#endLoading();
  }

  /** After the list: a client takes a session that is ready and has no list for empty. */
  #endLoading(): void {
    if (this.#isLoading) this.#apply({ type: 'session/ready' });
  }

  /** An unexpected error must not end the host: it becomes a problem of the session. */
  #guard(work: () => void): void {
    try {
      work();
      this.#failure = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  #showFound(): void {
    if (this.#found === undefined) return;
    this.#found = this.#setup.find();
    const listed = this.#listed;
    if (hasSameIds(this.#state.customizations ?? [], listed)) this.#publishChanged(listed);
    else
      this.#apply({
        type: 'session/customizationsChanged',
        customizations: overlayAll(listed, this.#keeper),
      });
  }

  #meta(): Pick<SessionState, '_meta'> {
    const failure = this.#failure ? [this.#failure] : [];
    const problems = [...this.#keeper.problems, ...this.#setup.problems(), ...failure];
    return problems.length === 0 ? {} : { _meta: skillpickMeta({ problems }) };
  }

  #apply(action: SessionAction, origin?: ActionOrigin): void {
    this.#state = sessionReducer(this.#state, action);
    this.#setup.publish(action, origin);
  }

  /** Shows the agent that the session uses now: the selected one may be gone or off, or be back. */
  #followAgent(): void {
    if (this.#found === undefined) return;
    const agent = this.#agents.used;
    if (agent?.uri !== this.#state.agent?.uri) this.#showAgent(agent);
  }

  #showAgent(agent: AgentSelection | undefined, origin?: ActionOrigin): void {
    this.#apply({ type: 'session/agentChanged', ...(agent && { agent }) }, origin);
    this.#setup.summarize(agentChange(agent));
  }

  #refuse(action: unknown, origin: ActionOrigin, reason: string): void {
    this.#setup.publish(refusalEcho(action), origin, reason);
  }

  #relabel(action: Action, origin: ActionOrigin): void {
    const [before, label] = [this.#state, labelOf(action)];
    if (typeof label === 'string') {
      this.#refuse(action, origin, label);
      return;
    }
    this.#apply(label, origin);
    const changes = summaryChanges(before, this.#state);
    if (Object.keys(changes).length > 0) this.#setup.summarize(changes);
  }

  async #saveBatch(batch: readonly WaitingToggle[]): Promise<void> {
    const results = await this.#makeSwitches(batch).catch((error: Error) =>
      batch.map(() => `the switch failed: ${error.message}`),
    );
    this.#publishResults(batch, results);
    const hasChanged = results.some((result, at) => typeof result !== 'string' && !batch[at]?.plan);
    if (hasChanged) {
      const modifiedAt = new Date().toISOString();
      this.#state = { ...this.#state, modifiedAt };
      this.#setup.summarize({ modifiedAt });
    }
    // An echo has no scopes and tools, and does not cover entries of the same name that a tool switches as well.
    this.#guard(() => this.#publishChanged(this.#listed));
    this.#publishProblems();
    this.#followAgent();
    if (hasChanged) this.#setup.saved();
  }

  async #makeSwitches(batch: readonly WaitingToggle[]): Promise<ToggleResult[]> {
    return batchEchoes(batch, this.#setup, this.state.customizations, this.#keeper);
  }

  /** The state takes all toggles at once; they are published one by one, in the order they came. */
  #publishResults(batch: readonly WaitingToggle[], results: readonly ToggleResult[]): void {
    this.#state = toggleAll(
      this.#state,
      results.filter((result) => typeof result !== 'string'),
    );
    batch.forEach(({ action, origin }, at) => {
      const result = results[at]!;
      if (typeof result === 'string') this.#refuse(action, origin, result);
      else this.#setup.publish(result, origin);
    });
  }

  #publishChanged(entries: readonly Customization[]): void {
    for (const customization of changedEntries(entries, this.#state.customizations, this.#keeper))
      this.#apply({ type: 'session/customizationUpdated', customization });
  }

  #publishProblems(): void {
    if (this.#found === undefined) return;
    const meta = this.#meta();
    if (JSON.stringify(meta._meta) === JSON.stringify(this.#state._meta)) return;
    this.#apply({ type: 'session/metaChanged', ...meta });
  }
}
