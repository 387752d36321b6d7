/**
 * The history of all switches that skillpick wrote to this machine's settings, one JSON object a line. Lines are appended
 * under a lock. If the file grows too large, the oldest batches are dropped, each as a whole. Damaged lines are skipped.
 */

import { fchmodSync, fstatSync, fsyncSync, openSync, readSync, realpathSync, writeSync } from 'node:fs';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import { systemReason } from '../discovery/problems.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { closeAfter, openText, type TextReading } from '../files/open-file.js';
import { isMissing } from '../files/resolve-path.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import { type HistoryLine, readLine } from './history-line.js';

/** `$XDG_STATE_HOME/skillpick/history.jsonl`, or the platform's directory for such files. */
export function historyPath(environment: Pick<HostEnvironment, 'env' | 'platform' | 'home'>): string {
  return `${stateDirectory(environment)}${environment.platform === 'win32' ? '\\' : '/'}history.jsonl`;
}

/** True if the last line of an open file has no end: a process was killed while it wrote the line. */
function isUnended(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}

/** Appends a text; returns the new size. */
function appendText(path: string, text: string): number {
  return closeAfter(openSync(path, 'a+', 0o600), (file) => {
    const stats = fstatSync(file);
    const { size, mode } = stats;
    if (!stats.isFile()) throw new Error(`${path} is not a file`);
    if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
    const bytes = Buffer.from(isUnended(file, size) ? `\n${text}` : text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
    return size + bytes.length;
  });
}

const textOf = (line: HistoryLine): string => `${JSON.stringify(line)}\n`;

/** Returns the newest lines that have room. The newest batch is kept in any case, and no batch in part. */
function newestLines(lines: readonly HistoryLine[], mostBytes: number): HistoryLine[] {
  const newest = lines.at(-1)?.batch;
  const dropped = new Set<string>();
  let bytes = 0;
  for (const line of lines.toReversed()) {
    bytes += Buffer.byteLength(textOf(line));
    if (bytes > mostBytes && line.batch !== newest) dropped.add(line.batch);
  }
  return lines.filter(({ batch }) => !dropped.has(batch));
}

export class HistoryFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Appends lines. Resolves when they are on disk. */
  async append(lines: readonly HistoryLine[], deadline?: number): Promise<void> {
    if (lines.length === 0) return;
    const save = () => {
      const size = appendText(this.path, lines.map(textOf).join(''));
      if (size > hostLimits.historyBytes) this.#shorten(lines);
    };
    await withLock(`${this.path}.lock`, save, deadline);
  }

  /** Returns all lines, the oldest first. Throws an error that names the file if it cannot be read. */
  read(): HistoryLine[] {
    return this.#texts().flatMap((text) => readLine(text) ?? []);
  }

  /** Returns the lines of a batch, and those of batches that took it back, the oldest first. */
  about(batch: string): HistoryLine[] {
    const named = this.#texts().filter((text) => text.includes(JSON.stringify(batch)));
    return named
      .flatMap((text) => readLine(text) ?? [])
      .filter((line) => line.batch === batch || line.undoes === batch);
  }

  #texts(): string[] {
    const reading = this.#open();
    if ('refused' in reading) throw new Error(`${this.path} ${reading.refused}`);
    return reading.text.split('\n').filter((text) => text !== '');
  }

  #open(): TextReading {
    try {
      return openText(realpathSync.native(this.path), 2 * hostLimits.historyBytes).value;
    } catch (error) {
      if (isMissing(error)) return { text: '' };
      throw new Error(`${this.path} cannot be read: ${systemReason(error)}`, { cause: error });
    }
  }

  /** Drops the oldest batches. A file that cannot be read any more is started again with the newest lines. */
  #shorten(newest: readonly HistoryLine[]): void {
    let lines = newest;
    try {
      lines = this.read();
    } catch {
      // It is a record for convenience, and must not grow without end.
    }
    replaceFile(this.path, newestLines(lines, hostLimits.historyKeptBytes).map(textOf).join(''), 0o600);
  }
}
