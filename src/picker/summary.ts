/** The line on leaving: the changes, how long they hold, and the switches without an outcome. */

import type { MadeSwitch } from './state.js';
import { named, onOff } from './switching.js';

const keptFor: Record<MadeSwitch['scope'], string> = {
  session: 'This holds for this session.',
  workspace: 'This is kept for this workspace.',
  global: 'This is kept for all workspaces.',
};

/** Returns a sentence for each scope. */
function keptWords(changed: readonly MadeSwitch[]): string {
  return [...new Set(changed.map(({ scope }) => keptFor[scope]))].join(' ');
}

/** A switch that holds, and the tools in which it does; empty if the host names no tools. */
export interface Holding extends MadeSwitch {
  tools: readonly string[];
}

/** Returns null if nothing changed. `lasting` replaces the sentence about scopes if the changes hold for less time. */
export function leavingLine(changed: readonly Holding[], lasting: string | null): string | null {
  if (changed.length === 0) return null;
  const names = new Map<string, string[]>();
  for (const { name, after, tools } of changed.toSorted((a, b) => Number(b.after) - Number(a.after))) {
    const where = tools.length === 0 ? '' : ` in ${tools.join(', ')}`;
    const head = `Switched ${onOff(after)}${where}`;
    names.set(head, [...(names.get(head) ?? []), name]);
  }
  return [...[...names].map(([head, all]) => `${head}: ${named(all)}.`), lasting ?? keptWords(changed)].join(
    ' ',
  );
}

/** A switch whose outcome is not known on leaving; it may not even have been sent. */
export interface UnsettledSwitch {
  name: string;
  wanted: boolean | null;
}

/** Returns one sentence for those that were to be on, and one for those that were to be off. */
export function unsettledTexts(unsettled: readonly UnsettledSwitch[]): string[] {
  return [true, false].flatMap((enabled) => {
    const names = unsettled.filter(({ wanted }) => wanted === enabled).map(({ name }) => name);
    if (names.length === 0) return [];
    return [`Asked to switch ${onOff(enabled)}, but not confirmed by the host: ${named(names)}.`];
  });
}
