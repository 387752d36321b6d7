/**
 * Bounded reads of files whose paths are resolved already. A frontmatter costs its first 8 KiB, in one buffer used
 * again and again, and more only if it is longer; other files are read whole up to a limit.
 */

import { fstatSync, readSync } from 'node:fs';
import { type Split, splitFrontmatter } from '../discovery/frontmatter.js';
import { hostLimits } from '../limits.js';
import { readBytes, withOpened } from './open-file.js';
import { type FileRead, readCached } from './read-cache.js';

const head = Buffer.allocUnsafe(hostLimits.headBytes);

function splitHead(file: number, buffer: Buffer): Split {
  return splitFrontmatter(buffer, readSync(file, buffer, 0, buffer.length, 0));
}

type ReadText = { text: string } | { refused: string };

function openFrontmatter(path: string): FileRead<Split> {
  return withOpened(path, (file) => {
    const stats = fstatSync(file);
    const split = splitHead(file, head);
    if (split.kind !== 'open') return { value: split, stats };
    return { value: splitHead(file, Buffer.allocUnsafe(hostLimits.frontmatterBytes)), stats };
  });
}

/** Like `readText`, and returns the stats of the opened file as well. */
export function openText(path: string, mostBytes: number): FileRead<ReadText> {
  return withOpened(path, (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile())
      return { value: { refused: stats.isDirectory() ? 'is a directory' : 'is not a file' }, stats };
    if (stats.size > mostBytes)
      return { value: { refused: `is larger than ${mostBytes / 1024} KiB` }, stats };
    const text = readBytes(file, stats.size).toString('utf8');
    return { value: { text: text.startsWith('\uFEFF') ? text.slice(1) : text }, stats };
  });
}

/** Reads the frontmatter of a regular file. Throws what the system throws. */
export function readFrontmatter(path: string): Split {
  return readCached(path, openFrontmatter, 'head ');
}

/** Returns the text of a regular file, or why it is not read. Throws what the system throws. */
export function readText(path: string, mostBytes: number): ReadText {
  return readCached(path, (file) => openText(file, mostBytes), `text ${mostBytes} `);
}
