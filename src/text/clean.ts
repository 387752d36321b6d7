/**
 * The one place where text from outside becomes text that may be drawn. Nothing that steers a terminal, turns
 * the reading direction or takes no room gets through; whole escape sequences go, not only their first byte.
 * Joiners and variation selectors go too: terminals disagree on their width, and columns must stay straight.
 */

import { textLimits } from './limits.js';

const plainAscii = /^[\x20-\x7e]*$/;

// A control string ends at its terminator or at the end of the line. Its 8-bit form counts only when it is
// terminated, because the same code points are also what is left of wrongly decoded letters.
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
const forbidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const loneSurrogates = /\p{Cs}/gu;
const stackedMarks = new RegExp(`(\\p{M}{${textLimits.marksPerLetter}})\\p{M}+`, 'gu');
// A mark with no letter before it would be drawn on whatever stands to its left.
const orphanMarks = /^\p{M}+/u;
const leadingMarks = /^[\s\p{M}]+/u;

/** The text without anything but characters that can be seen and plain spaces; line breaks become spaces. */
export function plainText(text: string): string {
  if (plainAscii.test(text)) return text;
  return text
    .replace(sequences, '')
    .replace(blanks, ' ')
    .replace(forbidden, '')
    .replace(loneSurrogates, '\ufffd')
    .normalize('NFC')
    .replace(stackedMarks, '$1');
}

function bounded(text: string, maxLength: number, isCut: boolean): string {
  if (text.length < maxLength) return isCut ? `${text}…` : text;
  if (text.length === maxLength && !isCut) return text;
  const last = new Intl.Segmenter().segment(text).containing(maxLength - 1);
  return `${text.slice(0, last?.index)}…`;
}

// Much of a text may be swept away, so more is cleaned than is kept; the rest is never looked at.
function cleaned(text: string, maxLength: number, tidy: (plain: string) => string): string {
  const read = text.slice(0, maxLength * 4);
  return bounded(tidy(plainText(read)), maxLength, read.length < text.length);
}

/** For drawing on one line: clean, runs of blanks as one, at most `maxLength` code units. */
export function cleanLine(text: string, maxLength: number = textLimits.drawnLineLength): string {
  return cleaned(text, maxLength, (plain) => plain.replace(/\s+/g, ' ').replace(leadingMarks, '').trimEnd());
}

export interface BlockLimits {
  lines: number;
  lineLength: number;
}

function cleanBlockLine(line: string, maxLength: number): string {
  const tidy = (plain: string) => plain.replace(orphanMarks, '').trimEnd();
  return cleaned(line.replaceAll('\t', '    '), maxLength, tidy);
}

/** For drawing a file: one clean string per line, indentation kept; a last line `…` stands for what is left out. */
export function cleanBlock(text: string, { lines, lineLength }: BlockLimits): string[] {
  const all = text.split(lineBreaks, lines + 1);
  const shown = all.slice(0, lines).map((line) => cleanBlockLine(line, lineLength));
  return all.length > lines ? [...shown, '…'] : shown;
}
