/** `skillpick history`: prints every switch that skillpick wrote to this machine's settings, the newest first. */

import { toolTitle } from '../entries/tool-names.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { note, type StyleOptions, writeJson, writeTable } from '../output/streams.js';
import { type HistoryBatch, type HistoryLine, readHistory, repositoryOf } from '../source/history-batches.js';
import { formatTime, shortPath } from '../text/humanize.js';
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

const heads = ['when', 'undo', 'name', 'tool', 'file', 'before and after'];

function row({ line, of }: ListedLine, root: string, io: Io, arrow: string): string[] {
  const { entry, tool, file, before, after, undoes } = line;
  const kind = undoes !== undefined ? 'undo' : of.undone.has(line) ? 'undone' : '-';
  return [
    formatTime(line.time),
    kind,
    cell(entry.name),
    cell(toolTitle(tool ?? 'skillpick')),
    cell(shortPath(file, root, io.home)),
    cell(`${settingText(before)} ${arrow} ${settingText(after)}`, commandsLimits.settingChars),
  ];
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
  const arrow = options.ascii ? '->' : '→';
  await writeTable(
    io,
    heads,
    shown.map((one) => row(one, root, io, arrow)),
    options,
  );
  if (all.length > shown.length) note(io, `${all.length - shown.length} older; --limit shows more.`, options);
  if (all.length === 0) note(io, 'skillpick has switched nothing on this machine yet.', options);
}
