/**
 * Remembers which settings files skillpick made, and the directories for them, so that it removes no others; and which
 * ones were blank, so that they can be left as they were. If another
 * program replaces such a file, the new file belongs to that program. There is one list for each tool, in skillpick's
 * state directory, changed only under the lock of that tool.
 */

import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { isStringList } from '../../protocol/checks.js';
import { ifPossible } from '../files/if-possible.js';
import { openText } from '../files/open-file.js';
import { type FileRead, ReadCache } from '../files/read-cache.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';

interface MadeFile {
  /** Distinguishes this file from another one at the same path. */
  readonly id: string;
  /** The id of the file that it replaces. */
  readonly earlier?: string;
  /** Directories that were made for it, the deepest first. */
  readonly directories: readonly string[];
  /** The text of the file that was there before, if it was blank; absent if there was none. */
  readonly blank?: string;
}

/** How a settings file was before skillpick wrote it. */
export type FileBefore = Pick<MadeFile, 'directories' | 'blank'>;

type MadeFileList = Readonly<Record<string, MadeFile>>;

/** Returns undefined for a path that is not a file or cannot be checked: an old repository may be gone. */
function idOf(path: string): string | undefined {
  const stats = ifPossible(() => lstatSync(path, { bigint: true }));
  return stats?.isFile() ? `${stats.ino} ${stats.birthtimeNs}` : undefined;
}

/** Returns true if the file, or the one that it replaces, is at the path. */
function isAt(path: string, { id, earlier }: MadeFile): boolean {
  const present = idOf(path);
  return present !== undefined && (present === id || present === earlier);
}

export const isBlank = (text: string): boolean => text.trim() === '';

function isMadeFile(value: unknown): boolean {
  const { id, directories, blank = '' } = (value ?? {}) as Partial<MadeFile>;
  return typeof id === 'string' && isStringList(directories) && typeof blank === 'string' && isBlank(blank);
}

function readList(file: string): FileRead<MadeFileList> {
  const { value, stats } = openText(realpathSync.native(file), hostLimits.switchesFileBytes);
  if ('refused' in value) return { value: {}, stats };
  const entries = Object.entries(JSON.parse(value.text) as object);
  return { value: Object.fromEntries(entries.filter(([, made]) => isMadeFile(made))), stats };
}

export class MadeFiles {
  readonly #file: string;
  readonly #reads: ReadCache;

  constructor(file: string, onRead?: (path: string) => void) {
    this.#file = file;
    this.#reads = new ReadCache(onRead);
  }

  /** Returns how a settings file was before; undefined if it had settings of somebody else. */
  find(path: string): FileBefore | undefined {
    const made = this.#read()[path];
    return made !== undefined && isAt(path, made) ? made : undefined;
  }

  /**
   * Remembers a file before it is renamed to the path. The file that it replaces stays remembered too, because the
   * process may be killed before the rename.
   */
  add(path: string, { directories, blank }: FileBefore, file: string): void {
    const [id, earlier] = [idOf(file), idOf(path)];
    if (id === undefined) return;
    const rest = { directories, ...(blank !== undefined && { blank }) };
    const made = { id, ...(earlier !== undefined && { earlier }), ...rest };
    this.#write({ ...this.#read(), [path]: made }, path);
  }

  forget(path: string): void {
    const { [path]: _, ...rest } = this.#read();
    this.#write(rest);
  }

  /** A list that cannot be read counts as empty: then no settings file is removed. */
  #read(): MadeFileList {
    if (!existsSync(this.#file)) return {};
    this.#reads.startPass();
    return ifPossible(() => this.#reads.get(this.#file, readList)) ?? {};
  }

  #write(list: MadeFileList, added?: string): void {
    const current = Object.entries(list).filter(([path, made]) => path === added || isAt(path, made));
    try {
      if (current.length === 0) rmSync(this.#file, { force: true });
      else replaceFile(this.#file, `${JSON.stringify(Object.fromEntries(current), null, 2)}\n`);
      this.#reads.put<MadeFileList>(this.#file, Object.fromEntries(current));
    } catch {
      // The settings are written all the same. A file that is not on the list is not removed later.
    }
  }
}
