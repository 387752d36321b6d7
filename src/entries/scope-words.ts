/** Where a switch is kept, in words. */

import type { SetScope } from '../protocol/scopes.js';

const words: Readonly<Record<SetScope, string>> = {
  session: 'for this session',
  workspace: 'for this repo',
  shared: 'for everyone in this repo',
  global: 'everywhere',
};

export const scopeWords = (scope: SetScope): string => words[scope];
