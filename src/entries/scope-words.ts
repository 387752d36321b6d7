/** Where a switch is kept, in words. */

import type { SetScope } from '../protocol/scopes.js';

export { type ToolScope, toolScopes } from '../protocol/scopes.js';

const places: Readonly<Record<SetScope, string>> = {
  session: 'this session',
  workspace: 'this repo',
  shared: 'everyone in this repo',
  global: 'everywhere',
};

/** Returns the place by itself: `this repo`. */
export const placeWords = (scope: SetScope): string => places[scope];

/** Returns the place as a part of a sentence: `for this repo`. */
export const scopeWords = (scope: SetScope): string =>
  scope === 'global' ? places.global : `for ${places[scope]}`;
