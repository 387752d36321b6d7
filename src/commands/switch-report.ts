/** Describes how switches ended: one line for each, and remarks about all of them. */

import { folderOf } from '../entries/describe.js';
import type { Entry, EntryList } from '../entries/entries.js';
import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { whereSwitched } from '../entries/tool-names.js';
import { skillLimits } from '../skill-rules.js';
import type { Scope, SourceHost } from '../source/session-source.js';
import { cleanLine } from '../text/clean.js';
import type { CommandOptions } from './command-options.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

export interface SwitchOptions extends CommandOptions {
  refs: readonly string[];
  scope?: Scope;
  dryRun?: boolean;
}

export interface SwitchedEntry {
  id: string;
  type: string;
  name: string;
  uri: string;
  outcome: 'changed' | 'unchanged' | 'planned' | 'rejected' | 'ineffective' | 'unconfirmed';
  /** Its own flag now, or as planned; null if that is not known. */
  enabled: boolean | null;
  effectiveEnabled: boolean | null;
  reason: string | null;
}

/** An entry after all switches; undefined if it is gone. */
export type EntryAfter = Entry | undefined;

/** Returns true if the switch did not take effect. */
export function hasFailed({ outcome }: SwitchedEntry): boolean {
  return outcome === 'rejected' || outcome === 'ineffective' || outcome === 'unconfirmed';
}

const word = (enabled: boolean | null): string => (enabled ? 'on' : 'off');

/** Returns on or off, with the tools that it holds for. */
function withTools(enabled: boolean | null, after: EntryAfter): string {
  if (enabled === null || after === undefined) return word(enabled);
  if (after.tools.length > 0) return whereSwitched(enabled, after);
  return after.isKept ? `${word(enabled)} (kept by skillpick alone)` : word(enabled);
}

function ending(verb: Verb, { outcome, enabled, reason }: SwitchedEntry, after: EntryAfter): string {
  switch (outcome) {
    case 'changed':
      if (enabled === null) return verb === 'reset' ? 'reset' : 'switched';
      return verb === 'reset'
        ? `reset, now ${withTools(enabled, after)}`
        : `now ${withTools(enabled, after)}`;
    case 'unchanged':
      return verb === 'reset'
        ? `nothing to reset, ${withTools(enabled, after)}`
        : `already ${withTools(enabled, after)}`;
    case 'planned':
      return verb === 'reset' ? 'would be reset' : `would be switched ${word(enabled)}`;
    default: {
      const how = outcome === 'unconfirmed' ? 'not confirmed' : outcome;
      return `${how}, ${enabled === null ? 'state unknown' : `still ${word(enabled)}`}: ${reason}`;
    }
  }
}

/** Returns the line for one switch, with the folder if it differs from the name. */
export function outcomeLine(verb: Verb, result: SwitchedEntry, after: EntryAfter): string {
  const name = cleanLine(result.name, skillLimits.nameChars);
  const folder = folderOf(result);
  const where = folder === null ? '' : ` (folder ${cleanLine(folder, skillLimits.nameChars)})`;
  return cleanLine(`${result.type} ${name}${where}: ${ending(verb, result, after)}`);
}

/** Returns which entries were switched on and stay off, by the container that keeps them off. */
export function heldBackTexts(results: readonly SwitchedEntry[], entries: readonly Entry[]): string[] {
  const held = new Map<string, string[]>();
  results.forEach(({ name, enabled, effectiveEnabled }, index) => {
    const container = entries[index]?.container;
    if (!container || !enabled || effectiveEnabled !== false) return;
    held.set(container.name, [...(held.get(container.name) ?? []), name]);
  });
  return [...held].map(([container, names]) => {
    const what = names.length === 1 ? `${cleanLine(names[0] ?? '')} stays` : `${names.length} entries stay`;
    const whose = names.length === 1 ? 'its' : 'their';
    return `${what} off as long as ${whose} container ${cleanLine(container)} is off.`;
  });
}

/** Returns the new problems of the session, such as a damaged file that was set aside. */
export function problemTexts(before: EntryList, after: EntryList): string[] {
  const known = new Set(before.sessionProblems.map(({ message }) => message));
  return after.sessionProblems.flatMap(({ message }) => (known.has(message) ? [] : [`${message}.`]));
}

/**
 * Returns which tools keep the switch, where else it holds, and which tools do not obey for now. The tools from before
 * count too, because a switch that was taken back is not obeyed either.
 */
export function toolTexts(
  results: readonly SwitchedEntry[],
  before: readonly Entry[],
  after: readonly EntryAfter[],
): string[] {
  const changed = before.flatMap(({ name, tools }, index) => {
    const entry = after[index];
    if (entry === undefined || results[index]?.outcome !== 'changed') return [];
    return [{ name: cleanLine(name), details: entry.details, tools: [...entry.tools, ...tools] }];
  });
  return noteTexts(changed);
}

/** Returns how long the switches hold, unless they are permanent. */
export function lifetimeTexts(
  results: readonly SwitchedEntry[],
  { isOwn, kind, protocolVersion }: SourceHost,
  scope: Scope | undefined,
): string[] {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return [];
  const lifetime = switchLifetime(isOwn ? 'embedded' : kind, protocolVersion, changed, scope);
  return lifetime === null ? [] : [lifetime];
}
