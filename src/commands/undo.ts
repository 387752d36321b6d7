/** `skillpick undo`: takes back the last batches, each from the directory in which it was made, if it still exists. */

import { statSync } from 'node:fs';
import { scopeWords } from '../entries/scope-words.js';
import { toolTitle } from '../entries/tool-names.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note, type StyleOptions, writeJson, writeLines } from '../output/streams.js';
import type { ConnectOptions } from '../source/connect-options.js';
import {
  chooseBatches,
  type HistoryBatch,
  type HistoryLine,
  readHistory,
  repositoryOf,
} from '../source/history-batches.js';
import { withSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import { formatTime, shortPath } from '../text/humanize.js';

export interface UndoOptions extends ConnectOptions, StyleOptions {
  /** How many batches. */
  count: number;
  /** Batches of all repositories. */
  all?: boolean;
  dryRun?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** What became of one setting. */
interface UndoneSetting extends Pick<HistoryLine, 'tool' | 'scope' | 'file'> {
  readonly type: string;
  readonly name: string;
  readonly uri: string;
  readonly outcome: string;
  readonly reason: string | null;
}

interface UndoneBatch {
  readonly of: HistoryBatch;
  /** The batch that takes the undo back; null if nothing changed. */
  readonly undo: string | null;
  readonly settings: readonly UndoneSetting[];
  /** The files of other entries that changed with it. */
  readonly also: readonly string[];
}

/** Returns the settings of a batch, all with this outcome. */
function settingsOf({ lines }: HistoryBatch, outcome: string, reason: string | null): UndoneSetting[] {
  return lines.map(({ entry, tool, scope, file }) => ({ ...entry, tool, scope, file, outcome, reason }));
}

const refused = (of: HistoryBatch, reason: string): UndoneBatch => ({
  of,
  undo: null,
  settings: settingsOf(of, 'refused', reason),
  also: [],
});

async function undoIn(session: SessionSource, of: HistoryBatch, io: Io): Promise<UndoneBatch> {
  const outcome = await unlessAborted(io, session.undo(of.batch));
  if (outcome.kind !== 'confirmed') return refused(of, outcome.reason);
  const settings = outcome.result.switches.map(
    ({ id, type, name, uri, outcome: end, scope, file, reason }) => ({
      type,
      name,
      uri,
      tool: id === 'skillpick' ? null : id,
      scope: scope ?? 'workspace',
      file: file ?? '',
      outcome: end,
      reason,
    }),
  );
  return { of, undo: outcome.result.batch, settings, also: outcome.result.also };
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Takes back one batch, with the embedded host in the directory of the batch, or in its repository if that is gone. */
function undoBatch(of: HistoryBatch, options: UndoOptions, io: Io): Promise<UndoneBatch> {
  const cwd = [of.directory, of.repository].find(isDirectory);
  if (cwd === undefined) return Promise.resolve(refused(of, `${of.directory} is gone`));
  const there = { ...options, local: true, cwd };
  return withSession(there, io, { mayBeTemporary: false }, (session) => undoIn(session, of, io));
}

const verbs: Readonly<Record<string, string>> = {
  changed: 'put back in',
  unchanged: 'as before already in',
  planned: 'would be put back in',
};

function lineOf({ name, tool, scope, file, outcome, reason }: UndoneSetting, root: string, io: Io): string {
  const title = toolTitle(tool ?? 'skillpick');
  if (outcome === 'refused') return cleanLine(`${name}: not put back in ${title}: ${reason}`);
  const where = `${scopeWords(scope)}, ${shortPath(file, root, io.home)}`;
  const remark = reason === null ? '' : `; ${reason}`;
  return cleanLine(`${name}: ${verbs[outcome] ?? outcome} ${title} ${where}${remark}`);
}

function linesOf({ settings, also }: UndoneBatch, root: string, io: Io): string[] {
  const others = also.map((path) => cleanLine(`also changed: ${shortPath(path, root, io.home)}`));
  return [...settings.map((one) => lineOf(one, root, io)), ...others];
}

function document(undone: readonly UndoneBatch[], elsewhere: HistoryBatch | undefined) {
  const batches = undone.map(({ of: { batch, time, repository }, undo, settings, also }) => {
    return { batch, undo, time, repository, switches: settings, also };
  });
  const { batch, time, repository } = elsewhere ?? {};
  return {
    schema: 'skillpick.undo/1',
    batches,
    elsewhere: elsewhere === undefined ? null : { batch, time, repository },
  };
}

function noteElsewhere(elsewhere: HistoryBatch | undefined, options: UndoOptions, io: Io): void {
  if (elsewhere === undefined) return;
  const { time, repository, lines } = elsewhere;
  const names = [...new Set(lines.map(({ entry }) => entry.name))];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : '';
  note(
    io,
    `A newer switch of ${names[0]}${more}, made ${formatTime(time)} in ${repository}, stays.`,
    options,
  );
}

function failIfRefused(undone: readonly UndoneBatch[]): void {
  const all = undone.flatMap(({ settings }) => settings);
  const [first, ...others] = all.filter(({ outcome }) => outcome === 'refused');
  if (first === undefined) return;
  const { name, reason } = first;
  const message =
    others.length === 0
      ? `${name} was not put back: ${reason}.`
      : `${others.length + 1} of ${all.length} settings were not put back, first ${name}: ${reason}.`;
  throw new SkillpickError('switch-failed', cleanLine(message));
}

function nothingToUndo(repository: string | undefined, elsewhere: HistoryBatch | undefined): SkillpickError {
  const where = repository === undefined ? 'on this machine' : `in ${repository}`;
  const hint =
    elsewhere === undefined
      ? 'skillpick history lists what was switched.'
      : `The last switch was made in ${elsewhere.repository}; --all takes it back.`;
  return new SkillpickError('nothing-to-undo', cleanLine(`There is nothing to take back ${where}.`), {
    hint,
  });
}

/** Takes back the last batches and reports each setting. Fails afterwards if one of them was refused. */
export async function undo(options: UndoOptions, io: Io): Promise<void> {
  const root = repositoryOf(options, io);
  const repository = options.all ? undefined : root;
  const { batches, elsewhere } = chooseBatches(readHistory(io), { count: options.count, repository });
  if (batches.length === 0) throw nothingToUndo(repository, elsewhere);
  const undone: UndoneBatch[] = [];
  // The newest first: an older batch may have left what a newer one changed.
  for (const of of batches) {
    const planned = { of, undo: null, settings: settingsOf(of, 'planned', null), also: [] };
    undone.push(options.dryRun ? planned : await undoBatch(of, options, io));
  }
  if (options.json) await writeJson(io, document(undone, elsewhere));
  else
    await writeLines(
      io,
      undone.flatMap((one) => linesOf(one, root, io)),
    );
  noteElsewhere(elsewhere, options, io);
  failIfRefused(undone);
}
