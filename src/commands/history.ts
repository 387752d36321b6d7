/** `skillpick history`: prints every switch that skillpick wrote to this machine's settings, the newest first. */

import { toolTitle } from '../entries/tool-names.js';
import type { Io } from '../io.js';
import { cell, columnGap } from '../output/columns.js';
import { outputLimits } from '../output/limits.js';
import { note, type StyleOptions, terminalColumns, writeJson, writeTable } from '../output/streams.js';
import { type HistoryBatch, type HistoryLine, readHistory, repositoryOf } from '../source/history-batches.js';
import { cutMiddle } from '../text/cut-middle.js';
import { formatTime, shortPath } from '../text/humanize.js';
import { type Theme, themeFor } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { commandsLimits } from './limits.js';

export interface HistoryOptions extends StyleOptions {
  cwd?: string;
  json?: boolean;
  limit?: number;
  quiet?: boolean;
}

/** One line of the history, and its batch. */
interface ListedLine {
  readonly line: HistoryLine;
  readonly of: HistoryBatch;
}

/** Returns the text of a setting on one line; `none` if there was none. */
export function settingText(setting: HistoryLine['before']): string {
  return setting === null ? 'none' : setting.text.replace(/\s+/g, ' ').trim();
}

/** One line of the history in cells. */
interface HistoryRow {
  /** When, undo, name and tool. */
  readonly first: readonly string[];
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const firstHeads = ['when', 'undo', 'name', 'tool'];

function kindOf({ line, of }: ListedLine): string {
  if (line.undoes !== undefined) return of.isRedo ? 'redo' : 'undo';
  return of.undone.has(line) ? 'undone' : '-';
}

function row(listed: ListedLine, root: string, io: Io): HistoryRow {
  const { time, entry, tool, file, before, after } = listed.line;
  return {
    first: [formatTime(time), kindOf(listed), cell(entry.name), cell(toolTitle(tool ?? 'skillpick'))],
    file: cell(shortPath(file, root, io.home)),
    before: settingText(before),
    after: settingText(after),
  };
}

const arrowOf = (isAscii: boolean): string => (isAscii ? '->' : '→');

const changeText = ({ before, after }: HistoryRow, arrow: string): string =>
  cell(`${before} ${arrow} ${after}`, commandsLimits.settingChars);

/**
 * Returns the cells for a terminal. The file is last, where it is cut first. If there is no room for what was before, what
 * is now is shown alone: without it, on and off look alike.
 */
function fitted(rows: readonly HistoryRow[], columns: number, { glyphs, isAscii }: Theme): string[][] {
  const arrow = arrowOf(isAscii);
  const widths = firstHeads.map((head, at) =>
    Math.max(...[head, ...rows.map(({ first }) => first[at]!)].map(displayWidth)),
  );
  const taken = widths.reduce((sum, width) => sum + width + columnGap, 0);
  const room = Math.max(outputLimits.narrowestColumn, columns - taken);
  return rows.map((one) => {
    const change = changeText(one, arrow);
    const now = cell(`${arrow} ${one.after}`, commandsLimits.settingChars);
    const shown = displayWidth(change) <= room ? change : cutMiddle(now, room, glyphs.ellipsis);
    return [...one.first, shown, one.file];
  });
}

function writeRows(rows: readonly HistoryRow[], options: HistoryOptions, io: Io): Promise<void> {
  const columns = terminalColumns(io);
  if (columns !== undefined) {
    const cells = fitted(rows, columns, themeFor(io, options));
    return writeTable(io, [...firstHeads, 'before and after', 'file'], cells, options);
  }
  const arrow = arrowOf(options.ascii === true);
  const cells = rows.map((one) => [...one.first, one.file, changeText(one, arrow)]);
  return writeTable(io, [], cells, options);
}

function document({ line, of }: ListedLine) {
  const { time, repository, directory, batch, undoes = null, entry, tool, scope, file, before, after } = line;
  const texts = { before: before?.text.trim() ?? null, after: after?.text.trim() ?? null };
  const undone = of.undone.has(line);
  return { time, repository, directory, batch, undoes, undone, ...entry, tool, scope, file, ...texts };
}

export async function printHistory(options: HistoryOptions, io: Io): Promise<void> {
  const batches = readHistory(io);
  const all = batches.toReversed().flatMap((of) => of.lines.map((line) => ({ line, of })));
  const shown = all.slice(0, Math.max(1, options.limit ?? commandsLimits.historyLines));
  if (options.json)
    return writeJson(io, { schema: 'skillpick.history/1', count: all.length, switches: shown.map(document) });
  const root = repositoryOf(options, io);
  const rows = shown.map((one) => row(one, root, io));
  await writeRows(rows, options, io);
  if (all.length > shown.length) note(io, `${all.length - shown.length} older; --limit shows more.`, options);
  if (all.length === 0) note(io, 'skillpick has switched nothing on this machine yet.', options);
}
