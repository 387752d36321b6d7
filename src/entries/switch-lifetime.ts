/** How long a switch lasts, in words, if that is shorter than a user would expect. */

import type { Scope, SetScope } from '../protocol/scopes.js';
import { compareVersions } from '../protocol/versions.js';
import { scopeWords } from './scope-words.js';

const savedTypes = new Set(['plugin', 'mcpServer']);

/**
 * Returns how long switches of these entries last on this host; null if they are saved for good. Since 0.8, hosts save
 * the switches of plugins and MCP servers for scopes beyond the session. All others last for one session, and since 0.9
 * only until the host reads its files again.
 */
export function switchLifetime(
  hostKind: string,
  protocolVersion: string,
  switched: readonly { type: string }[],
  scope: string | undefined,
): string | null {
  if (hostKind === 'embedded') return scope === 'session' ? 'This holds until skillpick ends.' : null;
  const onlySaved = switched.every(({ type }) => savedTypes.has(type));
  const isBeyond = scope === 'workspace' || scope === 'global';
  if (onlySaved && isBeyond && compareVersions(protocolVersion, '0.8.0') >= 0) return null;
  if (onlySaved || compareVersions(protocolVersion, '0.9.0') < 0) return 'This holds for this session only.';
  return 'This holds for this session only, and until the host next reads its files.';
}

/** Returns the scope of switches if none is given. */
export function defaultScope({ isOwn }: { isOwn: boolean }): Scope {
  return isOwn ? 'workspace' : 'session';
}

/** Returns what a change of the scope means. Other hosts have scopes for plugins and MCP servers alone. */
export function scopeText(scope: SetScope, { isOwn }: { isOwn: boolean }): string {
  if (isOwn || scope === 'session') return `From now on switches are kept ${scopeWords(scope)}.`;
  const place = scope === 'global' ? 'everywhere' : 'for this workspace';
  return `Kept ${place}: plugins and MCP servers; all else: this session only.`;
}
