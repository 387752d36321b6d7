/**
 * Finds the frontmatter in the first bytes of a file. Reads 8 KiB into a buffer that all files share, and more only if
 * the frontmatter is longer.
 */

import { isUtf8 } from 'node:buffer';
import { fstatSync, readSync } from 'node:fs';
import { withOpened } from '../files/open-file.js';
import { type FileRead, readCached } from '../files/read-cache.js';
import { hostLimits } from '../limits.js';
import type { FileFacts } from './file-facts.js';

/** What the beginning of a file looks like, whether or not it has frontmatter. */
type Beginning = Pick<
  FileFacts,
  'firstLine' | 'hasMark' | 'hasBlanks' | 'hasBlanksAtEnd' | 'isDamaged' | 'isLong'
>;

export type Split =
  | ({ kind: 'closed'; block: string } & Beginning)
  | ({ kind: 'none' } & Beginning)
  /** It has no closing line in the bytes that were read. */
  | ({ kind: 'open'; rest: string } & Beginning)
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

const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Offset of the line break after a first line `---`; -1 if the first line is another. */
function endOfFirstLine(bytes: Buffer, length: number): number {
  const start = hasByteOrderMark(bytes) ? 3 : 0;
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

/** True if the bytes are valid UTF-8, except for a last character that the end of the buffer may have cut off. */
function isValidText(bytes: Buffer, length: number): boolean {
  const text = bytes.subarray(0, length);
  if (isUtf8(text)) return true;
  if (length < bytes.length) return false;
  return [1, 2, 3].some((cut) => isUtf8(text.subarray(0, length - cut)));
}

/** Offset of the first byte after the blanks and line breaks at this offset. */
function skipBlankLines(bytes: Buffer, from: number, length: number): number {
  let at = skipBlanks(bytes, from, length);
  while (at < length && bytes[at] === 0x0a) at = skipBlanks(bytes, at + 1, length);
  return at;
}

const isPlain = (byte: number | undefined): boolean => byte !== undefined && byte > 0x20 && byte < 0x7f;

/** The beginning of the first line after the offset that is not blank. Decodes no more than that of most files. */
function firstLineAfter(bytes: Buffer, offset: number, length: number): string | undefined {
  const end = Math.min(length, offset + hostLimits.detailChars);
  const start = skipBlankLines(bytes, offset, end);
  // Other characters may be blanks, too.
  const cut = isPlain(bytes[start]) ? Math.min(end, start + hostLimits.firstLineBytes) : end;
  return /^[ \t]*(\S[^\r\n]*)/m.exec(bytes.toString('utf8', start, cut))?.[1];
}

/** The text after the offset, with no part of a line beyond the bytes that are read of every file. */
function wholeLines(bytes: Buffer, offset: number, length: number): string {
  const isCut = length > hostLimits.headBytes;
  return bytes.toString('utf8', offset, isCut ? bytes.lastIndexOf(0x0a, hostLimits.headBytes) + 1 : length);
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** What is unusual about the file; `opened` is the end of its first line of dashes. */
function beginningOf(bytes: Buffer, length: number, opened: number): Beginning {
  const hasMark = hasByteOrderMark(bytes);
  const dashesEnd = (hasMark ? 3 : 0) + 3;
  return {
    ...(hasMark && { hasMark }),
    ...(opened > dashesEnd && isBlank(bytes[dashesEnd]) && { hasBlanks: true as const }),
    ...(!isValidText(bytes, length) && { isDamaged: true as const }),
    ...(length === bytes.length && length >= hostLimits.headBytes && { isLong: true as const }),
  };
}

/**
 * Finds the block between a first line `---` and the next such line in the first bytes of a buffer.
 * @internal
 */
export function splitFrontmatter(bytes: Buffer, length: number): Split {
  if (length > 1 && isUtf16(bytes)) return { kind: 'utf16' };
  const opened = endOfFirstLine(bytes, length);
  const beginning = beginningOf(bytes, length, opened);
  if (opened === -1) return { kind: 'none', ...beginning, ...firstLine(bytes, 0, length) };
  const closed = startOfLastLine(bytes, opened, length);
  if (closed === -1) return { kind: 'open', rest: wholeLines(bytes, opened + 1, length), ...beginning };
  const block = bytes.toString('utf8', opened + 1, closed + 1);
  const end = closed + closing.length;
  const ending = end < length && isBlank(bytes[end]) ? { hasBlanksAtEnd: true as const } : {};
  return { kind: 'closed', block, ...beginning, ...ending, ...firstLine(bytes, end, length) };
}

function firstLine(bytes: Buffer, offset: number, length: number): Pick<Beginning, 'firstLine'> {
  const text = firstLineAfter(bytes, offset, length);
  return text === undefined ? {} : { firstLine: text };
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
