/** What an ACP agent leaves open, and why nothing can be switched there. */

import { pathOf } from '../paths.js';
import { toolTitle } from '../protocol/tool-titles.js';
import { shellLine } from '../shell-words.js';
import type { Entry } from './entries.js';

/** What has to be known of a list that does not say what is on. */
export const listedNote = 'Listed does not mean on: agents also list what is off.';

/** Returns what names the entry for a command: its name, unless its tool gives it another one than its file. */
function refOf({ name, uri }: Pick<Entry, 'name' | 'uri'>): string {
  const path = pathOf(uri);
  const isInPath = path?.split('/').some((part) => part === name || part.startsWith(`${name}.`));
  return path === undefined || isInPath ? name : path;
}

/** Returns why an entry of such a list cannot be switched, and what can switch it instead. */
export function whyNotSwitched(entry: Pick<Entry, 'name' | 'uri' | 'tools'>): string {
  const why = `ACP has no switch for ${entry.name}.`;
  const [standing] = entry.tools;
  if (standing === undefined) return why;
  const title = toolTitle(standing.id);
  if (standing.isFixed) return `${why} ${title} cannot switch it either: its details say why.`;
  const verb = standing.enabled ? 'disable' : 'enable';
  return `${why} ${title} has: skillpick ${shellLine([verb, refOf(entry)])} --tool ${standing.id}`;
}
