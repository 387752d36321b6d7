/**
 * Makes text from other programs safe to draw: removes whole escape sequences, control characters, changes of the
 * reading direction, and characters without a width.
 */

import { removeInvisible } from './invisible.js';
import { textLimits } from './limits.js';

const plainAscii = /^[\x20-\x7e]*$/;

// A control string ends at its terminator or at the end of the line. Its 8-bit form counts only if it is terminated,
// because wrongly decoded letters leave the same code points.
const payload = '[^\\x07\\x18\\x1a\\x1b\\x90\\x98\\x9c-\\x9f\\n\\r\\x85\\u2028\\u2029]*';
const terminator = '(?:\\x07|\\x1b\\\\|\\x9c)';
const sequences = new RegExp(
  [
    `\\x1b[\\]P_^X]${payload}${terminator}?`,
    `[\\x90\\x98\\x9d-\\x9f]${payload}${terminator}`,
    '(?:\\x1b\\[|\\x9b)[\\x30-\\x3f]*[\\x20-\\x2f]*[\\x40-\\x7e]?',
    '\\x1b[\\x20-\\x2f]*[\\x30-\\x7e]?',
  ].join('|'),
  'g',
);

const lineBreaks = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
const blanks = /\r\n|[\t-\r\x85\u2028\u2029]/g;
const loneSurrogates = /\p{Cs}/gu;
const stackedMarks = new RegExp(`(\\p{M}{${textLimits.marksPerLetter}})\\p{M}+`, 'gu');
// A combining mark without a letter would be drawn on the character to its left.
const orphanMarks = /^\p{M}+/u;
const leadingMarks = /^[\s\p{M}]+/u;

/** Returns only visible characters and plain spaces; line breaks become spaces. */
export function plainText(text: string): string {
  if (plainAscii.test(text)) return text;
  // Surrogates come first: what is removed between two lone ones would make them a pair.
  const wellFormed = text.replace(loneSurrogates, '\ufffd');
  return removeInvisible(wellFormed.replace(sequences, '').replace(blanks, ' '))
    .normalize('NFC')
    .replace(stackedMarks, '$1');
}

function cutTo(text: string, maxLength: number, isCut: boolean): string {
  if (text.length < maxLength) return isCut ? `${text}…` : text;
  if (text.length === maxLength && !isCut) return text;
  const last = new Intl.Segmenter().segment(text).containing(maxLength - 1);
  return `${text.slice(0, last?.index)}…`;
}

// Cleaning may remove much, so more is read than is kept; the rest is never looked at.
function cleanUpTo(text: string, maxLength: number, tidy: (plain: string) => string): string {
  const read = text.slice(0, maxLength * 4);
  return cutTo(tidy(plainText(read)), maxLength, read.length < text.length);
}

/** Cleans text for one line: runs of blanks become one space; at most `maxLength` code units. */
export function cleanLine(text: string, maxLength: number = textLimits.drawnLineLength): string {
  return cleanUpTo(text, maxLength, (plain) =>
    plain.replace(/\s+/g, ' ').replace(leadingMarks, '').trimEnd(),
  );
}

/** Returns a file's lines, clean and with their indentation; the last one is `…` if some are left out. */
export function cleanBlock(
  text: string,
  { lines, lineLength }: { lines: number; lineLength: number },
): string[] {
  const tidy = (plain: string) => plain.replace(orphanMarks, '').trimEnd();
  const all = text.split(lineBreaks, lines + 1);
  const shown = all.slice(0, lines).map((line) => cleanUpTo(line.replaceAll('\t', '    '), lineLength, tidy));
  return all.length > lines ? [...shown, '…'] : shown;
}
