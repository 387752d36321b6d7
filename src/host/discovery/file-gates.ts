/** The gates that the frontmatter of a file closes, as most tools read it. */

import type { Frontmatter } from './frontmatter.js';

/** Returns those who may not invoke the entry. */
export function closedGates(fields: Frontmatter): ('user' | 'model')[] {
  const is = (key: string, word: string) => String(fields.get(key)).trim().toLowerCase() === word;
  return [
    ...(is('user-invocable', 'false') || is('user-invokable', 'false') ? (['user'] as const) : []),
    ...(is('disable-model-invocation', 'true') ? (['model'] as const) : []),
  ];
}
