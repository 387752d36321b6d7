/** The entries through which skillpick's own host switches a container that has no switch of its own. */

import type { Entry } from './entries.js';
import type { ToolStanding } from './entry-flags.js';

/** A container, with its standing in each tool. */
interface PartedContainer {
  readonly id: string;
  readonly type: string;
  readonly tools: readonly ToolStanding[];
}

/**
 * Returns all entries of a directory, and the entries of a plugin that tools read. None if the container has a switch of
 * its own, and none for an empty directory, which cannot be switched.
 */
export function partsOf({ id, type, tools }: PartedContainer, entries: readonly Entry[]): Entry[] {
  if (tools.some(({ isFixed }) => !isFixed)) return [];
  const isDirectory = type === 'directory';
  return entries.filter((entry) => entry.containerId === id && (isDirectory || entry.tools.length > 0));
}
