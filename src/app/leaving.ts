/** The report on leaving a session: the changes made here, how long they hold, and the switches that failed. */

import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { toolsThatObey } from '../entries/tool-names.js';
import { named, onOff } from '../picker/sending.js';
import { failureTexts } from '../picker/settling.js';
import type { MadeSwitch, Model, PickerState, Settled } from '../picker/state.js';
import { isChanged } from '../picker/switching.js';
import { findTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';

const scopeTexts: Record<MadeSwitch['scope'], string> = {
  session: 'This holds for this session.',
  workspace: 'This is kept for this workspace.',
  shared: 'This is kept for everyone in this workspace.',
  global: 'This is kept for all workspaces.',
};

/** A switch that still holds, and the tools that obey it; empty if the host names no tools. */
type Change = MadeSwitch & { tools: readonly string[] };

/**
 * Returns null if nothing changed. `lifetime` replaces the sentences about scopes if the changes hold for less time.
 * @internal
 */
export function leavingLine(changes: readonly Change[], lifetime: string | null): string | null {
  if (changes.length === 0) return null;
  const names = new Map<string, string[]>();
  for (const { name, after, tools } of changes.toSorted((a, b) => Number(b.after) - Number(a.after))) {
    const where = tools.length === 0 ? '' : ` in ${tools.join(', ')}`;
    const head = `Switched ${onOff(after)}${where}`;
    names.set(head, [...(names.get(head) ?? []), name]);
  }
  const sentences = [...names].map(([head, all]) => `${head}: ${named(all)}.`);
  const scopes = new Set(changes.map(({ scope }) => scopeTexts[scope]));
  return [...sentences, ...(lifetime === null ? scopes : [lifetime])].join(' ');
}

/**
 * Returns one sentence for all switches to on that have no outcome, and one for those to off. They may not even have
 * been sent.
 * @internal
 */
export function unsettledTexts(unsettled: readonly { name: string; wanted: boolean | null }[]): string[] {
  return [true, false].flatMap((enabled) => {
    const names = unsettled.filter(({ wanted }) => wanted === enabled).map(({ name }) => name);
    if (names.length === 0) return [];
    return [`Asked to switch ${onOff(enabled)}, but not confirmed by the host: ${named(names)}.`];
  });
}

/** Returns null if nothing changed. Changes that others made since do not count. */
function changesText(state: PickerState, { list, host, pending }: Model): string | null {
  const held = [...state.changed.values()].filter((made) => {
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
  const changed = held.flatMap(({ id }) => entries.get(id) ?? []);
  const clean = changed.map(({ name, details, tools }) => ({ name: cleanLine(name), details, tools }));
  return [line, ...noteTexts(clean)].join(' ');
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
    const unsettled = [...model.pending].map(([id, wanted]) => {
      const { name } = findTarget(model.list, id) ?? state.changed.get(id) ?? { name: id };
      return { name, wanted };
    });
    const trouble = [...failureTexts(this.#unseen), ...unsettledTexts(unsettled)].join(' ');
    const line = `${changesText(state, model) ?? ''} ${trouble}`.trim();
    if (line !== '') this.lines.push(line);
    this.#unseen = [];
    return trouble;
  }
}
