/** The flags of a store, in the shape of the scripted host's own model. */

import type { SessionStore } from '../../src/client/index.js';
import type { SessionState } from '../../src/protocol/index.js';

/** The own flag of every entry of a state. */
export function flagsOf({ customizations = [] }: SessionState): Record<string, boolean> {
  const nodes = customizations.flatMap((entry) => [
    entry,
    ...('children' in entry ? (entry.children ?? []) : []),
  ]);
  return Object.fromEntries(
    nodes.map((node) => [node.id, node.enablement?.[0]?.enabled ?? node.enabled ?? true]),
  );
}

/** The own flag of every entry as it is shown, switches under way included. */
export function shownFlags(store: SessionStore): Record<string, boolean> {
  return flagsOf(store.getSnapshot().state);
}
