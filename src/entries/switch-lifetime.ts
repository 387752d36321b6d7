/** How long a switch lasts, in words, wherever that is less than a user would think. */

import type { Scope } from '../protocol/actions.js';
import { compareVersions } from '../protocol/versions.js';

interface SwitchedThere {
  type: string;
}

const saved = new Set(['plugin', 'mcpServer']);

/**
 * What to tell after switching these on this host; null where the switch is kept for good. Plugins and MCP
 * servers are saved by their hosts for scopes beyond the session, which came with 0.8; everything else lives in
 * one session, and hosts since 0.9 forget it whenever they read their files again.
 */
export function switchLifetime(
  hostKind: string,
  protocolVersion: string,
  switched: readonly SwitchedThere[],
  scope: string | undefined,
): string | null {
  if (hostKind === 'embedded') return scope === 'session' ? 'This holds until skillpick ends.' : null;
  const onlySaved = switched.every(({ type }) => saved.has(type));
  const isBeyond = scope === 'workspace' || scope === 'global';
  if (onlySaved && isBeyond && compareVersions(protocolVersion, '0.8.0') >= 0) return null;
  if (onlySaved || compareVersions(protocolVersion, '0.9.0') < 0) return 'This holds for this session only.';
  return 'This holds for this session only, and until the host next reads its files.';
}

/** Where switches are kept unless somebody asks for another scope. */
export function defaultScope({ isOwn }: { isOwn: boolean }): Scope {
  return isOwn ? 'workspace' : 'session';
}

/** What changes with the scope. Hosts other than our own keep it for plugins and MCP servers alone. */
export function scopeText(scope: Scope, { isOwn }: { isOwn: boolean }): string {
  if (isOwn || scope === 'session') return `From now on switches are kept for: ${scope}.`;
  return `Kept for ${scope}: plugins and MCP servers; for the session only: all else.`;
}
