/** What an ACP agent leaves open, and why nothing can be switched there. */

import { toolTitle } from '../protocol/tool-titles.js';
import { shellLine } from '../shell-words.js';
import type { Entry } from './entries.js';

/** What has to be known of a list that does not say what is on. */
export const listedNote = 'Listed does not mean on: agents also list what is off.';

/** Returns why an entry of such a list cannot be switched, and what can switch it instead. */
export function whyNotSwitched({ name, tools }: Pick<Entry, 'name' | 'tools'>): string {
  const why = `ACP has no switch for ${name}.`;
  const [standing] = tools;
  if (standing === undefined) return why;
  const title = toolTitle(standing.id);
  if (standing.isFixed) return `${why} ${title} has none either.`;
  const verb = standing.enabled ? 'disable' : 'enable';
  return `${why} ${title} has: skillpick ${shellLine([verb, name])} --tool ${standing.id}`;
}
