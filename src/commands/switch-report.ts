/** How switches ended, in words: one line each, and what has to be said about all of them. */

import { folderOf } from '../entries/describe.js';
import type { Entry, EntryList } from '../entries/entries.js';
import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { whereSwitched } from '../entries/tool-names.js';
import type { Io } from '../io.js';
import { note } from '../output/streams.js';
import { skillLimits } from '../skill-rules.js';
import type { SwitchOptions } from '../source/connect-options.js';
import type { SessionSource } from '../source/session-source.js';
import { cleanLine } from '../text/clean.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

export interface SwitchedEntry {
  id: string;
  type: string;
  name: string;
  uri: string;
  outcome: 'changed' | 'unchanged' | 'planned' | 'rejected' | 'ineffective' | 'unconfirmed';
  /** Its own flag now, or as planned; null where that is not known. */
  enabled: boolean | null;
  effectiveEnabled: boolean | null;
  reason: string | null;
}

/** What the host says of an entry once all switches are made; undefined if it is gone. */
export type After = Entry | undefined;

/** True if what was asked for is not so. */
export function hasFailed({ outcome }: SwitchedEntry): boolean {
  return outcome === 'rejected' || outcome === 'ineffective' || outcome === 'unconfirmed';
}

const word = (enabled: boolean | null): string => (enabled ? 'on' : 'off');

/** Returns where it is on or off: a plain word would speak for tools that nobody has asked. */
function placed(enabled: boolean | null, after: After): string {
  if (enabled === null || after === undefined) return word(enabled);
  if (after.tools.length > 0) return whereSwitched(enabled, after);
  return after.isKept ? `${word(enabled)} (kept by skillpick alone)` : word(enabled);
}

function ending(verb: Verb, { outcome, enabled, reason }: SwitchedEntry, after: After): string {
  switch (outcome) {
    case 'changed':
      if (enabled === null) return verb === 'reset' ? 'reset' : 'switched';
      return verb === 'reset' ? `reset, now ${placed(enabled, after)}` : `now ${placed(enabled, after)}`;
    case 'unchanged':
      return verb === 'reset'
        ? `nothing to reset, ${placed(enabled, after)}`
        : `already ${placed(enabled, after)}`;
    case 'planned':
      return verb === 'reset' ? 'would be reset' : `would be switched ${word(enabled)}`;
    default: {
      const how = outcome === 'unconfirmed' ? 'not confirmed' : outcome;
      return `${how}, ${enabled === null ? 'state unknown' : `still ${word(enabled)}`}: ${reason}`;
    }
  }
}

/** Returns one switch as a line, with the folder where that is not the name. */
export function outcomeLine(verb: Verb, result: SwitchedEntry, after: After): string {
  const name = cleanLine(result.name, skillLimits.nameChars);
  const folder = folderOf(result);
  const where = folder === null ? '' : ` (folder ${cleanLine(folder, skillLimits.nameChars)})`;
  return cleanLine(`${result.type} ${name}${where}: ${ending(verb, result, after)}`);
}

/** Entries that were switched on and stay off, by the container that is to blame. */
function heldBack(results: readonly SwitchedEntry[], entries: readonly Entry[]): Map<string, string[]> {
  const held = new Map<string, string[]>();
  results.forEach(({ name, enabled, effectiveEnabled }, index) => {
    const container = entries[index]?.container;
    if (!container || !enabled || effectiveEnabled !== false) return;
    held.set(container.name, [...(held.get(container.name) ?? []), name]);
  });
  return held;
}

/** Tells of switches that do not count yet. */
export function remarkHeldBack(
  results: readonly SwitchedEntry[],
  entries: readonly Entry[],
  options: SwitchOptions,
  io: Io,
): void {
  for (const [container, names] of heldBack(results, entries)) {
    const what = names.length === 1 ? `${cleanLine(names[0] ?? '')} stays` : `${names.length} entries stay`;
    const whose = names.length === 1 ? 'its' : 'their';
    note(io, `${what} off as long as ${whose} container ${cleanLine(container)} is off.`, options);
  }
}

/** Tells what went wrong with the session on the way, such as a damaged file that had to be set aside. */
export function remarkProblems(before: EntryList, after: EntryList, options: SwitchOptions, io: Io): void {
  const known = new Set(before.sessionProblems.map(({ message }) => message));
  for (const { message } of after.sessionProblems) if (!known.has(message)) note(io, `${message}.`, options);
}

/**
 * Prints what the host has to say of entries that were switched: who keeps the switch, where else it holds, and which
 * tools do not obey for now. The last is true of a switch that was taken back as well.
 */
export function remarkNotes(
  results: readonly SwitchedEntry[],
  before: readonly Entry[],
  after: readonly After[],
  options: SwitchOptions,
  io: Io,
): void {
  const changed = before.flatMap(({ name, tools }, index) => {
    const entry = after[index];
    if (entry === undefined || results[index]?.outcome !== 'changed') return [];
    return [{ name: cleanLine(name), details: entry.details, tools: [...entry.tools, ...tools] }];
  });
  for (const text of noteTexts(changed)) note(io, text, options);
}

/** Tells how long the switches hold, where that is less than for good. */
export function remarkLasting(
  results: readonly SwitchedEntry[],
  session: SessionSource,
  options: SwitchOptions,
  io: Io,
): void {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return;
  const kind = session.host.isOwn ? 'embedded' : session.host.kind;
  const lasting = switchLifetime(kind, session.host.protocolVersion, changed, options.scope);
  if (lasting !== null) note(io, lasting, options);
}
