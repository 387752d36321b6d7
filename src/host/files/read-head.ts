/**
 * Bounded reads of files whose paths are resolved already. A frontmatter costs its first 8 KiB, in one buffer used
 * again and again, and more only if it is longer; other files are read whole up to a limit.
 */

import { fstatSync, readSync } from 'node:fs';
import { type Split, splitFrontmatter } from '../discovery/frontmatter.js';
import { hostLimits } from '../limits.js';
import { readBytes, withOpened } from './open-file.js';

const head = Buffer.allocUnsafe(hostLimits.headBytes);

function splitHead(file: number, buffer: Buffer): Split {
  return splitFrontmatter(buffer, readSync(file, buffer, 0, buffer.length, 0));
}

/** Reads the frontmatter of a regular file. Throws what the system throws. */
export function readFrontmatter(path: string): Split {
  return withOpened(path, (file) => {
    const split = splitHead(file, head);
    if (split.kind !== 'open') return split;
    return splitHead(file, Buffer.allocUnsafe(hostLimits.frontmatterBytes));
  });
}

export type TextReading = { text: string } | { refused: string; code: 'not-a-file' | 'too-large' };

/** Returns the text of a regular file, or why it is not read. Throws what the system throws. */
export function readText(path: string, mostBytes: number): TextReading {
  return withOpened(path, (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile())
      return { code: 'not-a-file', refused: stats.isDirectory() ? 'is a directory' : 'is not a file' };
    if (stats.size > mostBytes)
      return { code: 'too-large', refused: `is larger than ${mostBytes / 1024} KiB` };
    const text = readBytes(file, stats.size).toString('utf8');
    return { text: text.startsWith('\uFEFF') ? text.slice(1) : text };
  });
}
