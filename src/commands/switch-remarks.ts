/** Remarks about all switches of a command: what keeps entries off, who keeps them, and when they are obeyed. */

import { containerWord } from '../entries/describe.js';
import type { Entry, EntryList } from '../entries/entries.js';
import { addTo } from '../entries/groups.js';
import { noteTexts } from '../entries/notes.js';
import { switchLifetime } from '../entries/switch-lifetime.js';
import { obeyText, type SetScope, type SwitchWords } from '../entries/switch-words.js';
import type { SourceHost } from '../source/session-source.js';
import { cleanLine } from '../text/clean.js';
import type { Listing } from './listing.js';
import { elsewhereTexts, type KeptElsewhere } from './other-scopes.js';
import type { EndedSwitch, Verb } from './switch-plan.js';

/** All switches of a command, and the entries before and after them. */
export interface SwitchReport {
  readonly verb: Verb;
  /** Nothing was switched: the host only planned it. */
  readonly isPlan: boolean;
  readonly ended: readonly EndedSwitch[];
  readonly before: EntryList;
  readonly after: Listing;
  /** The entries after all switches, by id. */
  readonly found: ReadonlyMap<string, Entry>;
  readonly scope: SetScope;
  /** Finds the switches in other scopes, if a reset found nothing in its own. */
  readonly findElsewhere: () => Promise<readonly KeptElsewhere[]>;
  readonly host: SourceHost;
}

/** A switch with the state of its entry after all switches. */
export interface SwitchedEntry extends EndedSwitch {
  readonly effectiveEnabled: boolean | null;
  /** Undefined if the entry is gone. */
  readonly after: Entry | undefined;
}

/** Returns true if the switch did not take effect. */
export function hasFailed({ outcome }: EndedSwitch): boolean {
  return outcome === 'rejected' || outcome === 'ineffective' || outcome === 'unconfirmed';
}

/** Returns true if the entry was switched on and is off only because of its container. */
function isKeptOff(item: SwitchedEntry): boolean {
  const { wanted, enabled, effectiveEnabled, after } = item;
  if (!wanted || hasFailed(item) || effectiveEnabled !== false) return false;
  return after !== undefined && after.tools.length > 0 ? after.offBy === 'container' : enabled === true;
}

/** Returns which entries were switched on and stay off, by the container that keeps them off. */
function keptOffTexts(switched: readonly SwitchedEntry[]): string[] {
  const kept = new Map<string, string[]>();
  for (const item of switched) {
    const { container, name } = item.entry;
    if (container !== null && isKeptOff(item))
      addTo(kept, `${containerWord(container)} ${cleanLine(container.name)}`, name);
  }
  return [...kept].map(([container, names]) => {
    const what = names.length === 1 ? `${cleanLine(names[0] ?? '')} stays` : `${names.length} entries stay`;
    const whose = names.length === 1 ? 'its' : 'their';
    return `${what} off as long as ${whose} ${container} is off.`;
  });
}

/** Returns the new problems of the session, such as a damaged file that was set aside. */
function problemTexts({ before, after }: SwitchReport): string[] {
  const known = new Set(before.sessionProblems.map(({ message }) => message));
  return after.sessionProblems.flatMap(({ message }) => (known.has(message) ? [] : [`${message}.`]));
}

/**
 * Returns who keeps the switch and which tools do not obey for now, if the lines do not say so. The tools from before
 * count too, because a switch that was taken back is not obeyed either.
 */
function toolTexts(switched: readonly SwitchedEntry[]): string[] {
  const changed = switched.flatMap(({ entry, outcome, result, after }) => {
    const isReported = result !== undefined && result.tools.length > 0;
    if (after === undefined || outcome !== 'changed' || isReported) return [];
    const tools = [...after.tools, ...entry.tools];
    return [{ name: cleanLine(entry.name), details: after.details, tools }];
  });
  return noteTexts(changed);
}

/** Returns how long the switches hold, or would hold, unless they are permanent. */
function lifetimeTexts(switched: readonly SwitchedEntry[], { host, scope }: SwitchReport): string[] {
  const made = switched.filter(({ outcome }) => outcome === 'changed' || outcome === 'planned');
  const lasting = made.map(({ entry: { isDecided } }) => ({ isDecided, scope }));
  const lifetime = made.length === 0 ? null : switchLifetime(host, lasting);
  return lifetime === null ? [] : [lifetime];
}

/** Returns the remarks, each as a sentence. */
export function remarksOn(
  switched: readonly SwitchedEntry[],
  report: SwitchReport,
  elsewhere: readonly KeptElsewhere[],
  words: SwitchWords,
): string[] {
  const isReset = report.verb === 'reset';
  return [
    ...keptOffTexts(switched),
    ...problemTexts(report),
    ...elsewhereTexts(elsewhere, words),
    ...(isReset ? [] : [...toolTexts(switched), ...lifetimeTexts(switched, report)]),
    obeyText(switched.flatMap(({ result }) => result ?? [])) ?? [],
  ].flat();
}
