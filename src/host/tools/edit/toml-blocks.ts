/** `[[table]]` blocks of a TOML text, as they are recorded and put back: at the line where they were. */

import { SettingsMistake } from '../refusal.js';
import type { SettingPiece } from '../tool.js';
import { lineEndOf } from './json-document.js';
import { joinPieces } from './setting-order.js';
import { blocksOf, cutOf, notBlocks, parseToml, restOf, tablesAt, withoutBlock } from './toml-edit.js';
import type { RecordedForm } from './toml-restore.js';

export const lineCount = (text: string): number => text.split('\n').length - 1;

/** Returns a function that counts the line ends before an offset; it searches the text once. */
function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Offset after so many line ends. */
function afterLines(text: string, count: number): number {
  let offset = 0;
  for (let line = 0; line < count; line += 1) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}

/** Puts a block where it was; the empty line before it belongs to its text. */
export function placeBlock(text: string, { text: block, at }: SettingPiece): string {
  if (text === '') return block.replace(/^[\r\n]+/, '').replace(/(\r?\n)\r?\n$/, '$1');
  // A block without a line end was the last in its file, and brings the line end of what was before it.
  if (!block.endsWith('\n')) return (lineCount(text) > at ? text.replace(/\r?\n$/, '') : text) + block;
  const offset = afterLines(text, at);
  const before = text.slice(0, offset);
  const isEnded = before === '' || before.endsWith('\n');
  return before + (isEnded ? '' : lineEndOf(block)) + block + text.slice(offset);
}

/** The start of the comment lines right before an offset. */
function beforeComments(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 2) + 1;
  const isComment = line < offset && /^[ \t]*#/.test(text.slice(line, offset));
  return isComment ? beforeComments(text, line) : offset;
}

/** Puts a block among the others at its number, set off by empty lines. */
function placeByNumber(
  text: string,
  { text: block, number = 0 }: SettingPiece,
  table: readonly string[],
): string {
  const blocks = blocksOf(text, table);
  const [previous, next] = [blocks[number - 1], blocks[number]];
  const offset = next === undefined ? text.length : (previous?.to ?? beforeComments(text, next.from));
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const eol = lineEndOf(text);
  const lead = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
  return `${before}${lead}${block.trim()}${eol}${after === '' || /^\r?\n/.test(after) ? '' : eol}${after}`;
}

/** Returns the blocks of a text, as they are recorded and put back. */
export function blocksIn(text: string, table: readonly string[]): RecordedForm {
  const blocks = blocksOf(text, table);
  let linesBefore: ((offset: number) => number) | undefined;
  return {
    capture(numbers) {
      linesBefore ??= lineCounter(text);
      const count = linesBefore;
      const pieces = numbers.map((number): SettingPiece => {
        const { from, to } = cutOf(text, blocks[number] ?? { from: 0, to: 0 });
        return { text: text.slice(from, to), at: count(from), number };
      });
      return joinPieces(pieces, '');
    },
    tablesIn(recorded) {
      const others = Object.keys(restOf(parseToml(recorded), table) as object);
      if (others.length > 0) throw new SettingsMistake(1, 1, 'it has other tables');
      return tablesAt(parseToml(recorded), table);
    },
    without(matches) {
      const tables = tablesAt(parseToml(text), table);
      if (!tables.some(matches)) return text;
      if (blocks.length !== tables.length) throw notBlocks(table);
      // From the last to the first, so that the offsets of the others stay right.
      return blocks.reduceRight(
        (rest, block, at) => (matches(tables[at]!) ? withoutBlock(rest, block) : rest),
        text,
      );
    },
    places: [placeBlock, (rest, piece) => placeByNumber(rest, piece, table)],
  };
}
