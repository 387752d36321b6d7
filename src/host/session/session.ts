/**
 * One session as this host has it: the authority over its state. Toggles are taken in order, saved by the keeper
 * in one go for all that wait, and only then numbered and told to everybody; or refused with a reason.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import { readAction } from '../../protocol/read-action.js';
import { sessionReducer } from '../../protocol/reducer.js';
import type { CustomizationToggledAction, SessionAction } from '../../protocol/session-actions.js';
import { skillpickMeta } from '../../protocol/skillpick-meta.js';
import { indexById, type LocatedNode } from '../../protocol/tree.js';
import {
  type Action,
  type ActionOrigin,
  type Customization,
  type SessionState,
  SessionStatus,
  type SessionSummary,
  type URI,
} from '../../protocol/types.js';
import { setOf } from './decisions.js';
import { echoOf, labelOf, readableEcho, toggleAll } from './echoes.js';
import type { Keeper, KeptChange } from './keeper.js';
import { isSame, overlay } from './overlay.js';
import type { SessionSetup } from './session-setup.js';
import { ToggleQueue, type WaitingToggle } from './toggle-queue.js';

const noSuchEntry = 'there is no entry with that id';

/** A toggle that is done, or why it is not. */
type ToggleResult = CustomizationToggledAction | string;

