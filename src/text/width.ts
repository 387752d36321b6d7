/**
 * Measures text in columns, cuts and pads it, without splitting graphemes. Ink measures with string-width, so the two
 * must agree: simple text is measured here at a fraction of the cost, everything else by string-width.
 */

import stringWidth from 'string-width';
import { textLimits } from './limits.js';

const printableAscii = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes. The segmenter is made on first use: its data is slow to load, and few texts need it. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** Ranges of code units that have one width and never combine with the character before them. */
const simpleRanges: readonly (readonly [from: number, to: number, columns: 1 | 2])[] = [
  [0x20, 0x7e, 1],
  [0xa0, 0xac, 1],
  [0xae, 0x2ff, 1],
  [0x370, 0x482, 1],
  [0x48a, 0x58f, 1],
  [0x5d0, 0x5ea, 1],
  [0x620, 0x64a, 1],
  [0x2010, 0x2027, 1],
  [0x2190, 0x22ff, 1],
  [0x2500, 0x25fc, 1],
  [0x2713, 0x2727, 1],
  [0x2768, 0x2775, 1],
  [0x3000, 0x3029, 2],
  [0x3041, 0x3096, 2],
  [0x309b, 0x30ff, 2],
  [0x3400, 0x4dbf, 2],
  [0x4e00, 0x9fff, 2],
  [0xac00, 0xd7a3, 2],
  [0xff01, 0xff60, 2],
];

/** Returns the columns of a code unit that has the same width everywhere; 0 for all others. */
export function simpleWidth(code: number): 0 | 1 | 2 {
  for (const [from, to, columns] of simpleRanges) {
    if (code <= to) return code >= from ? columns : 0;
  }
  return 0;
}

/** Returns true if every code unit is a grapheme of its own and has the same width everywhere. */
export function isSimple(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (simpleWidth(text.charCodeAt(index)) === 0) return false;
  }
  return true;
}

const knownWidths = new Map<string, number>();

/** Remembers widths, because lists repeat the same few graphemes. */
function graphemeWidth(grapheme: string): number {
  const simple = grapheme.length === 1 ? simpleWidth(grapheme.charCodeAt(0)) : 0;
  const known = simple || knownWidths.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(grapheme);
  if (knownWidths.size >= textLimits.rememberedWidths) knownWidths.clear();
  knownWidths.set(grapheme, width);
  return width;
}

/** Measures text with escape sequences. Those of colours are removed here, at a fraction of the cost. */
function escapedWidth(text: string): number {
  const plain = text.replace(/\x1b\[[\d;]*m/g, '');
  return plain === text ? stringWidth(text) : displayWidth(plain);
}

function measure(text: string): number {
  // Only text with escape sequences differs from the sum of its graphemes.
  if (/[\x1b\x9b]/.test(text)) return escapedWidth(text);
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** Returns the columns that the text takes. */
export function displayWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const columns = simpleWidth(text.charCodeAt(index));
    if (columns === 0) return measure(text);
    width += columns;
  }
  return width;
}

/**
 * Returns the length of the text if it fits, else the length of the part that leaves `reserve` columns free; -1 if a
 * character is not simple.
 */
function simpleFit(text: string, columns: number, reserve: number): number {
  let width = 0;
  let fitting = 0;
  for (let index = 0; index < text.length; index += 1) {
    const taken = simpleWidth(text.charCodeAt(index));
    if (taken === 0) return -1;
    width += taken;
    if (width > columns) return fitting;
    if (width <= columns - reserve) fitting = index + 1;
  }
  return text.length;
}

function graphemeFit(text: string, columns: number, reserve: number): number {
  let width = 0;
  let fitting = 0;
  for (const { segment, index } of graphemesOf(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return fitting;
    if (width <= columns - reserve) fitting = index + segment.length;
  }
  return text.length;
}

/** Cuts a text that is wider than `columns`, and ends it with the ellipsis. */
export function truncate(text: string, columns: number, ellipsis: string): string {
  if (columns <= 0) return '';
  const end = ellipsis.slice(0, columns);
  const simple = simpleFit(text, columns, displayWidth(end));
  const length = simple === -1 ? graphemeFit(text, columns, displayWidth(end)) : simple;
  return length === text.length ? text : text.slice(0, length) + end;
}

/** Adds spaces until the text takes `columns` columns. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Returns as much of the text's end as fits. */
export function endOf(text: string, columns: number): string {
  let end = '';
  let left = columns;
  for (const { segment } of [...graphemesOf(text)].reverse()) {
    left -= graphemeWidth(segment);
    if (left < 0) break;
    end = segment + end;
  }
  return end;
}

/** Returns the first of these texts that fits, or else the last one. */
export function firstFitting(texts: readonly [string, ...string[]], columns: number): string {
  return texts.find((text) => displayWidth(text) <= columns) ?? texts.at(-1) ?? texts[0];
}
