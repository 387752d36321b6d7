/** The choices of the chooser that match its query, and the one under the cursor. They may change while it is open. */

import type { Choice } from './open-view.js';

/** Returns the choices that have every word of the query. */
export function matchingChoices(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/);
  return choices.filter(({ group, title, note }) => {
    const text = `${group} ${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the index of the choice with the key; without one, or if it is gone, that of the first. */
export function chosenIndex(choices: readonly Choice[], key: string | null): number {
  return Math.max(
    0,
    choices.findIndex((choice) => choice.key === key),
  );
}
