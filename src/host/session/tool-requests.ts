/** What a toggle asks of one tool, scope by scope. */

import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { ToolRequest } from '../tools/plan.js';
import type { EntryRef, ToolScope } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';

/** Returns the requests; for a tool with a single scope, the most specific one counts. */
export function requestsFor(entry: EntryRef, switches: ToolSwitches, set: readonly SetItem[]): ToolRequest[] {
  const scopes = switches.scopesOf(entry.kind);
  const nearest = (scope: ToolScope) => (scopes.includes(scope) ? scope : (scopes[0] ?? scope));
  const itemFor = (scope: ToolScope, tool: string | undefined) =>
    set.find((item) => item.scope === scope && item.tool === tool);
  const requests = new Map<ToolScope, boolean | undefined>();
  for (const scope of ['global', 'workspace'] as const) {
    const item = itemFor(scope, switches.tool.id) ?? itemFor(scope, undefined);
    if (item === undefined) continue;
    // To forget a scope that the tool does not have must not undo what is asked of the scope that takes its place.
    const isPointless = item.enabled === null && !scopes.includes(scope) && requests.has(nearest(scope));
    if (!isPointless) requests.set(nearest(scope), item.enabled ?? undefined);
  }
  return [...requests].map(([scope, enabled]) => ({ entry, scope, enabled }));
}
