/**
 * What skillpick's own client and host say to each other under `_meta.skillpick`, beyond the protocol: that a host
 * is skillpick's own, and exactly what a toggle asks it for. Read with care: any peer may send anything there.
 */

import type { Scope } from './actions.js';
import { isObject } from './checks.js';
import { protocolLimits } from './limits.js';
import type { CustomizationToggledAction } from './session-actions.js';
import type { InitializeResult, Meta } from './types.js';

/** One thing a toggle asks for: what one scope is to say, in one tool or in all that read the entry. */
export interface SetItem {
  readonly tool?: string;
  readonly scope: Scope;
  /** Null forgets what the scope says. */
  readonly enabled: boolean | null;
}

/** What the agent tools are called, by the ids under which a host speaks of them. */
export const toolTitles = {
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
} as const;

/** Returns the full name of a tool; a host may know tools that we do not. */
export function toolTitle(id: string): string {
  return Object.hasOwn(toolTitles, id) ? toolTitles[id as keyof typeof toolTitles] : id;
}

const scopes: ReadonlySet<unknown> = new Set<Scope>(['session', 'workspace', 'global']);

/** What a host sends with its answer to `initialize` to say that it is skillpick's own. */
export const ownHostMeta: Meta = { skillpick: {} };

/** Returns true if the host said that it is skillpick's own. */
export function isOwnHostResult({ _meta }: Pick<InitializeResult, '_meta'>): boolean {
  return isObject(_meta?.['skillpick']);
}

/** Returns the toggle with exactly what it asks for; for skillpick's own host alone. */
export function withSet(
  action: CustomizationToggledAction,
  set: readonly SetItem[],
): CustomizationToggledAction {
  return { ...action, _meta: { skillpick: { set } } };
}

function readItem(value: unknown): SetItem | string {
  if (!isObject(value)) return 'an item of the set is not an object';
  const { tool, scope, enabled } = value;
  if (tool !== undefined && typeof tool !== 'string') return 'the tool of a set is not a text';
  if (!scopes.has(scope)) return `there is no scope "${String(scope).slice(0, 40)}"`;
  if (enabled !== null && typeof enabled !== 'boolean')
    return '"enabled" of a set is neither a flag nor null';
  return { ...(tool !== undefined && { tool }), scope: scope as Scope, enabled };
}

/** Returns what a toggle asks for, why that cannot be read, or undefined if it does not say. */
export function readSet({ _meta }: CustomizationToggledAction): SetItem[] | string | undefined {
  const extras = _meta?.['skillpick'];
  const set = isObject(extras) ? extras['set'] : undefined;
  if (set === undefined) return undefined;
  if (!Array.isArray(set) || set.length === 0 || set.length > protocolLimits.setItems)
    return 'the set is not a short list';
  const items = set.map(readItem);
  const reason = items.find((item) => typeof item === 'string');
  if (reason !== undefined) return reason;
  const read = items as SetItem[];
  const places = new Set(read.map(({ tool, scope }) => `${scope}\n${tool ?? ''}`));
  return places.size < read.length ? 'a scope is named twice' : read;
}
