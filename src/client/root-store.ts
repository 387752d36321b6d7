/** The host's own state and its list of sessions, kept up to date by root actions and notifications. */

import { ProtocolError } from '../errors.js';
import { isObject, type JsonObject } from '../protocol/checks.js';
import { readRootState, readSessionSummary, type Skipped } from '../protocol/read-state.js';
import { rootReducer, type SessionNotification, sessionListReducer } from '../protocol/root-reducer.js';
import type { ActionEnvelope, RootState, SessionSummary, Snapshot } from '../protocol/types.js';
import { Backlog } from './backlog.js';
import { BoundedList } from './bounded-list.js';
import { clientLimits } from './limits.js';
import { Listeners } from './listeners.js';

/** The state of the host itself and its sessions. */
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
  const { changes } = params;
  const summary = isObject(changes) && readSessionSummary({ ...changes, resource: session }, skipped);
  if (!summary) return undefined;
  const cleared = (changes as JsonObject)['agent'] === null && { agent: null };
  return { type: 'changed', session, changes: { ...summary, ...cleared } };
}

/** Applies the notification, unless the list is full. */
function reduceBounded(list: SessionSummary[], notification: SessionNotification): SessionSummary[] {
  const isFull = notification.type === 'added' && list.length >= clientLimits.sessions;
  return isFull ? list : sessionListReducer(list, notification);
}

/** The state of the host itself and its list of sessions, kept up to date. */
export class RootStore {
  readonly #skipped: Skipped;
  readonly #backlog = new Backlog();
  readonly #listeners = new Listeners();
  /** For each fetch of the list under way, the notifications since: the list may be older or newer than they are. */
  readonly #noted = new Set<BoundedList<SessionNotification>>();
  #view: RootView = { root: { agents: [] }, sessions: undefined };
  #seq = Number.POSITIVE_INFINITY;

  constructor(skipped: Skipped) {
    this.#skipped = skipped;
    this.#backlog.start();
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  readonly getSnapshot = (): RootView => this.#view;

  receive(envelope: ActionEnvelope): void {
    this.#backlog.note([envelope]);
    if (envelope.serverSeq <= this.#seq || envelope.rejectionReason !== undefined) return;
    this.#seq = envelope.serverSeq;
    this.#show({ root: rootReducer(this.#view.root, envelope.action) });
  }

  /** Applies notifications about sessions; ignores others. */
  notify(method: string, params: JsonObject): void {
    const notification = readNotification(method, params, this.#skipped);
    if (notification === undefined) return;
    for (const noted of this.#noted) noted.add(notification);
    const { sessions } = this.#view;
    if (sessions !== undefined) this.#show({ sessions: reduceBounded(sessions, notification) });
  }

  restore(snapshot: Snapshot): void {
    const root = readRootState(snapshot.state, this.#skipped);
    const missed = this.#backlog.takeAfter(snapshot.fromSeq);
    this.#seq = snapshot.fromSeq;
    this.#show({ root });
    for (const envelope of missed) this.receive(envelope);
  }

  /** Fetches the state again, and applies the actions that come meanwhile. */
  async refresh(fetch: () => Promise<Snapshot>): Promise<void> {
    this.#backlog.start();
    try {
      this.restore(await fetch());
    } finally {
      this.#backlog.stop();
    }
  }

  /** Fetches the whole list, and applies the notifications that come meanwhile. */
  async fill(fetch: () => Promise<SessionSummary[]>): Promise<SessionSummary[]> {
    const noted = new BoundedList<SessionNotification>(clientLimits.heldNotificationBytes);
    this.#noted.add(noted);
    try {
      const fetched = await fetch();
      if (noted.items === undefined)
        throw new ProtocolError('The host reports changes of its sessions without end while it lists them.');
      const sessions = noted.items.reduce(reduceBounded, fetched);
      this.#show({ sessions });
      return sessions;
    } finally {
      this.#noted.delete(noted);
    }
  }

  #show(change: Partial<RootView>): void {
    this.#view = { ...this.#view, ...change };
    this.#listeners.notify();
  }
}
