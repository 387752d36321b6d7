/**
 * The only place that reads and writes the tools' own files. Reads are bounded; a write replaces the file in one
 * step, keeps its mode and owner, and leaves a link a link. What cannot be done is a Refusal that names the file.
 */

import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { limits } from '../../limits.js';
import { makeDirectory } from '../make-directory.js';
import { systemReason } from '../problems.js';
import { replaceFile } from '../write-file.js';
import { Refusal, SettingsMistake } from './refusal.js';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));

// A pipe without a writer would hold an ordinary open for ever. Windows has neither the pipe nor the flag.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readBytes(path: string): Buffer {
  const file = openSync(path, openFlags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal(`${path} is not a file`);
    if (stats.size > limits.settingsFileBytes) throw new Refusal(`${path} is too large`);
    const bytes = Buffer.alloc(stats.size);
    return bytes.subarray(0, readSync(file, bytes, 0, stats.size, 0));
  } finally {
    closeSync(file);
  }
}

/** The text of a file with everything in it, or undefined if there is none. */
export function readSettings(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readBytes(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} cannot be read: ${systemReason(error)}`, error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path} is not UTF-8`);
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

/** The file itself behind a link, also if it is still to be made. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  }
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

/** Why a file could not be written, as far as that can be told beforehand. */
export function obstacleTo(path: string): string | undefined {
  try {
    const target = targetOf(path);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats !== undefined) checkWritable(target, stats);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.message : `${path} cannot be written: ${systemReason(error)}`;
  }
}

function keepOwner(path: string, { uid, gid }: Stats): void {
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may give a file away; then it is ours, as if an editor had saved it.
  }
}

function replace(path: string, text: string, mode: number): void {
  const target = targetOf(path);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats !== undefined) checkWritable(target, stats);
  else makeDirectory(dirname(target));
  replaceFile(target, text, mode);
  if (stats !== undefined) keepOwner(target, stats);
}

/** Removes a file that was made for a switch, and directories up to the end that are empty then. */
function remove(path: string, end: string | undefined): void {
  checkWritable(path, statSync(path));
  unlinkSync(path);
  if (end === undefined) return;
  try {
    for (let at = dirname(path); at !== end && at.startsWith(end); at = dirname(at)) rmdirSync(at);
  } catch {
    // The first that is not empty.
  }
}

export interface SettingsWrite {
  readonly path: string;
  /** What the new text was made from: if the file has changed since, nothing is written. */
  readonly before: string | undefined;
  /** Undefined removes the file. */
  readonly after: string | undefined;
  /** What is written instead if the file is a link and should stay. */
  readonly nothing: string;
  /** Mode of a new file. */
  readonly mode: number;
  /** Empty directories below this one are removed with the file. */
  readonly root: string | undefined;
}

/** Writes the text. False if the file has changed meanwhile. */
export function writeSettings({ path, before, after, nothing, mode, root }: SettingsWrite): boolean {
  if (readSettings(path) !== before) return false;
  try {
    const isLink = existsSync(path) && lstatSync(path).isSymbolicLink();
    if (after !== undefined || isLink) replace(path, after ?? nothing, mode);
    else if (before !== undefined) remove(path, root);
    return true;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} cannot be written: ${systemReason(error)}`, error);
  }
}
