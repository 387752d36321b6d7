/** Why the host refused a switch, with what works instead. */

import type { Problem } from '../entries/entries.js';
import { titlesOf, toolTitle } from '../entries/tool-names.js';
import { pathOf } from '../paths.js';
import type { SwitchToSend } from './switch-plan.js';

/** Returns true if the reason is a broken file: another scope does not repair it. */
function isBrokenFile(reason: string, problems: readonly Problem[]): boolean {
  return problems.some(({ uri }) => {
    const path = pathOf(uri);
    return path !== undefined && reason.includes(path);
  });
}

/** Returns the scopes in which the tools that the reason names do keep the switch. */
function scopeHint(reason: string, { entry, request }: SwitchToSend): string {
  const named = entry.tools.filter(({ id }) => reason.includes(toolTitle(id)));
  const tools = named.length === 0 ? entry.tools : named;
  if (tools.some(({ switchable }) => switchable.some((scope) => scope === request.scope))) return '';
  const [first, ...others] = tools.map(({ switchable }) => switchable);
  const scopes = first?.filter((scope) => others.every((other) => other.includes(scope))) ?? [];
  return scopes.length === 0 ? '' : ` (${scopes.map((scope) => `--scope ${scope}`).join(' or ')})`;
}

/** Names the other tools of `--tool`, in which the switch was not made either. */
function othersText(reason: string, { entry, request }: SwitchToSend): string {
  const others = entry.tools.filter(
    ({ id }) => request.tools?.includes(id) && !reason.includes(toolTitle(id)),
  );
  return others.length === 0 ? '' : `; not switched in ${titlesOf(others).join(', ')} either`;
}

/** Returns the reason of a refusal, with what works instead and what was not done. */
export function refusalText(reason: string, planned: SwitchToSend, problems: readonly Problem[]): string {
  const hint = isBrokenFile(reason, problems) ? '' : scopeHint(reason, planned);
  return `${reason}${hint}${othersText(reason, planned)}`;
}