export class HostSession {
  readonly uri: URI;
  readonly keeper: Keeper;
  readonly #setup: SessionSetup;
  /** Undefined until somebody opens the session: most of them never are. */
  #found: readonly Customization[] | undefined;
  #state: SessionState;
  #index: { list: readonly Customization[] | undefined; located: Map<string, LocatedNode> } = {
    list: undefined,
    located: new Map(),
  };
  readonly #toggles = new ToggleQueue((batch) => this.#saveBatch(batch));
  /** Why the session is not up to date, if it is not. */
  #failure: Problem | undefined;

  constructor(setup: SessionSetup) {
    this.uri = setup.uri;
    this.keeper = setup.keeper;
    this.#setup = setup;
    const now = new Date().toISOString();
    this.#state = {
      provider: setup.provider,
      title: setup.title,
      status: SessionStatus.Idle,
      createdAt: now,
      modifiedAt: now,
      workingDirectories: [setup.directory],
      lifecycle: 'ready',
      chats: [],
      activeClients: [],
    };
  }

  get state(): SessionState {
    if (this.#found === undefined) {
      this.#found = this.#setup.find();
      this.#state = { ...this.#state, customizations: this.#overlaid(this.#found), ...this.#meta() };
    }
    return this.#state;
  }

  get summary(): SessionSummary {
    const { provider, title, status, createdAt, modifiedAt, workingDirectories } = this.#state;
    const metadata = { provider, title, status, createdAt, modifiedAt, workingDirectories };
    return { resource: this.uri, ...metadata } as SessionSummary;
  }

  /** Takes what a client sent. Everything that is not in order is echoed with the reason it was refused. */
  dispatch(value: unknown, origin: ActionOrigin): void {
    let action: Action;
    try {
      action = readAction(value, { count: 0 });
    } catch (error) {
      this.#refuse(value, origin, (error as Error).message);
      return;
    }
    if (action.type === 'session/customizationToggled') {
      this.#toggled(action as CustomizationToggledAction, origin);
      return;
    }
    const label = labelOf(action);
    if (typeof label === 'string') this.#refuse(action, origin, label);
    else this.#relabel(label, origin);
  }

  /** What a toggle asks for is read by the state its client was last sent, not by that of the time it is saved. */
  #toggled(action: CustomizationToggledAction, origin: ActionOrigin): void {
    const node = this.#located(action.id)?.node;
    const set = node === undefined ? noSuchEntry : setOf(node, action);
    this.#toggles.add({ action, origin, set });
  }

  /** Resolves when every toggle taken so far is saved or refused. */
  settle(): Promise<void> {
    return this.#toggles.settle();
  }

  /** Resolves when the toggles this client has sent are saved or refused; undefined if there are none. */
  settling(clientId: string): Promise<void> | undefined {
    return this.#toggles.settling(clientId);
  }

  /** Takes over what is on disk now, switches included, and tells the containers that changed. */
  update(): void {
    this.#guarded(() => this.#takeOver());
    this.#tellProblems();
  }

  /** Says why the session is not up to date. */
  fail(error: unknown): void {
    const message = `what is on disk now could not be taken over: ${(error as Error).message}`;
    const uri = this.#setup.directory;
    this.#failure = { uri, line: null, message, code: 'update-failed', severity: 'error' };
    this.#tellProblems();
  }

  /** One file that is worse than anybody thought of must not end the host; it is told instead. */
  #guarded(work: () => void): void {
    try {
      work();
      this.#failure = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  #takeOver(): void {
    this.keeper.reload();
    if (this.#found === undefined) return;
    const found = this.#setup.find();
    this.#found = found;
    const before = this.#state.customizations ?? [];
    const isSameSet =
      before.length === found.length && before.every(({ id }, index) => id === found[index]?.id);
    if (isSameSet) this.#tellChanged(found);
    else this.#apply({ type: 'session/customizationsChanged', customizations: this.#overlaid(found) });
  }

  #overlaid(found: readonly Customization[]): Customization[] {
    return found.map((entry) => overlay(entry, this.keeper));
  }

  #meta(): Pick<SessionState, '_meta'> {
    const failure = this.#failure ? [this.#failure] : [];
    const problems = [...this.keeper.problems, ...this.#setup.problems(), ...failure];
    return problems.length === 0 ? {} : { _meta: skillpickMeta({ problems }) };
  }

  #apply(action: SessionAction, origin?: ActionOrigin): void {
    this.#state = sessionReducer(this.#state, action);
    this.#setup.publish(action, origin);
  }

  #refuse(action: unknown, origin: ActionOrigin, reason: string): void {
    this.#setup.publish(readableEcho(action), origin, reason);
  }

  #relabel(action: SessionAction, origin: ActionOrigin): void {
    const before = this.#state;
    this.#apply(action, origin);
    const { title = '', status = 0 } = this.#state;
    const changes = { ...(title !== before.title && { title }), ...(status !== before.status && { status }) };
    if (Object.keys(changes).length > 0) this.#setup.summarize(changes);
  }

  /** Those who list the sessions hear of it once, however many switches were made in one go. */
  #modified(): void {
    const modifiedAt = new Date().toISOString();
    this.#state = { ...this.#state, modifiedAt };
    this.#setup.summarize({ modifiedAt });
  }

  async #saveBatch(batch: readonly WaitingToggle[]): Promise<void> {
    const outcomes = await this.#outcomes(batch).catch((error: Error) =>
      batch.map(() => `the switch failed: ${error.message}`),
    );
    this.#tellOutcomes(batch, outcomes);
    if (outcomes.some((outcome) => typeof outcome !== 'string')) this.#modified();
    // An echo says nothing about scopes and tools, nor about entries of the same name that a tool switches along.
    this.#guarded(() => this.#tellChanged(this.#found ?? []));
    this.#tellProblems();
  }

  /** Makes the switches; returns for each its echo, or why it was refused. */
  async #outcomes(batch: readonly WaitingToggle[]): Promise<ToggleResult[]> {
    const wanted = batch.map((waiting) => this.#change(waiting));
    const changes = wanted.filter((item) => typeof item !== 'string');
    const answers = await this.keeper.change(changes, batch[0]?.deadline);
    const refused = new Map(changes.map((change, at) => [change, answers[at]]));
    return wanted.map((item) => {
      if (typeof item === 'string') return item;
      return refused.get(item) ?? echoOf(item.node.id, this.keeper.standing(item.node));
    });
  }

  #change({ action, set }: WaitingToggle): KeptChange | string {
    if (typeof set === 'string') return set;
    const found = this.#located(action.id);
    return found === undefined ? noSuchEntry : { node: found.node, set };
  }

  /** Returns the entry that an id reaches; every list is indexed once. */
  #located(id: string): LocatedNode | undefined {
    const { customizations } = this.state;
    if (this.#index.list !== customizations) {
      this.#index = { list: customizations, located: indexById(customizations) };
    }
    return this.#index.located.get(id);
  }

  /** The state takes all toggles at once; everybody is told one by one, in the order they came. */
  #tellOutcomes(batch: readonly WaitingToggle[], outcomes: readonly ToggleResult[]): void {
    this.#state = toggleAll(
      this.#state,
      outcomes.filter((outcome) => typeof outcome !== 'string'),
    );
    batch.forEach(({ action, origin }, at) => {
      const outcome = outcomes[at]!;
      if (typeof outcome === 'string') this.#refuse(action, origin, outcome);
      else this.#setup.publish(outcome, origin);
    });
  }

  #tellChanged(entries: readonly Customization[]): void {
    const before = new Map(this.#state.customizations?.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const shown = before.get(entry.id);
      if (shown === undefined || !isSame(overlay(entry, this.keeper), shown)) this.#tellContainer(entry);
    }
  }

  #tellContainer(entry: Customization): void {
    const customization = overlay(entry, this.keeper);
    this.#apply({ type: 'session/customizationUpdated', customization });
  }

  #tellProblems(): void {
    if (this.#found === undefined) return;
    const meta = this.#meta();
    if (JSON.stringify(meta._meta) === JSON.stringify(this.#state._meta)) return;
    this.#apply({ type: 'session/metaChanged', ...meta });
  }
}
