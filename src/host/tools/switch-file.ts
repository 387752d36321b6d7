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
import type { MadeFiles } from './made-files.js';
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
  readonly isRemoved: boolean;
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
  return { target, directories, isRemoved: false };
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
  return { target, directories, isRemoved: true };
}

export interface SettingsWrite {
  readonly path: string;
  readonly text: string;
  /** False if there is no file at the path yet. */
  readonly isThere: boolean;
  /** The text of a file without settings. A file that skillpick made and that would have only this text is removed. */
  readonly emptyText: string;
  /** Mode of a new file. */
  readonly mode: number;
  /** The repository that a workspace's file must not lead out of. */
  readonly repository: Repository | undefined;
  readonly made: MadeFiles;
}

function write(change: SettingsWrite): ChangedPaths {
  const { path, text, isThere, emptyText, made, repository } = change;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const known = isThere && !isLink ? made.find(path) : undefined;
  if (known !== undefined && text === emptyText) {
    const touched = remove(path, known, repository);
    made.forget(path);
    return touched;
  }
  const isOurs = known !== undefined || (!isThere && !isLink);
  // A process that is killed right after it has put the file in place must already have recorded it.
  return replace(change, (file, directories) => {
    if (isOurs) made.add(path, known ?? directories, file);
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
