/** Why a tool does not do what was asked for, although its settings were written. */

import { toolTitle } from '../protocol/tool-titles.js';
import { isHeldBack, isObeyedOn, type ToolStanding } from './entry-flags.js';
import { addTo } from './groups.js';
import { shortTitles } from './tool-names.js';

export interface Obstacle {
  /** What comes before the name of the tool, such as `shadowed in`. */
  readonly words: string;
  /** The id of the tool. */
  readonly tool: string;
  readonly reason: string | null;
}

/** Returns true if the tool uses another entry of the same name. */
export const isShadowed = (standing: ToolStanding): boolean =>
  isObeyedOn(standing) && !standing.inEffect && !standing.isRefused && standing.shadowedBy !== null;

function whyText({ why }: ToolStanding, path: (file: string) => string): string | null {
  if (why === null) return null;
  return `${path(why.file)}${why.line === null ? '' : `:${why.line}`} ${why.text}`;
}

/** Returns when the tool will obey, without its name; the whole note if it does not say that. */
function obeyReason({ id, note }: ToolStanding): string | null {
  const start = `${toolTitle(id)} obeys this `;
  const sentence = note?.split('; ').find((part) => part.startsWith(start));
  return sentence === undefined ? note : `it obeys ${sentence.slice(start.length)}`;
}

function refusal({ id, note }: ToolStanding): string | null {
  return note?.replace(`${toolTitle(id)} does not load it: `, '') ?? null;
}

/** Returns what keeps a tool from doing what was asked for; null if nothing does. `path` shortens a path. */
export function obstacleIn(
  standing: ToolStanding,
  wanted: boolean,
  path: (file: string) => string,
): Obstacle | null {
  const { id: tool, enabled, inEffect } = standing;
  if (enabled !== wanted)
    return { words: `still ${wanted ? 'off' : 'on'} in`, tool, reason: whyText(standing, path) };
  if (isHeldBack(standing)) return { words: 'not obeyed yet by', tool, reason: obeyReason(standing) };
  if (inEffect === wanted) return null;
  if (isShadowed(standing)) return { words: 'shadowed in', tool, reason: null };
  return { words: 'refused by', tool, reason: refusal(standing) };
}

function grouped(obstacles: readonly Obstacle[], key: (one: Obstacle) => string): Obstacle[][] {
  const groups = new Map<string, Obstacle[]>();
  for (const one of obstacles) addTo(groups, key(one), one);
  return [...groups.values()];
}

const titlesIn = (group: readonly Obstacle[]): string[] => [
  ...new Set(group.map(({ tool }) => toolTitle(tool))),
];

function namedText(group: readonly Obstacle[]): string {
  const { words, reason } = group[0]!;
  return `${words} ${titlesIn(group).join(', ')}${reason === null ? '' : `: ${reason}`}`;
}

/** Returns one text for all tools with the same obstacle, with their reasons, and in short. */
export function obstacleTexts(obstacles: readonly Obstacle[]): { text: string; short: string }[] {
  return grouped(obstacles, ({ words }) => words).map((group) => ({
    text: grouped(group, ({ reason }) => reason ?? '')
      .map(namedText)
      .join('; '),
    short: `${group[0]!.words} ${shortTitles(titlesIn(group))}`,
  }));
}
