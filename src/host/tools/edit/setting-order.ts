/** The order in which settings that were changed together are put back, so that each finds its position. */

import type { Setting } from '../tool.js';

/** The positions that lead to a setting, the outermost first. */
const positionsOf = ({ at, around = [] }: Setting): number[] => [
  ...around.map((frame) => frame.at).toReversed(),
  at,
];

/** Compares the places of two settings in the file that they were read from. Settings that were absent come first. */
export function comparePlaces(a: Setting | undefined, b: Setting | undefined): number {
  const [its, others] = [a, b].map((setting) => (setting === undefined ? [] : positionsOf(setting)));
  const length = Math.max(its?.length ?? 0, others?.length ?? 0);
  for (let at = 0; at < length; at += 1) {
    const difference = (its?.[at] ?? -1) - (others?.[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
