/** The report on leaving a session: the changes made here, how long they hold, and the switches that failed. */

import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { toolsThatObey } from '../entries/tool-names.js';
import { failureTexts } from '../picker/settling.js';
import type { Model, PickerState, Settled } from '../picker/state.js';
import { leavingLine, type UnsettledSwitch, unsettledTexts } from '../picker/summary.js';
import { isChanged } from '../picker/switching.js';
import { findTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';

/** Returns null if nothing changed. Changes that others made since do not count. */
function changesOf({ changed }: PickerState, { list, host, pending }: Model): string | null {
  const held = [...changed.values()].filter((made) => {
    const target = findTarget(list, made.id);
    return target !== null && !pending.has(made.id) && isChanged(made, target);
  });
  const weakest = held.some(({ scope }) => scope === 'session') ? 'session' : held[0]?.scope;
  const kind = host.isOwn ? 'embedded' : host.kind;
  const entries = new Map(list.entries.map((entry) => [entry.id, entry]));
  const changes = held.map((made) => ({
    ...made,
    name: cleanLine(made.name),
    tools: toolsThatObey(made.after, entries.get(made.id)?.tools ?? []),
  }));
  const line = leavingLine(changes, switchLifetime(kind, host.protocolVersion, held, weakest));
  if (line === null) return null;
  const named = held.flatMap(({ id }) => entries.get(id) ?? []);
  const clean = named.map(({ name, details, tools }) => ({ name: cleanLine(name), details, tools }));
  return [line, ...noteTexts(clean)].join(' ');
}

function unsettledOf({ changed }: PickerState, { list, pending }: Model): UnsettledSwitch[] {
  return [...pending].map(([id, wanted]) => {
    const { name } = findTarget(list, id) ?? changed.get(id) ?? { name: id };
    return { name, wanted };
  });
}

/** Collects one line for every session that was left, to be printed once the screen is gone. */
export class LeavingReport {
  readonly lines: string[] = [];
  #unseen: readonly Settled[] = [];

  /** Notes results that no screen showed. */
  noteUnseen(results: readonly Settled[]): void {
    this.#unseen = [...this.#unseen, ...results];
  }

  /**
   * Adds the line of a session before it is left. Returns the part about switches that failed unseen or have no outcome;
   * empty if there are none.
   */
  take(state: PickerState, model: Model): string {
    const trouble = [...failureTexts(this.#unseen), ...unsettledTexts(unsettledOf(state, model))].join(' ');
    const line = `${changesOf(state, model) ?? ''} ${trouble}`.trim();
    if (line !== '') this.lines.push(line);
    this.#unseen = [];
    return trouble;
  }
}
