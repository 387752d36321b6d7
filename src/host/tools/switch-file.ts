/**
 * The only place that reads and writes the tools' own files. Reads are bounded; a write replaces the file in one
 * step, keeps its mode and owner, and leaves a link a link. What cannot be done is a Refusal that names the file.
 */

import {
  accessSync,
  closeSync,
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
import { readBytes, readFlags, withDirectory } from '../files/open-file.js';
import { isMissing, resolvePath } from '../files/resolve-path.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import type { MadeFiles } from './made-files.js';
import { Refusal, SettingsMistake } from './refusal.js';
import { type Repository, targetIn } from './repository.js';

function readWhole(path: string): Buffer {
  const file = openSync(path, readFlags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal(`${path} is not a file`, undefined, 'not-a-file');
    if (stats.size > hostLimits.settingsFileBytes)
      throw new Refusal(`${path} is too large`, undefined, 'too-large');
    return readBytes(file, stats.size);
  } finally {
    closeSync(file);
  }
}

/** The text of a file with everything in it, or undefined if there is none. */
export function readSettings(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readWhole(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} cannot be read: ${systemReason(error)}`, error, systemCode(error));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path} is not UTF-8`, undefined, 'encoding-invalid');
  }
}

/** What a file holds, or undefined whatever is wrong with it: for what is good to know but not needed. */
export function readIfPossible(path: string, parse: (text: string) => unknown): unknown {
  try {
    const text = readSettings(path);
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    if (error instanceof Refusal || error instanceof SettingsMistake) return undefined;
    throw error;
  }
}

/** The file itself behind all links, there or not. Refuses one that is not in its repository. */
function fileBehind(path: string, repository: Repository | undefined): string {
  return repository === undefined ? resolvePath(path) : targetIn(repository, path);
}

/** Runs `work` on a file that was found behind its links; in a repository by a path that cannot be turned elsewhere. */
function inPlace(target: string, repository: Repository | undefined, work: (file: string) => void): void {
  if (repository === undefined) work(target);
  else withDirectory(dirname(target), (directory) => work(join(directory, basename(target))));
}

/** Renaming over a file asks nobody whether it may be written. */
function checkWritable(path: string, { mode }: Stats): void {
  if ((mode & 0o222) === 0) throw new Refusal(`${path} is read-only`);
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Refusal(`${path} cannot be written: ${systemReason(error)}`, error);
  }
}

/** A file is replaced, made or removed by its directory, or by the nearest one above that is there. */
function checkDirectory(directory: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined && directory !== dirname(directory)) checkDirectory(dirname(directory));
  else if (stats?.isDirectory()) checkWritable(directory, stats);
  else throw new Refusal(`${directory} is not a directory`);
}

/** Why a file could not be written, as far as that can be told beforehand. */
export function obstacleTo(path: string, repository?: Repository): string | undefined {
  try {
    const target = fileBehind(path, repository);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats !== undefined) checkWritable(target, stats);
    checkDirectory(dirname(target));
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.message : `${path} cannot be written: ${systemReason(error)}`;
  }
}

/** The file is written by now, so nothing here may fail. */
function keepOwner(path: string, { uid, gid }: Stats): void {
  try {
    const now = lstatSync(path);
    if (now.uid !== uid || now.gid !== gid) lchownSync(path, uid, gid);
  } catch {
    // Only root may give a file away; then it is ours, as if an editor had saved it.
  }
}

/** Replaces the file; returns the directories that had to be made for it. */
function replace(path: string, text: string, mode: number, repository: Repository | undefined): string[] {
  const target = fileBehind(path, repository);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats !== undefined) checkWritable(target, stats);
  const directories = stats === undefined ? makeDirectory(dirname(target)) : [];
  try {
    inPlace(target, repository, (file) => {
      replaceFile(file, text, mode);
      if (stats !== undefined) keepOwner(file, stats);
    });
  } catch (error) {
    removeEmpty(directories);
    throw error;
  }
  return directories;
}

/** Removes a file that was made here, with the directories that were made for it. */
function remove(path: string, directories: readonly string[], repository: Repository | undefined): void {
  const target = fileBehind(path, repository);
  checkWritable(target, statSync(target));
  inPlace(target, repository, unlinkSync);
  removeEmpty(directories);
}

export interface SettingsWrite {
  readonly path: string;
  /** What the new text was made from: if the file has changed since, nothing is written. */
  readonly before: string | undefined;
  readonly after: string;
  /** The text that says nothing. A file that was made here and would hold no more than that is removed. */
  readonly nothing: string;
  /** Mode of a new file. */
  readonly mode: number;
  /** Of a workspace's file, which must not lead out of it. */
  readonly repository: Repository | undefined;
  readonly made: MadeFiles;
}

/** Returns what the file holds then; undefined for no file. */
function write({ path, before, after, nothing, mode, made, repository }: SettingsWrite): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const known = before === undefined || isLink ? undefined : made.find(path);
  if (known !== undefined && after === nothing) {
    remove(path, known, repository);
    made.forget(path);
    return undefined;
  }
  const directories = replace(path, after, mode, repository);
  if (known !== undefined) made.add(path, known);
  else if (before === undefined && !isLink) made.add(path, directories);
  return after;
}

/** Writes the text and returns what the file holds then. Returns undefined if the file has changed meanwhile. */
export function writeSettings(change: SettingsWrite): { text: string | undefined } | undefined {
  const { path, before } = change;
  if (readSettings(path) !== before) return undefined;
  try {
    return { text: write(change) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} cannot be written: ${systemReason(error)}`, error);
  }
}
