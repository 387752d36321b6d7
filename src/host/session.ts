/**
 * One session as this host has it: the authority over its state. Toggles are taken in order, saved by the keeper
 * in one go for all that wait, and only then numbered and told to everybody; or refused with a reason.
 */

import { readAction } from '../protocol/read-action.js';
import { sessionReducer } from '../protocol/reducer.js';
import type { CustomizationToggledAction, SessionAction } from '../protocol/session-actions.js';
import { type Located, walk } from '../protocol/tree.js';
import {
  type Action,
  type ActionOrigin,
  type Customization,
  type SessionState,
  SessionStatus,
  type SessionSummary,
  type URI,
} from '../protocol/types.js';
import { wantedDecisions } from './decisions.js';
import { labelOf, readableEcho, toggleAll, toggleOf } from './echoes.js';
import type { Change, Keeper } from './keeper.js';
import { isSame, overlay, overlayNode } from './overlay.js';

/** Tells everybody on the session's channel about an action. */
export type Publish = (action: Action, origin?: ActionOrigin, rejectionReason?: string) => void;

export interface SessionSetup {
  uri: URI;
  provider: string;
  title: string;
  /** The working directory, as a uri. */
  directory: URI;
  /** What decisions for the workspace are kept under. */
  workspace: URI;
  keeper: Keeper;
  /** What the disk holds for it now. */
  find(): readonly Customization[];
  publish: Publish;
  /** Tells those who list the sessions what is new about this one. */
  summarize(changes: Partial<SessionSummary>): void;
}

interface Waiting {
  action: CustomizationToggledAction;
  origin: ActionOrigin;
}

export class HostSession {
  readonly uri: URI;
  readonly keeper: Keeper;
  readonly #setup: SessionSetup;
  /** Undefined until somebody opens the session: most of them never are. */
  #found: readonly Customization[] | undefined;
  #state: SessionState;
  #waiting: Waiting[] = [];
  #saving: Promise<void> | undefined;

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
      this.#waiting.push({ action: action as CustomizationToggledAction, origin });
      this.#saving ??= this.#save();
      return;
    }
    const label = labelOf(action);
    if (typeof label === 'string') this.#refuse(action, origin, label);
    else this.#relabel(label, origin);
  }

  /** Resolves when every toggle taken so far is saved or refused. */
  async settle(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }

  /** Takes over what is on disk now, switches included, and tells the containers that changed. */
  update(): void {
    this.keeper.reload();
    if (this.#found === undefined) return;
    const found = this.#setup.find();
    this.#found = found;
    const before = this.#state.customizations ?? [];
    const isSameSet =
      before.length === found.length && before.every(({ id }, index) => id === found[index]?.id);
    if (isSameSet) this.#tellChanged(found);
    else this.#apply({ type: 'session/customizationsChanged', customizations: this.#overlaid(found) });
    this.#tellProblems();
  }

  #overlaid(found: readonly Customization[]): Customization[] {
    return found.map((entry) => overlay(entry, this.keeper));
  }

  #meta(): Pick<SessionState, '_meta'> {
    const { problems } = this.keeper;
    return problems.length === 0 ? {} : { _meta: { skillpick: { problems } } };
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

  async #save(): Promise<void> {
    // Whatever else arrives in this turn is saved along.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#saveBatch(this.#nextBatch());
    this.#saving = undefined;
  }

  /** As many as can be saved in one go: up to the first that switches an entry a second time. */
  #nextBatch(): Waiting[] {
    const ids = new Set<string>();
    const end = this.#waiting.findIndex(({ action }) => ids.size === ids.add(action.id).size);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #saveBatch(batch: Waiting[]): Promise<void> {
    const index = indexOf(this.state.customizations);
    const wanted = batch.map(({ action }) => this.#change(action, index.get(action.id)));
    const changes = wanted.filter((item) => typeof item !== 'string');
    const answers = await this.keeper
      .change(changes)
      .catch((error: Error) => changes.map(() => `the switch failed: ${error.message}`));
    const refused = new Map(changes.map((change, at) => [change, answers[at]]));
    this.#tellOutcomes(
      batch,
      wanted.map((item) => (typeof item === 'string' ? item : (refused.get(item) ?? toggleOf(item)))),
    );
    this.#tellScopes(changes);
    this.#tellProblems();
  }

  #change(action: CustomizationToggledAction, found: Located | undefined): Change | string {
    if (found === undefined) return 'there is no entry with that id';
    const decisions = wantedDecisions(found.node, action, this.#setup.workspace);
    return typeof decisions === 'string' ? decisions : { node: found.node, decisions };
  }

  /** The state takes all toggles at once; everybody is told one by one, in the order they came. */
  #tellOutcomes(batch: Waiting[], outcomes: (CustomizationToggledAction | string)[]): void {
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

  /** A toggle's echo says nothing about scopes and tools: where those changed, the container is told again. */
  #tellScopes(changes: readonly Change[]): void {
    const entries = this.#found ?? [];
    const [found, shown] = [indexOf(entries), indexOf(this.#state.customizations)];
    const isTold = ({ node: { id } }: Change) => {
      const [before, now] = [shown.get(id)?.node, found.get(id)?.node];
      return before === undefined || now === undefined || isSame(overlayNode(now, this.keeper), before);
    };
    const untold = changes.filter((change) => !isTold(change));
    const containers = new Set(untold.map(({ node: { id } }) => found.get(id)?.container?.id ?? id));
    for (const entry of entries) if (containers.has(entry.id)) this.#tellContainer(entry);
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
    const meta = this.#meta();
    if (JSON.stringify(meta._meta) === JSON.stringify(this.#state._meta)) return;
    this.#apply({ type: 'session/metaChanged', ...meta });
  }
}

function indexOf(list: readonly Customization[] | undefined): Map<string, Located> {
  const index = new Map<string, Located>();
  for (const located of walk(list)) index.set(located.node.id, located);
  return index;
}
