/** Where a switch is kept, in words. */

import type { SetScope } from '../protocol/scopes.js';

export { type ToolScope, toolScopes } from '../protocol/scopes.js';

const places: Readonly<Record<SetScope, string>> = {
  session: 'this session',
  workspace: 'this repo',
  shared: 'everyone in this repo',
  global: 'everywhere',
};

/** Who keeps the switches; other hosts than our own have workspaces. */
interface ScopeHost {
  readonly isOwn: boolean;
}

const own: ScopeHost = { isOwn: true };
const other: ScopeHost = { isOwn: false };

/** Returns the place by itself: `this repo`. */
export const placeWords = (scope: SetScope, { isOwn } = own): string =>
  scope === 'workspace' && !isOwn ? 'this workspace' : places[scope];

/** Returns the place as a part of a sentence: `for this repo`. */
export const scopeWords = (scope: SetScope, host = own): string =>
  scope === 'global' ? places.global : `for ${placeWords(scope, host)}`;

/** Returns which scope decides, as a sentence: `this session still has it on`. */
export function decidedWords(scope: string, enabled: boolean, adverb = '', host = other): string {
  const value = enabled ? 'on' : 'off';
  if (scope === 'session' || scope === 'workspace')
    return `${placeWords(scope, host)} ${adverb}has it ${value}`;
  return scope === 'global'
    ? `it is ${adverb}${value} everywhere`
    : `another decision ${adverb}has it ${value}`;
}
