/** The choices of the chooser that match its query, and which of them has the cursor. */

import type { Choice } from './open-view.js';

/** Returns the choices that have every word of the query. */
export function matchingChoices(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/);
  return choices.filter(({ group, title, note }) => {
    const text = `${group} ${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the position of the choice with the key; the first one if there is none. */
export function chosenIndex(choices: readonly Choice[], key: string | null): number {
  return Math.max(
    0,
    choices.findIndex((choice) => choice.key === key),
  );
}
