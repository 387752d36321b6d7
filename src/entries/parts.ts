/** The entries through which a container is switched that has no switch of its own, such as a directory of skills. */

import type { Entry } from './entries.js';
import type { ToolStanding } from './entry-flags.js';

/** A container, with its standing in each tool. */
interface PartedContainer {
  readonly id: string;
  readonly tools: readonly ToolStanding[];
}

/** Returns the entries that tools read of a container; none if it has a switch of its own. */
export function partsOf({ id, tools }: PartedContainer, entries: readonly Entry[]): Entry[] {
  if (tools.some(({ isFixed }) => !isFixed)) return [];
  return entries.filter((entry) => entry.containerId === id && entry.tools.length > 0);
}

/** Returns what a toggle of the whole container switches its entries to: on, unless all of them are on everywhere. */
export const toggledParts = (parts: readonly Entry[]): boolean =>
  parts.some(({ enabled, isMixed }) => isMixed || !enabled);
