/** The report on leaving: the net changes, where and how long they hold, and what failed. */

import { noteTexts } from '../entries/notes.js';
import { obeySentence } from '../entries/obey-words.js';
import { isSaved, switchLifetime } from '../entries/switch-lifetime.js';
import { failureTexts } from '../picker/failures.js';
import { type History, noHistory } from '../picker/histories.js';
import type { Settled } from '../picker/made-switches.js';
import { isChanged, toolChanges } from '../picker/net-changes.js';
import { named, onOff } from '../picker/sending.js';
import type { Model, PickerState } from '../picker/state.js';
import { findTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';
import { changeLines, type HeldEntry } from './change-lines.js';

/**
 * Returns one sentence for all switches to on that have no outcome, and one for those to off. They may not even have
 * been sent.
 * @internal
 */
export function unsettledTexts(unsettled: readonly { name: string; wanted: boolean | null }[]): string[] {
  return [true, false].flatMap((enabled) => {
    const names = unsettled.filter(({ wanted }) => wanted === enabled).map(({ name }) => name);
    if (names.length === 0) return [];
    return [`Asked to switch ${onOff(enabled)}, but not confirmed: ${named(names)}.`];
  });
}

/** Returns that the selection of an agent has no outcome. */
function unselectedText({ agent, isAgentPending }: Model): string[] {
  if (!isAgentPending) return [];
  const what = agent === null ? 'go back to the default agent' : `select ${cleanLine(agent.name)}`;
  return [`Asked to ${what}, but not confirmed.`];
}

/** Returns the entries with a change that holds. Changes that others made since do not count. */
function heldEntries({ changed }: History, { list, host, pending }: Model): HeldEntry[] {
  return [...changed.values()].flatMap((made) => {
    const target = findTarget(list, made.id);
    // Another session of our own host may have listed it, unless it was there for one session alone.
    const mayBeElsewhere = host.isOwn && !made.isForSession;
    const isHeld =
      target === null ? mayBeElsewhere && isChanged(made, { enabled: made.after }) : isChanged(made, target);
    return isHeld && !pending.has(made.id) ? [{ made, tools: toolChanges(made, target?.tools ?? []) }] : [];
  });
}

/** Returns how long the changes last; null if they are saved for good. */
function lifetimeOf(
  made: readonly HeldEntry['made'][],
  { host, isTemporary, hasEnded }: Model,
): string | null {
  if (made.length === 0) return null;
  const lifetime = switchLifetime(host, made);
  if (lifetime === null || !(isTemporary || hasEnded)) return lifetime;
  const what = made.some(isSaved) ? 'what was kept for it has' : 'this has';
  return `The session ${isTemporary ? 'was temporary' : 'is gone'}: ${what} ended with it.`;
}

/** Returns the lines about the changes that hold; none if nothing changed. */
function changesText(history: History, model: Model): string[] {
  const { list } = model;
  const held = heldEntries(history, model);
  const made = held.map((one) => one.made);
  const lifetime = lifetimeOf(made, model);
  const ids = new Set(made.map(({ id }) => id));
  const noted = list.entries
    .filter(({ id }) => ids.has(id))
    .map(({ name, details, tools }) => ({ name: cleanLine(name), details, tools }));
  const tools = held.flatMap((one) => one.tools).map((tool) => ({ ...tool, outcome: 'changed' }) as const);
  const remarks = [lifetime ?? [], ...noteTexts(noted), obeySentence(tools) ?? []].flat().join(' ');
  const lines = changeLines(held, lifetime !== null, model);
  return remarks === '' ? lines : [...lines, remarks];
}

const demoLine = 'That was a demo: no file was changed.';

/** Returns the lines about a session that is left. The demo has changed nothing outside of itself. */
function leavingLines(history: History, model: Model): string[] {
  const lines = changesText(history, model);
  return model.host.kind === 'demo' && lines.length > 0 ? [demoLine] : lines;
}

/** Collects the lines to be printed once the screen is gone. */
export class LeavingReport {
  /** By history, the last session that was left, as it was then, and what failed in all of them. */
  readonly #left = new Map<string, { model: Model; troubles: readonly string[] }>();
  #unseen: readonly Settled[] = [];

  /** Notes results that no screen showed. */
  noteUnseen(results: readonly Settled[]): void {
    this.#unseen = [...this.#unseen, ...results];
  }

  /**
   * Notes a session that is left. Returns which switches failed unseen, and what has no outcome; empty if there is nothing
   * of that. What has changed is reported at the end, because it may be taken back in a later session.
   */
  leave(state: PickerState, model: Model): string {
    const unsettled = [...model.pending].map(([id, wanted]) => {
      const { name } = findTarget(model.list, id) ?? state.changed.get(id) ?? { name: id };
      return { name, wanted };
    });
    const failures = failureTexts(this.#unseen, model.list);
    const trouble = [...failures, ...unsettledTexts(unsettled), ...unselectedText(model)].join(' ');
    this.#unseen = [];
    const { troubles = [] } = this.#left.get(model.history) ?? {};
    this.#left.set(model.history, { model, troubles: trouble === '' ? troubles : [...troubles, trouble] });
    return trouble;
  }

  /** Returns the lines about all sessions, once the last one is left. */
  lines(state: PickerState, { history }: Model): string[] {
    const all = [...this.#left].flatMap(([name, { model, troubles }]) => {
      const made = name === history ? state : (state.otherHistories.get(name) ?? noHistory);
      return [...leavingLines(made, model), ...troubles];
    });
    // Each opening of the demo has a history of its own.
    return all.filter((line, index) => line !== demoLine || all.indexOf(line) === index);
  }
}
