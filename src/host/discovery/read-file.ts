/**
 * Bounded reads. A frontmatter costs its first 8 KiB, in one buffer used again and again, and more only if it
 * is longer; other files are read whole up to a limit. Never blocks on a pipe.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { limits } from '../../limits.js';
import { type Split, splitFrontmatter } from './frontmatter.js';

const head = Buffer.allocUnsafe(limits.headBytes);

// A pipe without a writer would hold an ordinary open for ever. Windows has neither the pipe nor the flag.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, openFlags);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

function splitHead(file: number, buffer: Buffer): Split {
  return splitFrontmatter(buffer, readSync(file, buffer, 0, buffer.length, 0));
}

/** The frontmatter of a regular file. Throws what the system throws. */
export function readFrontmatter(path: string): Split {
  return withFile(path, (file) => {
    const split = splitHead(file, head);
    if (split.kind !== 'open') return split;
    return splitHead(file, Buffer.allocUnsafe(limits.frontmatterBytes));
  });
}

/** The text of a regular file, or why it is not read. Throws what the system throws. */
export function readText(path: string, mostBytes: number): { text: string } | { refused: string } {
  return withFile(path, (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { refused: stats.isDirectory() ? 'is a directory' : 'is not a file' };
    if (stats.size > mostBytes) return { refused: `is larger than ${mostBytes / 1024} KiB` };
    const bytes = Buffer.allocUnsafe(stats.size);
    const length = readSync(file, bytes, 0, stats.size, 0);
    const text = bytes.toString('utf8', 0, length);
    return { text: text.startsWith('\uFEFF') ? text.slice(1) : text };
  });
}
