/** Which lines of the history were taken back. */

import { type HistoryLine, settingKey } from './history-line.js';

/** Returns the lines that were taken back and not made again since. An undo leaves out what it refused. */
export function undoneLines(lines: readonly HistoryLine[]): Set<HistoryLine> {
  const keyOf = (batch: string, line: HistoryLine) => `${batch}\n${settingKey(line)}`;
  const undone = new Set<string>();
  // From the newest to the oldest, so that it is known of each undo whether it still holds.
  for (const line of lines.toReversed()) {
    const { batch, undoes } = line;
    if (undoes !== undefined && !undone.has(keyOf(batch, line))) undone.add(keyOf(undoes, line));
  }
  return new Set(lines.filter((line) => undone.has(keyOf(line.batch, line))));
}
