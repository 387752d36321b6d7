/** The history of switches on this machine, as batches: what the user made with one key or command. */

import { SkillpickError } from '../errors.js';
import { getOrMake } from '../host/collections.js';
import { findRoots } from '../host/discovery/roots.js';
import { canonicalPath } from '../host/files/resolve-path.js';
import { HistoryFile, historyPath } from '../host/session/history-file.js';
import type { HistoryLine } from '../host/session/history-line.js';
import { undoneLines } from '../host/session/undone-lines.js';
import type { Io } from '../io.js';
import type { ConnectOptions } from './connect-options.js';
import { environmentOf } from './embedded.js';

export type { HistoryLine };

/** One batch of the history. */
export interface HistoryBatch
  extends Pick<HistoryLine, 'batch' | 'time' | 'repository' | 'directory' | 'undoes'> {
  readonly lines: readonly HistoryLine[];
  /** Those of its lines that were taken back, and not made again since. An undo leaves out what it refused. */
  readonly undone: ReadonlySet<HistoryLine>;
  /** True if it made something again: it took back an undo. */
  readonly isRedo: boolean;
}

/** Returns a function that distinguishes an undo from a switch, and from a redo, which took back an undo. */
function undosAmong(byName: ReadonlyMap<string, readonly HistoryLine[]>): (batch: string) => boolean {
  const undos = new Set<string>();
  // What a batch took back is older, so it is known already.
  for (const [batch, [line]] of byName)
    if (line?.undoes !== undefined && !undos.has(line.undoes)) undos.add(batch);
  return (batch) => undos.has(batch);
}

/**
 * Returns the batches in these lines, in the order of their last lines, the oldest first.
 * @internal
 */
export function batchesIn(lines: readonly HistoryLine[]): HistoryBatch[] {
  const byName = new Map<string, HistoryLine[]>();
  for (const line of lines) {
    const ofBatch = byName.get(line.batch) ?? [];
    ofBatch.push(line);
    // Puts the batch behind those whose lines came before.
    byName.delete(line.batch);
    byName.set(line.batch, ofBatch);
  }
  const taken = undoneLines(lines);
  const isUndo = undosAmong(byName);
  return [...byName].map(([batch, own]) => {
    const { time, repository, directory, undoes } = own.at(-1)!;
    const undone = new Set(own.filter((line) => taken.has(line)));
    const isRedo = undoes !== undefined && !isUndo(batch);
    return { batch, time, repository, directory, ...(undoes && { undoes }), lines: own, undone, isRedo };
  });
}

/** Returns all batches of this machine, the oldest first. Throws `history-unreadable`. */
export function readHistory(io: Io): HistoryBatch[] {
  return batchesIn(readLines(new HistoryFile(historyPath(io))));
}

function readLines(file: HistoryFile): HistoryLine[] {
  try {
    return file.read();
  } catch (error) {
    const message = `The history cannot be read: ${(error as Error).message}.`;
    const hint = 'Move it away, and skillpick starts a new one.';
    throw new SkillpickError('history-unreadable', message, { hint, cause: error });
  }
}

/** Returns the root of the repository that the command runs in. */
export function repositoryOf(options: Pick<ConnectOptions, 'cwd'>, io: Io): string {
  return findRoots(environmentOf(options, io)).root;
}

/** What `undo` takes back, and what it leaves. */
export interface UndoChoice {
  /** The newest first. */
  readonly batches: readonly HistoryBatch[];
  /** The newest batch from another repository that is newer than one that is taken back. */
  readonly elsewhere: HistoryBatch | undefined;
}

/** Returns a function that finds out whether a batch was made in this repository, by whatever links it was reached. */
function isIn(repository: string | undefined): (batch: HistoryBatch) => boolean {
  const known = new Map<string, string>();
  const canonical = (path: string) => getOrMake(known, path, () => canonicalPath(path));
  return (batch) => repository === undefined || canonical(batch.repository) === canonical(repository);
}

/**
 * Returns the last batches to take back: those of one repository, or of all. Undos are not taken back by an undo. What an
 * undo refused is tried again.
 */
export function chooseBatches(
  history: readonly HistoryBatch[],
  { count, repository }: { count: number; repository: string | undefined },
): UndoChoice {
  const isOpen = ({ undoes, undone, lines }: HistoryBatch) =>
    undoes === undefined && undone.size < lines.length;
  const open = history.filter(isOpen).toReversed();
  const isHere = isIn(repository);
  const batches = open.filter(isHere).slice(0, count);
  const oldest = batches.at(-1);
  const newer = oldest === undefined ? open : open.slice(0, open.indexOf(oldest));
  return { batches, elsewhere: newer.find((batch) => !isHere(batch)) };
}
