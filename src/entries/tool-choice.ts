/** The tools that the user limits a list or a switch to. */

import { SkillpickError } from '../errors.js';
import { toolTitle } from '../protocol/tool-titles.js';
import type { Entry } from './entries.js';

/** The provider of skillpick's own host that shows what all tools read. Its other providers are the tools. */
export const everythingProvider = 'agents';

interface ToolSession {
  readonly host: { readonly isOwn: boolean };
  readonly agents: readonly { readonly provider: string }[];
}

/** Throws if the host does not report tools: only skillpick's own does. */
export function checkReportsTools({ host }: Pick<ToolSession, 'host'>): void {
  if (host.isOwn) return;
  throw new SkillpickError('tools-unsupported', 'This host does not report which agent tools read an entry.');
}

/** Throws if the session cannot be limited to these tools: the host has to report tools, and they have to be present. */
export function checkTools(tools: readonly string[] | undefined, session: ToolSession): void {
  if (tools === undefined) return;
  checkReportsTools(session);
  const present = session.agents.map(({ provider }) => provider).filter((id) => id !== everythingProvider);
  const unknown = tools.find((id) => !present.includes(id));
  if (unknown === undefined) return;
  throw new SkillpickError('tool-unknown', `There is no agent tool "${unknown}" here.`, {
    hint: present.length === 0 ? 'None was found on this machine.' : `There are: ${present.join(', ')}.`,
  });
}

/** Returns the containers of the entries that the tools read, and whether one of these entries is on there. */
function readContainers(entries: readonly Entry[], ids: ReadonlySet<string>): Map<string, boolean> {
  const areOn = new Map<string, boolean>();
  for (const entry of entries) {
    const { containerId, tools } = entry;
    if (containerId === null || !tools.some(({ id }) => ids.has(id))) continue;
    areOn.set(containerId, areOn.get(containerId) === true || entry.limitedTo(ids).enabled === true);
  }
  return areOn;
}

/**
 * Returns a function that limits an entry to the tools, or returns null if none of them reads it. A container is read if
 * one of its entries is; one without a standing of its own, such as a directory, is on if one of them is.
 */
export function toolLimiter(
  entries: readonly Entry[],
  tools: readonly string[],
): (entry: Entry) => Entry | null {
  const ids = new Set(tools);
  let containers: Map<string, boolean> | undefined;
  return (entry) => {
    if (entry.tools.some(({ id }) => ids.has(id))) return entry.limitedTo(ids);
    if (entry.container !== null) return null;
    containers ??= readContainers(entries, ids);
    const isOn = containers.get(entry.id);
    return isOn === undefined ? null : entry.limitedTo(ids, isOn);
  };
}

/** Returns the entries that one of the tools reads, each as it is in these tools. */
export function limitToTools(entries: readonly Entry[], tools: readonly string[]): Entry[] {
  const limit = toolLimiter(entries, tools);
  return entries.flatMap((entry) => limit(entry) ?? []);
}

/** Returns the full names of tools, as in "Codex or Gemini CLI". */
export function toolChoice(tools: readonly string[]): string {
  return tools.map(toolTitle).join(' or ');
}
