/** Why a switch that was accepted changed nothing: the settings that decide instead, as far as they are known. */

import { toolTitle } from '../protocol/tool-titles.js';
import type { ToolStanding } from './entry-flags.js';

/** Returns what the tool follows instead of the switch; nothing if that is not known. */
function reasonIn({ id, why, note, shadowedBy }: ToolStanding): string[] {
  const title = toolTitle(id);
  if (why !== null)
    return [`${title} follows ${why.file}${why.line === null ? '' : `:${why.line}`} ${why.text}`];
  if (note !== null) return [note.startsWith(title) ? note : `${title}: ${note}`];
  return shadowedBy === null ? [] : [`${title} uses another entry of its name`];
}

/** Returns why the switch to this value changed nothing, for the entry as it is now; null is a reset. */
export function noEffectReason(wanted: boolean | null, tools: readonly ToolStanding[]): string {
  const against = tools.filter(({ enabled, inEffect }) => enabled !== wanted || inEffect !== wanted);
  const reasons = against.flatMap(reasonIn);
  return reasons.length === 0 ? 'no reason is known' : reasons.join('; ');
}
