/** The settings that an undo puts back: those of a batch, each once, in the order in which they find their places. */

import { comparePlaces } from '../tools/edit/setting-order.js';
import { isSameSetting } from '../tools/plan-restore.js';
import type { Setting } from '../tools/tool.js';
import { type HistoryLine, settingKey } from './history-line.js';

/** A setting to put back. */
export interface UndoStep extends Pick<HistoryLine, 'entry' | 'tool' | 'scope' | 'file' | 'repository'> {
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** Lines that were written later are taken back first; of one write, those at the top of the file. */
function compareLines(a: HistoryLine, b: HistoryLine): number {
  if (a.time !== b.time) return a.time < b.time ? 1 : -1;
  return comparePlaces(a.before ?? undefined, b.before ?? undefined);
}

/** Returns the steps that take back these lines, which are in the order of their writing. */
export function stepsFor(lines: readonly HistoryLine[]): UndoStep[] {
  const lasts = new Map(lines.map((line) => [settingKey(line), line]));
  const firsts = new Map(lines.toReversed().map((line) => [settingKey(line), line]));
  return [...firsts.values()].toSorted(compareLines).map((first) => {
    const { entry, tool, scope, file, repository, before } = first;
    const { after } = lasts.get(settingKey(first)) ?? first;
    const settings = { before: before ?? undefined, after: after ?? undefined };
    return { entry, tool, scope, file, repository, ...settings };
  });
}

/**
 * Returns a step as it is planned while newer steps are still to be taken back, the oldest of them first: its setting reads
 * as the newest of them left it. If something else changed the setting in between, the step stays as it is.
 */
export function stepAfter(step: UndoStep, newer: readonly UndoStep[]): UndoStep {
  const key = settingKey(step);
  const same = newer.filter((one) => settingKey(one) === key);
  const [next] = same;
  if (next === undefined || !isSameSetting(next.before, step.after)) return step;
  return { ...step, after: same.at(-1)?.after };
}
