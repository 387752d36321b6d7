/**
 * Finds the frontmatter in the first bytes of a file. Reads 8 KiB into a buffer that all files share, and more only if
 * the frontmatter is longer.
 */

import { isUtf8 } from 'node:buffer';
import { fstatSync, readSync } from 'node:fs';
import { withOpened } from '../files/open-file.js';
import { type FileRead, readCached } from '../files/read-cache.js';
import { hostLimits } from '../limits.js';

type Split =
  | { kind: 'closed'; block: string; damaged: boolean }
  | { kind: 'none' }
  /** It has no closing line in the bytes that were read. */
  | { kind: 'open' }
  | { kind: 'utf16' };

const closing = Buffer.from('\n---');

/** True for a byte order mark of UTF-16. */
function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Offset of the first byte after the blanks at this offset. */
function skipBlanks(bytes: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d)) at += 1;
  return at;
}

/** Offset of the line break after a first line `---`; -1 if the first line is another. */
function endOfFirstLine(bytes: Buffer, length: number): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const [a, b, c] = [bytes[start], bytes[start + 1], bytes[start + 2]];
  if (start + 3 > length || a !== 0x2d || b !== 0x2d || c !== 0x2d) return -1;
  const end = skipBlanks(bytes, start + 3, length);
  return end === length || bytes[end] === 0x0a ? end : -1;
}

/** Offset of the line break before the closing line `---`; -1 if there is none. */
function startOfLastLine(bytes: Buffer, from: number, length: number): number {
  for (let at = bytes.indexOf(closing, from); at !== -1; at = bytes.indexOf(closing, at + 1)) {
    const end = skipBlanks(bytes, at + closing.length, length);
    if (end > length) return -1;
    // A line cut off by the end of the buffer may go on; at the end of the file it is whole.
    if (end === length ? length < bytes.length : bytes[end] === 0x0a) return at;
  }
  return -1;
}

/**
 * Finds the block between a first line `---` and the next such line in the first bytes of a buffer.
 * @internal
 */
export function splitFrontmatter(bytes: Buffer, length: number): Split {
  if (length > 1 && isUtf16(bytes)) return { kind: 'utf16' };
  const opened = endOfFirstLine(bytes, length);
  if (opened === -1) return { kind: 'none' };
  const closed = startOfLastLine(bytes, opened, length);
  if (closed === -1) return { kind: 'open' };
  const block = bytes.toString('utf8', opened + 1, closed + 1);
  const damaged = block.includes('\uFFFD') && !isUtf8(bytes.subarray(opened + 1, closed + 1));
  return { kind: 'closed', block, damaged };
}

const sharedBuffer = Buffer.allocUnsafe(hostLimits.headBytes);

function openFrontmatter(path: string, wantsStats: boolean): FileRead<Split> {
  return withOpened(path, (file) => {
    const splitStart = (buffer: Buffer) =>
      splitFrontmatter(buffer, readSync(file, buffer, 0, buffer.length, 0));
    const stats = wantsStats ? fstatSync(file) : undefined;
    const split = splitStart(sharedBuffer);
    const isLong = split.kind === 'open';
    return { value: isLong ? splitStart(Buffer.allocUnsafe(hostLimits.frontmatterBytes)) : split, stats };
  });
}

/** Reads the frontmatter of the file at a resolved path. Throws what the system throws. */
export function readFrontmatter(path: string): Split {
  return readCached(path, openFrontmatter, 'head ');
}
