/** Names the agent tools that read entries, those in which one is on, and those that do not obey its switch yet. */

import { toolShort, toolTitle, toolTitles } from '../protocol/tool-titles.js';
import type { Entry } from './entries.js';
import { isHeldBack, type ToolStanding } from './entry-flags.js';

export { toolShort, toolTitle };

/** Returns the ids of the tools that read any of the entries, always in the same order. */
export function toolsReading(entries: readonly Pick<Entry, 'tools'>[]): string[] {
  return inUsualOrder(entries.flatMap(({ tools }) => tools)).map(({ id }) => id);
}

/** Returns each tool once, always in the same order. */
export function inUsualOrder(tools: readonly { readonly id: string }[]): { readonly id: string }[] {
  const ids = new Set(tools.map(({ id }) => id));
  const known = Object.keys(toolTitles).filter((id) => ids.delete(id));
  return [...known, ...[...ids].sort()].map((id) => ({ id }));
}

/** Returns the full names of the tools. */
export const titlesOf = (tools: readonly { readonly id: string }[]): string[] =>
  tools.map(({ id }) => toolTitle(id));

/** Returns the names; above two, only how many there are. */
export const shortTitles = (titles: readonly string[]): string =>
  titles.length > 2 ? `${titles.length} tools` : titles.join(', ');

/** Returns the names of the tools in which it is on, or off, and that obey. */
function toolsThatObey(enabled: boolean, tools: readonly ToolStanding[]): string[] {
  return titlesOf(tools.filter((tool) => tool.enabled === enabled && !isHeldBack(tool)));
}

/** Returns the tools that have the new value, those that still have the other one, and those that do not obey yet. */
export function whereSwitched(enabled: boolean, { tools }: Pick<Entry, 'tools'>): string {
  const [same, others] = [toolsThatObey(enabled, tools), toolsThatObey(!enabled, tools)];
  const unobeyed = titlesOf(tools.filter(isHeldBack));
  const word = (flag: boolean) => (flag ? 'on' : 'off');
  const where = (names: readonly string[]) => (names.length === 0 ? '' : ` in ${names.join(', ')}`);
  return [
    `${word(enabled)}${where(same)}`,
    ...(others.length === 0 ? [] : [`still ${word(!enabled)}${where(others)}`]),
    ...(unobeyed.length === 0 ? [] : [`not obeyed yet by ${unobeyed.join(', ')}`]),
  ].join('; ');
}

/** Returns why tools do not obey the entry's switch for now. */
export function unobeyedNotes({ tools }: Pick<Entry, 'tools'>): string[] {
  return tools.filter(isHeldBack).flatMap(({ note }) => note ?? []);
}
