/**
 * A session of an agent: everything that the agent has listed in it so far, and whether the agent is still there. The
 * agent may send lists before it has named the session.
 */

import { Listeners } from '../../client/listeners.js';
import type { SkillpickError } from '../../errors.js';
import { isObject, isString, type JsonObject } from '../../protocol/checks.js';
import { type AgentContent, hasLists, noContent, withReply, withUpdate } from './agent-content.js';
import { acpLimits } from './limits.js';

/** Returns the update of a notification. ACP nests it; the proposal for skills puts it beside the id of the session. */
function updateIn(params: JsonObject): JsonObject | undefined {
  const { update } = params;
  if (isObject(update)) return update;
  return isString(params['sessionUpdate']) ? params : undefined;
}

export class AgentSession {
  readonly #listeners = new Listeners();
  /** By session. Once ours has a name, only that one is kept. */
  #contents = new Map<string, AgentContent>();
  #id: string | undefined;
  #failure: SkillpickError | undefined;
  #unreadable = 0;
  /** Counts the changes of what is listed, and the end of the agent. */
  changes = 0;

  get content(): AgentContent {
    return this.#contents.get(this.#id ?? '') ?? noContent;
  }

  get hasLists(): boolean {
    return hasLists(this.content);
  }

  /** How the agent has ended; undefined while it is there. */
  get failure(): SkillpickError | undefined {
    return this.#failure;
  }

  /** The number of lines that are no messages. */
  get unreadable(): number {
    return this.#unreadable;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Takes a notification. Those of other kinds and of other sessions change nothing. */
  notify(method: string, params: JsonObject): void {
    const { sessionId } = params;
    const update = method === 'session/update' ? updateIn(params) : undefined;
    if (update === undefined || !isString(sessionId)) return;
    if (this.#id !== undefined && sessionId !== this.#id) return;
    const before = this.#contents.get(sessionId) ?? noContent;
    const content = withUpdate(before, update);
    if (content === before) return;
    if (!this.#contents.has(sessionId) && this.#contents.size >= acpLimits.earlySessions) return;
    this.#contents.set(sessionId, content);
    this.#changed();
  }

  /** Names the session; what was sent for it before stays. */
  open(id: string, reply: JsonObject): void {
    this.#id = id;
    this.#contents = new Map([[id, withReply(this.content, reply)]]);
    this.#changed();
  }

  fail(error: SkillpickError): void {
    this.#failure = error;
    this.#changed();
  }

  countUnreadable(): void {
    this.#unreadable += 1;
    this.#listeners.notifySoon();
  }

  #changed(): void {
    this.changes += 1;
    this.#listeners.notifySoon();
  }
}
