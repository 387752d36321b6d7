/** The agent tools in sentences: which of them have an entry on, and which do not obey its switch for now. */

import { toolTitle } from '../protocol/skillpick-meta.js';
import type { Entry } from './entries.js';
import type { ToolSwitch } from './extras.js';

/** Returns the names of the tools in which it is on, or off. */
export function toolsThatHave(enabled: boolean, tools: readonly ToolSwitch[]): string[] {
  return tools.filter((tool) => tool.enabled === enabled).map(({ id }) => toolTitle(id));
}

/** Returns where a switch counts: the tools that have it so, and those that do not. */
export function placesOf(enabled: boolean, { tools }: Pick<Entry, 'tools'>): string {
  const [same, others] = [toolsThatHave(enabled, tools), toolsThatHave(!enabled, tools)];
  const word = (flag: boolean) => (flag ? 'on' : 'off');
  const still = others.length === 0 ? '' : `still ${word(!enabled)} in ${others.join(', ')}`;
  if (same.length === 0) return still;
  const so = `${word(enabled)} in ${same.join(', ')}`;
  return still === '' ? so : `${so}; ${still}`;
}

/** Returns why tools do not obey the entry's switch for now. */
export function unheededOf({ tools }: Pick<Entry, 'tools'>): string[] {
  return tools.flatMap(({ note }) => note ?? []);
}
