/** The tools that the user limits a list or a switch to. */

import { SkillpickError } from '../errors.js';
import { toolTitle } from '../protocol/skillpick-meta.js';
import type { Entry } from './entries.js';

/** The provider of skillpick's own host that shows what all tools read. Its other providers are the tools. */
export const everythingProvider = 'agents';

interface ToolSession {
  readonly host: { readonly isOwn: boolean };
  readonly agents: readonly { readonly provider: string }[];
}

/** Throws if the session cannot be limited to these tools: only skillpick's own host knows tools, and only present ones. */
export function checkTools(tools: readonly string[] | undefined, { host, agents }: ToolSession): void {
  if (tools === undefined) return;
  if (!host.isOwn)
    throw new SkillpickError(
      'tools-unsupported',
      'This host does not report which agent tools read an entry.',
    );
  const present = agents.map(({ provider }) => provider).filter((id) => id !== everythingProvider);
  const unknown = tools.find((id) => !present.includes(id));
  if (unknown === undefined) return;
  throw new SkillpickError('tool-unknown', `There is no agent tool "${unknown}" here.`, {
    hint: present.length === 0 ? 'None was found on this machine.' : `There are: ${present.join(', ')}.`,
  });
}

/**
 * Returns the entries that one of the tools reads, each as it is in these tools. A container stays if a tool reads one
 * of its entries; one without a standing of its own, such as a directory, is on if one of them is.
 */
export function limitToTools(entries: readonly Entry[], tools: readonly string[]): Entry[] {
  const ids = new Set(tools);
  const limited = entries.map((entry) => entry.limitedTo(ids));
  const isRead = (entry: Entry) => entry.tools.length > 0;
  const isOn = new Map<string | null, boolean>();
  for (const { containerId, enabled } of limited.filter(isRead))
    isOn.set(containerId, enabled || isOn.get(containerId) === true);
  return limited.flatMap((entry) => {
    if (isRead(entry)) return [entry];
    return isOn.has(entry.id) ? [entry.limitedTo(ids, isOn.get(entry.id))] : [];
  });
}

/** Returns the full names of tools, as in "Codex or Gemini CLI". */
export function toolChoice(tools: readonly string[]): string {
  return tools.map(toolTitle).join(' or ');
}
