/**
 * Ranges of matched letters: merges them, converts them from the NFC text that was searched to the original text, and
 * cuts a text into pieces for drawing. Offsets are code units; a range never splits a character.
 */

import { isAscii } from './words.js';

export type Range = readonly [start: number, end: number];

interface TextPiece {
  text: string;
  isMatched: boolean;
}

/**
 * Returns the ranges sorted, without empty ones, and with touching ones merged.
 * @internal
 */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (end <= start) continue;
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Converts ranges in the NFC form of a text to ranges in the text itself, widened to whole characters. */
export function toOriginal(text: string, ranges: readonly Range[]): Range[] {
  if (ranges.length === 0 || isAscii(text)) return mergeRanges(ranges);
  const original: Range[] = [];
  let composedEnd = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const composedStart = composedEnd;
    composedEnd += segment.normalize('NFC').length;
    if (ranges.some(([start, end]) => start < composedEnd && end > composedStart)) {
      original.push([index, index + segment.length]);
    }
  }
  return mergeRanges(original);
}

/** Cuts the text into matched and unmatched pieces; joined, they are the text again. The ranges are merged already. */
export function piecesOf(text: string, ranges: readonly Range[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    pieces.push({ text: text.slice(done, start), isMatched: false });
    pieces.push({ text: text.slice(start, end), isMatched: true });
    done = end;
  }
  pieces.push({ text: text.slice(done), isMatched: false });
  return pieces.filter((piece) => piece.text !== '');
}
