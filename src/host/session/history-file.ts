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
import { followedStatusOf } from '../files/path-status.js';
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

/** Appends a text. */
function appendText(path: string, text: string): void {
  closeAfter(openSync(path, 'a+', 0o600), (file) => {
    const stats = fstatSync(file);
    const { size, mode } = stats;
    if (!stats.isFile()) throw new Error(`${path} is not a file`);
    if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
    const bytes = Buffer.from(isUnended(file, size) ? `\n${text}` : text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  });
}

const textOf = (line: HistoryLine): string => `${JSON.stringify(line)}\n`;

const bytesOf = (lines: readonly HistoryLine[]): number =>
  lines.reduce((bytes, line) => bytes + Buffer.byteLength(textOf(line)), 0);

/** Returns the newest lines that have room. The named batches are kept in any case, and no batch in part. */
function newestLines(
  lines: readonly HistoryLine[],
  mostBytes: number,
  kept: ReadonlySet<string>,
): HistoryLine[] {
  const dropped = new Set<string>();
  let bytes = 0;
  for (const line of lines.toReversed()) {
    bytes += bytesOf([line]);
    if (bytes > mostBytes && !kept.has(line.batch)) dropped.add(line.batch);
  }
  return lines.filter(({ batch }) => !dropped.has(batch));
}

export class HistoryFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Appends lines. Resolves when they are on disk. Rejects if their batch would be too large to be read. */
  async append(lines: readonly HistoryLine[], deadline?: number): Promise<void> {
    if (lines.length === 0) return;
    const save = () => {
      const size = followedStatusOf(this.path)?.size ?? 0;
      if (size + bytesOf(lines) > hostLimits.historyBytes) this.#makeRoom(lines);
      appendText(this.path, lines.map(textOf).join(''));
    };
    await withLock(`${this.path}.lock`, save, deadline);
  }

  /** Returns all lines, the oldest first. Throws an error that names the file if it cannot be read. */
  read(): HistoryLine[] {
    return this.#texts().flatMap((text) => readLine(text) ?? []);
  }

  /** Returns the lines of a batch, of batches that took it back, of those that took these back, and so on. */
  about(batch: string): HistoryLine[] {
    const texts = this.#texts();
    const names = new Set([batch]);
    const about = (name: string) =>
      texts.filter((text) => text.includes(JSON.stringify(name))).flatMap((text) => readLine(text) ?? []);
    // A set also iterates over what is added meanwhile.
    for (const name of names) for (const line of about(name)) if (line.undoes === name) names.add(line.batch);
    return [...names].flatMap((name) => about(name).filter((line) => line.batch === name));
  }

  #texts(): string[] {
    const reading = this.#open();
    if ('refused' in reading) throw new Error(`${this.path} ${reading.refused}`);
    return reading.text.split('\n').filter((text) => text !== '');
  }

  #open(): TextReading {
    try {
      return openText(realpathSync.native(this.path), hostLimits.historyReadBytes).value;
    } catch (error) {
      if (isMissing(error)) return { text: '' };
      throw new Error(`${this.path} cannot be read: ${systemReason(error)}`, { cause: error });
    }
  }

  /** Drops the oldest batches. A file that cannot be read any more is started again. */
  #makeRoom(added: readonly HistoryLine[]): void {
    let lines: readonly HistoryLine[] = [];
    try {
      lines = this.read();
    } catch {
      // It is a record for convenience, and must not grow without end.
    }
    const bytes = bytesOf(added);
    const batches = new Set(added.map(({ batch }) => batch));
    const left = newestLines(lines, hostLimits.historyKeptBytes - bytes, batches);
    if (bytesOf(left) + bytes > hostLimits.historyReadBytes) throw new Error('the batch is too large');
    replaceFile(this.path, left.map(textOf).join(''), 0o600);
  }
}
