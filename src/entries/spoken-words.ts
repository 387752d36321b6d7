/** Rows in sentences, for screen readers: what it is, how it is in each tool, and who may not use it. */

import { stateText, typeWord, withFullStop } from './describe.js';
import type { Entry } from './entries.js';
import { gatesOf, isUnobeyed, type ToolStanding } from './entry-flags.js';
import { addTo } from './groups.js';
import { explainedState, type PlaceNames, rivalPlace, stuckWords } from './preview-facts.js';
import { toolState } from './row-state.js';
import { stateWords } from './tool-facts.js';
import { toolTitle } from './tool-names.js';

/** Returns the words before and after the names of the tools that are in one state. */
function wordsAround(
  standing: ToolStanding,
  entry: Entry,
  places: PlaceNames,
): [before: string, after: string] {
  const rival = rivalPlace(standing, places);
  if (isUnobeyed(standing)) return [`${stateWords(standing, entry, rival)} by`, ''];
  switch (toolState(standing, entry)) {
    case 'on':
      return ['on in', ''];
    case 'either':
      return ['on in', `, or ${rival} instead`];
    case 'off':
      return ['off in', ''];
    case 'off-with-container':
      return ['off in', ` with ${entry.container?.name ?? 'its plugin'}`];
    case 'shadowed':
      return ['shadowed in', ` by ${rival}`];
    case 'refused':
      return ['refused by', standing.note === null ? '' : `: ${standing.note}`];
  }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Returns how the entry is, tool by tool; tools in one state are named together. */
function spokenState(entry: Entry, places: PlaceNames): string {
  if (entry.isUnread) return `${entry.effectiveEnabled ? '' : 'off, '}no tool here reads it`;
  if (entry.tools.length === 0) return stateText(entry);
  const groups = new Map<string, string[]>();
  for (const standing of entry.tools)
    addTo(groups, wordsAround(standing, entry, places).join('\0'), toolTitle(standing.id));
  return [...groups]
    .map(([words, names]) => {
      const [before, after] = words.split('\0');
      return `${before} ${listed(names)}${after}`;
    })
    .join(', ');
}

function closedGates(entry: Entry): string[] {
  const { userInvocable, modelInvocable } = gatesOf(entry);
  return [
    ...(userInvocable === false ? ['you may not use it'] : []),
    ...(modelInvocable === false ? ['the model may not use it'] : []),
  ];
}

/** Returns name, type, state and closed gates as one sentence, without a full stop. */
export function spokenEntry(entry: Entry, places: PlaceNames): string {
  const { name, type } = entry;
  return [name, typeWord(type), spokenState(entry, places), ...closedGates(entry)].join(', ');
}

/** Returns how the entry is in one tool, as sentences; `key` switches it. */
export function spokenCell(entry: Entry, tool: string, key: string, places: PlaceNames): string {
  const title = toolTitle(tool);
  const standing = entry.tools.find(({ id }) => id === tool);
  if (standing === undefined) return `${title} does not read it.`;
  const stuck = stuckWords(standing, places);
  const state = withFullStop(`${title}: ${explainedState(standing, entry, places)}`);
  return stuck === null ? `${state} ${key} switches it.` : `${state} ${withFullStop(`It ${stuck}`)}`;
}
