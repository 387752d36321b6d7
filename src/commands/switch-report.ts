/** How switches ended, in words: one line each, and what has to be said about all of them. */

import type { Io } from '../io.js';
import { limits } from '../limits.js';
import type { Entry, EntryList } from '../picker/entries.js';
import { lastingOf } from '../picker/lasting.js';
import { noteTexts } from '../picker/notes.js';
import { cleanLine, isOwnHost, note, type OpenSession } from './common.js';
import type { SwitchOptions } from './options.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

export interface Switched {
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

/** True if what was asked for is not so. */
export function hasFailed({ outcome }: Switched): boolean {
  return outcome === 'rejected' || outcome === 'ineffective' || outcome === 'unconfirmed';
}

const word = (enabled: boolean | null): string => (enabled ? 'on' : 'off');

function ending(verb: Verb, { outcome, enabled, reason }: Switched): string {
  switch (outcome) {
    case 'changed':
      if (enabled === null) return verb === 'reset' ? 'reset' : 'switched';
      return verb === 'reset' ? `reset, now ${word(enabled)}` : `now ${word(enabled)}`;
    case 'unchanged':
      return verb === 'reset' ? `nothing to reset, ${word(enabled)}` : `already ${word(enabled)}`;
    case 'planned':
      return verb === 'reset' ? 'would be reset' : `would be switched ${word(enabled)}`;
    default: {
      const how = outcome === 'unconfirmed' ? 'not confirmed' : outcome;
      return `${how}, ${enabled === null ? 'state unknown' : `still ${word(enabled)}`}: ${reason}`;
    }
  }
}

/** One switch as a line. */
export function outcomeLine(verb: Verb, result: Switched): string {
  const name = cleanLine(result.name, limits.nameChars);
  return cleanLine(`${result.type} ${name}: ${ending(verb, result)}`);
}

/** Entries that were switched on and stay off, by the container that is to blame. */
function heldBack(results: readonly Switched[], entries: readonly Entry[]): Map<string, string[]> {
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
  results: readonly Switched[],
  entries: readonly Entry[],
  options: SwitchOptions,
  io: Io,
): void {
  for (const [container, names] of heldBack(results, entries)) {
    const what = names.length === 1 ? `${names[0]} stays` : `${names.length} entries stay`;
    const whose = names.length === 1 ? 'its' : 'their';
    note(io, `${what} off as long as ${whose} container ${container} is off.`, options);
  }
}

/** Tells what went wrong with the session on the way, such as a damaged file that had to be set aside. */
export function remarkProblems(before: EntryList, after: EntryList, options: SwitchOptions, io: Io): void {
  const known = new Set(before.sessionProblems.map(({ message }) => message));
  for (const { message } of after.sessionProblems) if (!known.has(message)) note(io, `${message}.`, options);
}

/** Tells what the host has to say of entries that were switched: who keeps the switch, and where else it holds. */
export function remarkNotes(
  results: readonly Switched[],
  entries: readonly Entry[],
  options: SwitchOptions,
  io: Io,
): void {
  const changed = entries.filter((_, index) => results[index]?.outcome === 'changed');
  for (const text of noteTexts(changed)) note(io, text, options);
}

/** Tells how long the switches hold, where that is less than for good. */
export function remarkLasting(
  results: readonly Switched[],
  session: OpenSession,
  options: SwitchOptions,
  io: Io,
): void {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return;
  const kind = isOwnHost(session) ? 'embedded' : session.host.kind;
  const lasting = lastingOf(kind, session.client.protocolVersion, changed, options.scope);
  if (lasting !== null) note(io, lasting, options);
}
