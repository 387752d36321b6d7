/** What a toggle asks of one tool: which of its scopes are to say what. */

import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { EntryRef, ToolScope, ToolSwitches, ToolWish } from '../tools/index.js';

/** Returns the wishes; where the tool has a single scope, the most specific one counts. */
export function wishesFor(entry: EntryRef, switches: ToolSwitches, set: readonly SetItem[]): ToolWish[] {
  const scopes = switches.scopesOf(entry.kind);
  const nearest = (scope: ToolScope) => (scopes.includes(scope) ? scope : (scopes[0] ?? scope));
  const itemFor = (scope: ToolScope, tool: string | undefined) =>
    set.find((item) => item.scope === scope && item.tool === tool);
  const wishes = new Map<ToolScope, boolean | undefined>();
  for (const scope of ['global', 'workspace'] as const) {
    const item = itemFor(scope, switches.tool.id) ?? itemFor(scope, undefined);
    if (item === undefined) continue;
    // Forgetting what a scope says that the tool does not have takes nothing back that was asked for elsewhere.
    const isVain = item.enabled === null && !scopes.includes(scope) && wishes.has(nearest(scope));
    if (!isVain) wishes.set(nearest(scope), item.enabled ?? undefined);
  }
  return [...wishes].map(([scope, enabled]) => ({ entry, scope, enabled }));
}
