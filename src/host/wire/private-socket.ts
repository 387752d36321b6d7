/**
 * Listens on a unix socket to which only this user can connect. Replaces nothing but a socket of this user that no process
 * listens on any more.
 */

import { lstatSync, rmSync, type Stats, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { SkillpickError } from '../../errors.js';
import { hostLimits } from '../limits.js';

function refuse(path: string, reason: string, cause?: unknown): never {
  throw new SkillpickError('host-unreachable', `${path} cannot be listened on: ${reason}.`, {
    hint: 'Choose another path.',
    cause,
  });
}

function checkPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  const most = process.platform === 'linux' ? hostLimits.linuxSocketPathBytes : hostLimits.socketPathBytes;
  const refusePath = (problem: string) => {
    throw new SkillpickError('bad-usage', `The path of the socket ${problem}.`, {
      hint: 'Choose a short one, such as in XDG_RUNTIME_DIR.',
    });
  };
  if (process.platform === 'win32') refusePath('cannot be used: there are no such sockets on Windows');
  if (bytes > most) refusePath(`has ${bytes} bytes; the system allows ${most}`);
  if (/\p{Cc}/u.test(path)) refusePath('has a control character');
  // In a URL, the path of the request begins there.
  if (path.includes(':/')) refusePath('has a colon before a slash, which no URL can express');
}

const lookAt = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const isSameFile = (a: Stats | undefined, b: Stats): boolean => a?.ino === b.ino && a.dev === b.dev;

/** Returns what connecting to the socket fails with; undefined if a process accepts. */
function connectFailure(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
  });
}

/** Removes a socket that a process of this user has left behind. Refuses anything else. */
async function removeDead(path: string): Promise<void> {
  const found = lookAt(path);
  if (found === undefined) return;
  if (!found.isSocket()) refuse(path, 'it exists and is not a socket');
  if (found.uid !== process.getuid?.()) refuse(path, 'it belongs to another user');
  const failure = await connectFailure(path);
  if (failure === undefined) refuse(path, 'another process listens there');
  if (failure !== 'ECONNREFUSED') refuse(path, `it may be in use (${failure})`);
  if (!isSameFile(lookAt(path), found)) refuse(path, 'another process has just made it');
  rmSync(path);
}

/** In such a directory, others could put a socket of their own in the place of ours. */
function checkDirectory(path: string): void {
  const { mode } = statSync(dirname(path));
  if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) refuse(path, 'others can write to its directory');
}

/** Makes the socket with mode 0600 from the start. Node makes it before `listen` returns. */
function listenWithMask(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

/** Starts to listen. The socket is removed when the server closes, or when the process exits before that. */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  checkPath(path);
  try {
    checkDirectory(path);
    await removeDead(path);
    await listenWithMask(server, path);
  } catch (error) {
    if (error instanceof SkillpickError) throw error;
    refuse(path, `the system refuses (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const made = lookAt(path)!;
  const remove = () => {
    if (isSameFile(lookAt(path), made)) rmSync(path);
  };
  process.once('exit', remove);
  server.once('close', () => process.off('exit', remove));
}
