/**
 * The standings of an entry as a switch will leave them, for clients that show a switch before the host has confirmed
 * it. The host's own standings replace them.
 */

import type { SetItem } from './skillpick-meta.js';
import { type SentStanding, sentStanding, type ToolStanding } from './tool-standing.js';

/** Returns the flag that a switch asks of one tool; undefined if it leaves the tool out, or resets it. */
export function wantedIn({ id, switchable }: ToolStanding, set: readonly SetItem[]): boolean | undefined {
  const items = set.filter(
    ({ tool, scope }) => (tool === undefined || tool === id) && switchable.some((one) => one === scope),
  );
  return (items.find(({ tool }) => tool === id) ?? items[0])?.enabled ?? undefined;
}

/** Returns the standings after a switch. */
export function wantedStandings(tools: readonly ToolStanding[], set: readonly SetItem[]): SentStanding[] {
  return tools.map((standing) => {
    const enabled = wantedIn(standing, set);
    if (enabled === undefined || enabled === standing.enabled) return sentStanding(standing);
    const inEffect = enabled && !standing.isRefused && standing.shadowedBy === null;
    return sentStanding({ ...standing, enabled, inEffect });
  });
}
