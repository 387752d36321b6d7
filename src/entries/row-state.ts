/** The state of an entry in one tool, and of its whole row. A row is as its tools are: what no tool uses is never on. */

import type { Entry } from './entries.js';
import { isContainerOff, isObeyedOn, type ToolStanding } from './entry-flags.js';

/**
 * The state of an entry in one tool. `either`: the tool uses it or another of its name, and which one cannot be
 * predicted. `off-with-container`: off because its plugin or folder is off.
 */
export type ToolState = 'on' | 'either' | 'off' | 'off-with-container' | 'shadowed' | 'refused';

/** The state of a row. `unread`: it is on, and no tool here reads it. `unknown`: it is not said whether it is on. */
export type RowState = Exclude<ToolState, 'either'> | 'mixed' | 'unread' | 'unknown';

type ContainedEntry = Pick<Entry, 'container'>;

/** Returns the state in one tool, by what the tool does. */
export function toolState(standing: ToolStanding, { container }: ContainedEntry): ToolState {
  const { id, inEffect, isRefused, shadowedBy } = standing;
  if (inEffect) return shadowedBy === null ? 'on' : 'either';
  if (!isObeyedOn(standing)) return isContainerOff(id, container) ? 'off-with-container' : 'off';
  if (isRefused) return 'refused';
  return shadowedBy === null ? 'off' : 'shadowed';
}

/** What a tool does with an entry, as a cell shows it. */
interface ToolCell {
  sign: Exclude<ToolState, 'either'>;
  /** It cannot be switched there. */
  isFixed: boolean;
}

/** Returns a cell for each tool; null: the tool does not read the entry. */
export function toolCells(
  entry: Pick<Entry, 'tools' | 'container'>,
  tools: readonly string[],
): (ToolCell | null)[] {
  return tools.map((tool) => {
    const standing = entry.tools.find(({ id }) => id === tool);
    if (standing === undefined) return null;
    const state = toolState(standing, entry);
    return { sign: state === 'either' ? 'shadowed' : state, isFixed: standing.switchable.length === 0 };
  });
}

const offStates = { self: 'off', both: 'off', container: 'off-with-container' } as const;

/** Returns the state of an entry without standings, by its flags. */
function flagState({ enabled, offBy, isUnread }: Pick<Entry, 'enabled' | 'offBy' | 'isUnread'>): RowState {
  if (enabled === null) return 'unknown';
  if (offBy !== null) return offStates[offBy];
  return isUnread ? 'unread' : 'on';
}

/** Returns the state of the whole row. */
export function rowState(
  entry: Pick<Entry, 'tools' | 'enabled' | 'isMixed' | 'offBy' | 'isUnread' | 'container'>,
): RowState {
  if (entry.tools.length === 0) return flagState(entry);
  const states = entry.tools.map((standing) => toolState(standing, entry));
  const isOn = states.some((state) => state === 'on' || state === 'either');
  if (entry.isMixed) return 'mixed';
  if (isOn) return 'on';
  if (states.every((state) => state === 'off-with-container')) return 'off-with-container';
  // A tool may not obey the switch and shadow the entry all the same.
  if (!entry.enabled && !states.includes('shadowed')) return 'off';
  return states.find((state) => state === 'refused') ?? states.find((state) => state === 'shadowed') ?? 'off';
}

/** Returns true if no tool that reads the entry loads its file, or if one does not and something is wrong with the file. */
export function isBroken(entry: Entry): boolean {
  if (rowState(entry) === 'refused') return true;
  return entry.tools.some(({ isRefused }) => isRefused) && entry.fileProblems.length > 0;
}

const countedAs = {
  on: 'on',
  unread: 'on',
  mixed: 'differ',
  off: 'off',
  'off-with-container': 'off',
  shadowed: 'shadowed',
  refused: 'broken',
  unknown: 'unknown',
} as const satisfies Record<RowState, string>;

/** How many entries are in each state. Every entry counts once. `differ`: on in some tools and off in others. */
export type StateCounts = Readonly<Record<(typeof countedAs)[RowState], number>>;

/** Counts the entries by the state of their rows. */
export function countStates(entries: Iterable<Entry>): StateCounts {
  const counts = { on: 0, differ: 0, off: 0, shadowed: 0, broken: 0, unknown: 0 };
  for (const entry of entries) counts[countedAs[rowState(entry)]] += 1;
  return counts;
}

/** Returns the counts that are not zero, such as `2 on`. */
export function countWords(counts: Partial<StateCounts>): string[] {
  return Object.entries(counts).flatMap(([state, count]) => {
    const word = state === 'unknown' ? 'not said' : state === 'differ' && count === 1 ? 'differs' : state;
    return count === 0 ? [] : [`${count} ${word}`];
  });
}
