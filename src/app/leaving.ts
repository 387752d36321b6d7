/** What to say on leaving a session: what stands differently because of us, for how long, and what came to nothing. */

import { noteTexts } from '../entries/notes.js';
import { lastingOf } from '../entries/switch-lifetime.js';
import { toolsThatObey } from '../entries/tool-names.js';
import { failureTexts } from '../picker/settling.js';
import type { Model, PickerState, Settled } from '../picker/state.js';
import { leavingLine, type UnsettledSwitch, unsettledTexts } from '../picker/summary.js';
import { isChanged } from '../picker/switching.js';
import { findTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';

/** Null when nothing does: what others switched since is theirs. */
function changesOf({ changed }: PickerState, { list, host, pending }: Model): string | null {
  const standing = [...changed.values()].filter((made) => {
    const target = findTarget(list, made.id);
    return target !== null && !pending.has(made.id) && isChanged(made, target);
  });
  const weakest = standing.some(({ scope }) => scope === 'session') ? 'session' : standing[0]?.scope;
  const kind = host.isOwn ? 'embedded' : host.kind;
  const entries = new Map(list.entries.map((entry) => [entry.id, entry]));
  const holding = standing.map((made) => ({
    ...made,
    name: cleanLine(made.name),
    tools: toolsThatObey(made.after, entries.get(made.id)?.tools ?? []),
  }));
  const line = leavingLine(holding, lastingOf(kind, host.protocolVersion, standing, weakest));
  if (line === null) return null;
  const named = standing.flatMap(({ id }) => entries.get(id) ?? []);
  const clean = named.map(({ name, details, tools }) => ({ name: cleanLine(name), details, tools }));
  return [line, ...noteTexts(clean)].join(' ');
}

function unsettledOf({ changed }: PickerState, { list, pending }: Model): UnsettledSwitch[] {
  return [...pending].map(([id, wanted]) => {
    const { name } = findTarget(list, id) ?? changed.get(id) ?? { name: id };
    return { name, wanted };
  });
}

/** What is said once the screen is gone: one line for every session that was left. */
export class LeavingReport {
  readonly lines: string[] = [];
  #unseen: readonly Settled[] = [];

  /** How switches ended that no screen was there to show. */
  noteUnseen(results: readonly Settled[]): void {
    this.#unseen = [...this.#unseen, ...results];
  }

  /**
   * Takes a session's line down, before it is out of sight. Answers the switches of it that failed unseen, and those
   * nobody will hear of any more; empty where there are none.
   */
  take(state: PickerState, model: Model): string {
    const trouble = [...failureTexts(this.#unseen), ...unsettledTexts(unsettledOf(state, model))].join(' ');
    const line = `${changesOf(state, model) ?? ''} ${trouble}`.trim();
    if (line !== '') this.lines.push(line);
    this.#unseen = [];
    return trouble;
  }
}
