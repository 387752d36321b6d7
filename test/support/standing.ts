/** Standings of entries in tools, results of switches, and the hosts that send them. */

import type { ListingHost } from '../../src/entries/entries.js';
import type { ToolResult } from '../../src/protocol/switch-result.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';

/** Skillpick's own host, the only one whose standings count. */
export const ownHost: ListingHost = { protocolVersion: '0.9.0', isOwn: true };

/** Any other host, in the newest version. */
export const otherHost: ListingHost = { protocolVersion: undefined, isOwn: false };

/** A standing that is on, in effect and switchable in every scope, with these changes. */
export function standing(id: string, changes: Partial<ToolStanding> = {}): ToolStanding {
  const { enabled = true, inEffect = enabled, isRefused = false, shadowedBy = null } = changes;
  const isObeyed = inEffect === enabled || isRefused || shadowedBy !== null;
  return {
    id,
    enabled,
    inEffect,
    shadowedBy,
    isRefused,
    unobeyedIn: isObeyed ? null : 'workspace',
    userInvocable: true,
    modelInvocable: true,
    invoke: null,
    why: null,
    switchable: ['workspace', 'shared', 'global'],
    isFixed: false,
    note: null,
    ...changes,
  };
}

/** The result of a switch that was made in this repository, with these changes. */
export function toolResult(id: string, changes: Partial<ToolResult> = {}): ToolResult {
  return {
    id,
    outcome: 'changed',
    scope: 'workspace',
    file: null,
    isNew: false,
    before: null,
    reason: null,
    obeysFrom: null,
    ...changes,
  };
}
