/**
 * Listens on a unix socket to which only this user can connect. Replaces nothing but a socket of this user that no process
 * listens on any more. Node removes the name it has bound, whatever is there by then: so it binds another one, and the
 * socket gets its name as a link.
 */

import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, rmSync, type Stats, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { SkillpickError } from '../../errors.js';
import { ifPossible } from '../files/if-possible.js';
import { hostLimits } from '../limits.js';

function refuse(path: string, reason: string, cause?: unknown): never {
  throw new SkillpickError('host-unreachable', `${path} cannot be listened on: ${reason}.`, {
    hint: 'Choose another path.',
    cause,
  });
}

const mostBytes = () =>
  process.platform === 'linux' ? hostLimits.linuxSocketPathBytes : hostLimits.socketPathBytes;

function checkPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  const most = mostBytes();
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

/** In other directories, others could put a socket of their own in the place of ours. */
function checkDirectory(path: string): void {
  const { mode, uid, gid } = statSync(dirname(path));
  if (uid !== process.getuid?.() && uid !== 0) refuse(path, 'its directory belongs to another user');
  const forOthers = gid === process.getgid?.() ? 0o002 : 0o022;
  if ((mode & forOthers) !== 0 && (mode & 0o1000) === 0) refuse(path, 'others can write to its directory');
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

/** Returns a fresh name in the same directory. It is as short as it must be for the system. */
function nameBeside(path: string): string {
  const directory = dirname(path);
  const chars = Math.min(16, mostBytes() - Buffer.byteLength(join(directory, '/')));
  return join(directory, randomBytes(8).toString('hex').slice(0, chars));
}

/** Listens at the path, which must be free, so that closing the server removes nothing there. */
async function listenAt(server: Server, path: string): Promise<void> {
  const bound = nameBeside(path);
  await listenWithMask(server, bound);
  try {
    linkSync(bound, path);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    rmSync(bound, { force: true });
  }
}

/**
 * Starts to listen. Returns what removes the socket, to be called before the server is closed: until then, no other file
 * can be taken for it. It is also removed when the process exits.
 */
export async function listenPrivately(server: Server, path: string): Promise<() => void> {
  checkPath(path);
  try {
    checkDirectory(path);
    await removeDead(path);
    await listenAt(server, path);
  } catch (error) {
    if (error instanceof SkillpickError) throw error;
    refuse(path, `the system refuses (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const made = lookAt(path)!;
  const remove = () => {
    process.off('exit', remove);
    ifPossible(() => isSameFile(lookAt(path), made) && rmSync(path));
  };
  process.once('exit', remove);
  return remove;
}
