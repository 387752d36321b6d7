/**
 * Reads files that other processes of this user have published. A file is trusted only if it and its directories belong
 * to this user, are no links, and are closed to others.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** A file that is not trusted, and why. */
export interface RefusedEntry {
  file: string;
  reason: string;
}

/** Returns why a file or directory is not this user's alone; undefined if it is. */
function distrustReason({ uid, mode }: Stats, closedBits: number, rightMode: string): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'it belongs to another user';
  return (mode & closedBits) === 0 ? undefined : `it is open to others: it should have mode ${rightMode}`;
}

/** Opens the file without following a link, then checks and reads what was opened. Returns the reason for distrust. */
export function readTrusted(file: string, mostBytes: number): { text: string; writtenAtMs: number } | string {
  const handle = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return 'not a plain file';
    const reason = distrustReason(stat, 0o077, '600');
    if (reason !== undefined) return reason;
    if (stat.size > mostBytes) return 'it is too large for an endpoint entry';
    const buffer = Buffer.alloc(stat.size);
    return { text: buffer.toString('utf8', 0, readSync(handle, buffer)), writtenAtMs: stat.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns the first of the directory and its parents up to `top` that is not trusted; undefined if all are. Throws if
 * one of them cannot be looked at.
 */
export function distrustedDirectory(
  directory: string,
  top: string,
  closedBits: number,
): RefusedEntry | undefined {
  const chain = [directory];
  while (chain[0] !== top && dirname(chain[0]!) !== chain[0]) chain.unshift(dirname(chain[0]!));
  for (const file of chain) {
    const stats = lstatSync(file);
    const reason = stats.isSymbolicLink() ? 'it is a link' : distrustReason(stats, closedBits, '700');
    if (reason !== undefined) return { file, reason };
  }
  return undefined;
}
