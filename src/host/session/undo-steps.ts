/** The settings that an undo puts back: those of a batch, each once, in the order in which they find their places. */

import { comparePlaces } from '../tools/edit/setting-order.js';
import type { Setting } from '../tools/tool.js';
import type { HistoryLine } from './history-line.js';

/** A setting to put back. */
export interface UndoStep extends Pick<HistoryLine, 'entry' | 'tool' | 'scope' | 'file' | 'repository'> {
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

const keyOf = ({ entry, tool, file }: HistoryLine): string =>
  JSON.stringify([tool, file, entry.type, entry.uri, entry.name]);

/** Lines that were written later are taken back first; of one write, those at the top of the file. */
function compareLines(a: HistoryLine, b: HistoryLine): number {
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return comparePlaces(a.before ?? undefined, b.before ?? undefined);
}

/** Returns the steps that take back these lines, which are in the order of their writing. */
export function stepsFor(lines: readonly HistoryLine[]): UndoStep[] {
  const lasts = new Map(lines.map((line) => [keyOf(line), line]));
  const firsts = new Map(lines.toReversed().map((line) => [keyOf(line), line]));
  return [...firsts.values()].toSorted(compareLines).map((first) => {
    const { entry, tool, scope, file, repository, before } = first;
    const { after } = lasts.get(keyOf(first)) ?? first;
    const settings = { before: before ?? undefined, after: after ?? undefined };
    return { entry, tool, scope, file, repository, ...settings };
  });
}
