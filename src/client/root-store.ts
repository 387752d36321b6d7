/** The host's own state and its list of sessions, kept up to date by root actions and notifications. */

import type { JsonObject } from '../protocol/checks.js';
import { readRootState, readSessionSummary, type Skipped } from '../protocol/read-state.js';
import { rootReducer, type SessionNotification, sessionListReducer } from '../protocol/root-reducer.js';
import type { ActionEnvelope, RootState, SessionSummary, Snapshot } from '../protocol/types.js';
import { Backlog } from './backlog.js';

export interface RootView {
  root: RootState;
  /** Undefined until the list was asked for. */
  sessions: SessionSummary[] | undefined;
}

function readNotification(
  method: string,
  params: JsonObject,
  skipped: Skipped,
): SessionNotification | undefined {
  const session = params['session'];
  if (method === 'root/sessionAdded') {
    const summary = readSessionSummary(params['summary'], skipped);
    return summary && { type: 'added', summary };
  }
  if (typeof session !== 'string') return undefined;
  if (method === 'root/sessionRemoved') return { type: 'removed', session };
  if (method !== 'root/sessionSummaryChanged') return undefined;
  const changes = readSessionSummary({ ...(params['changes'] as JsonObject), resource: session }, skipped);
  return changes && { type: 'changed', session, changes };
}

export class RootStore {
  readonly #skipped: Skipped;
  readonly #backlog = new Backlog();
  readonly #listeners = new Set<() => void>();
  #view: RootView = { root: { agents: [] }, sessions: undefined };
  #seq = Number.POSITIVE_INFINITY;

  constructor(skipped: Skipped) {
    this.#skipped = skipped;
    this.#backlog.start();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): RootView => this.#view;

  receive(envelope: ActionEnvelope): void {
    this.#backlog.note(envelope);
    if (envelope.serverSeq <= this.#seq || envelope.rejectionReason !== undefined) return;
    this.#seq = envelope.serverSeq;
    this.#show({ root: rootReducer(this.#view.root, envelope.action) });
  }

  /** What the host says about sessions coming and going; other notifications are not its business. */
  notify(method: string, params: JsonObject): void {
    const notification = readNotification(method, params, this.#skipped);
    const { sessions } = this.#view;
    if (notification !== undefined && sessions !== undefined) {
      this.#show({ sessions: sessionListReducer(sessions, notification) });
    }
  }

  restore(snapshot: Snapshot): void {
    this.#seq = snapshot.fromSeq;
    this.#show({ root: readRootState(snapshot.state, this.#skipped) });
    for (const envelope of this.#backlog.takeAfter(snapshot.fromSeq)) this.receive(envelope);
  }

  setSessions(sessions: SessionSummary[]): void {
    this.#show({ sessions });
  }

  #show(change: Partial<RootView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
