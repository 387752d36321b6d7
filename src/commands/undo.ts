/** `skillpick undo`: takes back the last batches, each from the directory in which it was made, if it still exists. */

import { statSync } from 'node:fs';
import type { Entry } from '../entries/entries.js';
import { addressable } from '../entries/filter.js';
import type { UndoneSwitch } from '../entries/switch-words.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note, type StyleOptions, writeJson, writeLines } from '../output/streams.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { chooseBatches, type HistoryBatch, readHistory, repositoryOf } from '../source/history-batches.js';
import { withSession } from '../source/open-session.js';
import { grouped, showing } from '../source/progress.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import { formatTime } from '../text/humanize.js';
import { readListing } from './listing.js';
import { obeyedWhen, type UndoneSetting, undoneLines } from './undo-text.js';

export interface UndoOptions extends ConnectOptions, StyleOptions {
  /** How many batches. */
  count: number;
  /** Batches of all repositories. */
  all?: boolean;
  dryRun?: boolean;
  json?: boolean;
  quiet?: boolean;
}

interface UndoneBatch {
  readonly of: HistoryBatch;
  /** The batch that takes the undo back; null if nothing changed. */
  readonly undo: string | null;
  readonly settings: readonly UndoneSetting[];
  /** The files of other entries that changed with it. */
  readonly also: readonly string[];
}

/** Returns a batch of which no setting was put back. */
function refused(of: HistoryBatch, reason: string): UndoneBatch {
  const open = of.lines.filter((line) => !of.undone.has(line));
  const settings = open.map(({ entry, tool, scope, file }) => {
    const nothing = { obeysFrom: null, after: undefined };
    return { ...entry, tool, scope, file, outcome: 'refused' as const, reason, ...nothing };
  });
  return { of, undo: null, settings, also: [] };
}

/** Takes back a batch, or only plans that for the time after newer batches were taken back. */
async function undoIn(
  session: SessionSource,
  of: HistoryBatch,
  newer: readonly string[] | null,
  io: Io,
): Promise<UndoneBatch> {
  const undoing = newer === null ? session.undo(of.batch) : session.planUndo([...newer, of.batch]);
  const outcome = await unlessAborted(io, undoing);
  if (outcome.kind !== 'confirmed') return refused(of, outcome.reason);
  await unlessAborted(io, session.refresh());
  const entries = new Map(addressable(readListing(session), session).map((entry) => [keyOf(entry), entry]));
  const { batch, switches, also } = outcome.result;
  return { of, undo: batch, settings: switches.map((one) => undoneSetting(one, entries)), also };
}

/** Identifies an entry in the history, where its id is not recorded. */
const keyOf = ({ type, uri, name }: Pick<Entry, 'type' | 'uri' | 'name'>): string =>
  JSON.stringify([type, uri, name]);

function undoneSetting(done: UndoneSwitch, entries: ReadonlyMap<string, Entry>): UndoneSetting {
  const { id, type, name, uri, outcome, scope, file, reason, obeysFrom } = done;
  const tool = id === 'skillpick' ? null : id;
  const place = { tool, scope: scope ?? 'workspace', file: file ?? '' } as const;
  return { type, name, uri, ...place, outcome, reason, obeysFrom, after: entries.get(keyOf(done)) };
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Takes back one batch, with the embedded host in the directory of the batch, or in its repository if that is gone. */
function undoBatch(
  of: HistoryBatch,
  newer: readonly HistoryBatch[],
  options: UndoOptions,
  io: Io,
): Promise<UndoneBatch> {
  const cwd = [of.directory, of.repository].find(isDirectory);
  if (cwd === undefined) return Promise.resolve(refused(of, `${of.directory} is gone`));
  const there = { ...options, local: true, cwd };
  const first = options.dryRun ? newer.map(({ batch }) => batch) : null;
  return withSession(there, io, { mayBeTemporary: false }, (session) => undoIn(session, of, first, io));
}

function document(undone: readonly UndoneBatch[], elsewhere: HistoryBatch | undefined) {
  const batches = undone.map(({ of: { batch, time, repository }, undo, settings, also }) => {
    const switches = settings.map(({ obeysFrom: _, after: __, ...setting }) => setting);
    return { batch, undo, time, repository, switches, also };
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

function failIfRefused(undone: readonly UndoneBatch[], isPlan: boolean): void {
  const all = undone.flatMap(({ settings }) => settings);
  const [first, ...others] = all.filter(({ outcome }) => outcome === 'refused');
  if (first === undefined) return;
  const { name, reason } = first;
  const message =
    others.length === 0
      ? `${name} ${isPlan ? 'would not be' : 'was not'} put back: ${reason}.`
      : `${others.length + 1} of ${all.length} settings ${isPlan ? 'would not be' : 'were not'} put back, first ${name}: ${reason}.`;
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

/** Takes back the newest batch first: an older one may have left what a newer one changed. */
async function undoAll(
  batches: readonly HistoryBatch[],
  options: UndoOptions,
  io: Io,
): Promise<UndoneBatch[]> {
  const undone: UndoneBatch[] = [];
  const text = () => `Taking back: ${grouped(undone.length)} of ${grouped(batches.length)}`;
  return showing(options, text, async () => {
    for (const [at, of] of batches.entries())
      undone.push(await undoBatch(of, batches.slice(0, at), options, io));
    return undone;
  });
}

/** Takes back the last batches and reports each setting. Fails afterwards if one of them was refused. */
export async function undo(options: UndoOptions, io: Io): Promise<void> {
  const root = repositoryOf(options, io);
  const isPlan = options.dryRun === true;
  const repository = options.all ? undefined : root;
  const { batches, elsewhere } = chooseBatches(readHistory(io), { count: options.count, repository });
  if (batches.length === 0) throw nothingToUndo(repository, elsewhere);
  const undone = await undoAll(batches, options, io);
  if (options.json) await writeJson(io, document(undone, elsewhere));
  else
    await writeLines(
      io,
      undone.flatMap(({ of: { repository }, settings, also }) =>
        undoneLines({ settings, also }, { root, repository, home: io.home, isPlan }),
      ),
    );
  const obeyed = obeyedWhen(undone.flatMap(({ settings }) => settings));
  if (obeyed !== null) note(io, obeyed, options);
  noteElsewhere(elsewhere, options, io);
  failIfRefused(undone, isPlan);
}
