/** What to say on leaving a session: what stands differently because of us, for how long, and what came to nothing. */

import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { toolsThatObey } from '../entries/tool-names.js';
import { failureTexts } from '../picker/settling.js';
import type { Model, PickerState, Settled } from '../picker/state.js';
import { leavingLine, unsettledTexts } from '../picker/summary.js';
import { isChanged } from '../picker/switching.js';
import { findTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';

/** Null when nothing does: what others switched since is theirs. */
function changesOf({ changed, unsettled }: PickerState, { list, host }: Model): string | null {
  const standing = [...changed.values()].filter((made) => {
    const target = findTarget(list, made.id);
    return target !== null && !unsettled.has(made.id) && isChanged(made, target);
  });
  const weakest = standing.some(({ scope }) => scope === 'session') ? 'session' : standing[0]?.scope;
  const kind = host.isOwn ? 'embedded' : host.kind;
  const entries = new Map(list.entries.map((entry) => [entry.id, entry]));
  const holding = standing.map((made) => ({
    ...made,
    name: cleanLine(made.name),
    tools: toolsThatObey(made.after, entries.get(made.id)?.tools ?? []),
  }));
  const line = leavingLine(holding, switchLifetime(kind, host.protocolVersion, standing, weakest));
  if (line === null) return null;
  const named = standing.flatMap(({ id }) => entries.get(id) ?? []);
  const clean = named.map(({ name, details, tools }) => ({ name: cleanLine(name), details, tools }));
  return [line, ...noteTexts(clean)].join(' ');
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
    const unknown = unsettledTexts([...state.unsettled.values()]);
    const trouble = [...failureTexts(this.#unseen), ...unknown].join(' ');
    const line = `${changesOf(state, model) ?? ''} ${trouble}`.trim();
    if (line !== '') this.lines.push(line);
    this.#unseen = [];
    return trouble;
  }
}
