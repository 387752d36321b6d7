/**
 * The only place that opens and writes the tools' own files. Reads are bounded; a write replaces the file in one
 * step, keeps its mode and owner, and leaves a link a link. A failure is a Refusal that names the file.
 */

import {
  accessSync,
  constants,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCode, systemReason } from '../discovery/problems.js';
import { makeDirectory, removeEmpty } from '../files/make-directory.js';
import { closeAfter, readBytes, readFlags, withDirectory } from '../files/open-file.js';
import type { FileRead } from '../files/read-cache.js';
import { isMissing } from '../files/resolve-path.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import { type FileBefore, isBlank, type MadeFiles } from './made-files.js';
import { Refusal } from './refusal.js';
import { type Repository, targetIn } from './repository.js';

function readWhole(path: string): FileRead<Buffer> {
  return closeAfter(openSync(path, readFlags), (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal(`${path} is not a file`, undefined, 'not-a-file');
    if (stats.size > hostLimits.settingsFileBytes)
      throw new Refusal(`${path} is too large`, undefined, 'too-large');
    return { value: readBytes(file, stats.size), stats };
  });
}

/** Reads the whole text of a file; undefined if there is none. */
export function readSettings(path: string): FileRead<string | undefined> {
  let read: FileRead<Buffer>;
  try {
    read = readWhole(path);
  } catch (error) {
    if (isMissing(error)) return { value: undefined, stats: undefined };
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} cannot be read: ${systemReason(error)}`, error, systemCode(error));
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { value: decoder.decode(read.value), stats: read.stats };
  } catch {
    throw new Refusal(`${path} is not UTF-8`, undefined, 'encoding-invalid');
  }
}

/** Runs `work` on a file; in a repository, by a path that no new link can redirect. */
function inPlace(target: string, repository: Repository | undefined, work: (file: string) => void): void {
  if (repository === undefined) work(target);
  else withDirectory(dirname(target), (directory) => work(join(directory, basename(target))));
}

/** Renaming over a file succeeds even if the file is read-only. */
function checkWritable(path: string, { mode }: Stats): void {
  if ((mode & 0o222) === 0) throw new Refusal(`${path} is read-only`);
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Refusal(`${path} cannot be written: ${systemReason(error)}`, error);
  }
}

/** Replacing, making or removing a file needs a writable directory: its own, or the nearest existing one above. */
function checkDirectory(directory: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined && directory !== dirname(directory)) checkDirectory(dirname(directory));
  else if (stats?.isDirectory()) checkWritable(directory, stats);
  else throw new Refusal(`${directory} is not a directory`);
}

/** Returns why a file cannot be written, as far as that is known before writing. */
export function obstacleTo(path: string, repository: Repository | undefined): string | undefined {
  try {
    const target = targetIn(repository, path);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats !== undefined) checkWritable(target, stats);
    checkDirectory(dirname(target));
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.message : `${path} cannot be written: ${systemReason(error)}`;
  }
}

/** The file is already written, so nothing here may fail. */
function keepOwner(path: string, { uid, gid }: Stats): void {
  try {
    const now = lstatSync(path);
    if (now.uid !== uid || now.gid !== gid) lchownSync(path, uid, gid);
  } catch {
    // Only root may change the owner. Otherwise the file belongs to this user, as if an editor had saved it.
  }
}

/** What a write has changed: the file behind all links, and the directories that were made or removed. */
interface ChangedPaths {
  readonly target: string;
  readonly directories: readonly string[];
  /** The text that the file has now; undefined if it was removed. */
  readonly text: string | undefined;
}

/** Replaces the file, and makes the directories that are missing above it. Calls `note` before the file is in place. */
function replace(
  { path, text, mode, repository }: SettingsWrite,
  note: (file: string, directories: readonly string[]) => void,
): ChangedPaths {
  const target = targetIn(repository, path);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats !== undefined) checkWritable(target, stats);
  const directories = stats === undefined ? makeDirectory(dirname(target)) : [];
  try {
    inPlace(target, repository, (file) => {
      replaceFile(file, text, mode, (temporary) => note(temporary, directories));
      if (stats !== undefined) keepOwner(file, stats);
    });
  } catch (error) {
    removeEmpty(directories);
    throw error;
  }
  return { target, directories, text };
}

/** Removes a file that skillpick made, with the directories that were made for it. */
function remove(
  path: string,
  directories: readonly string[],
  repository: Repository | undefined,
): ChangedPaths {
  const target = targetIn(repository, path);
  checkWritable(target, statSync(target));
  inPlace(target, repository, unlinkSync);
  removeEmpty(directories);
  return { target, directories, text: undefined };
}

export interface SettingsWrite {
  readonly path: string;
  readonly text: string;
  /** The text at the path now; undefined if there is no file. */
  readonly before: string | undefined;
  /**
   * The text of a file without settings. A file that skillpick made is removed instead of getting this text, and a file
   * that was blank gets its old text.
   */
  readonly emptyText: string;
  /** Mode of a new file. */
  readonly mode: number;
  /** The repository that a workspace's file must not lead out of. */
  readonly repository: Repository | undefined;
  readonly made: MadeFiles;
}

/** Returns how a file without settings of somebody else was before; undefined for any other file. */
function fileBefore({ path, before, made }: SettingsWrite): FileBefore | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  if (before === undefined) return { directories: [] };
  return made.find(path) ?? (isBlank(before) ? { directories: [], blank: before } : undefined);
}

function write(change: SettingsWrite): ChangedPaths {
  const { path, text, before, emptyText, made, repository } = change;
  const was = fileBefore(change);
  // A file that was blank has no more than the braces that it got.
  const isEmptied = text === emptyText || (was?.blank !== undefined && text.trim() === '{}');
  if (was !== undefined && before !== undefined && isEmptied) {
    const touched =
      was.blank === undefined
        ? remove(path, was.directories, repository)
        : replace({ ...change, text: was.blank }, () => undefined);
    made.forget(path);
    return touched;
  }
  // A process that is killed right after it has put the file in place must already have recorded it.
  return replace(change, (file, directories) => {
    if (was !== undefined) made.add(path, before === undefined ? { directories } : was, file);
  });
}

/** Writes the text, or removes a file that would have no settings. */
export function writeSettings(change: SettingsWrite): ChangedPaths {
  try {
    return write(change);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${change.path} cannot be written: ${systemReason(error)}`, error);
  }
}
