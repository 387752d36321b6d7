/**
 * The searched texts of all entries, folded and joined into blocks. A word is searched for once per block, not once per
 * entry: reading memory in order makes a search of 100,000 entries fast enough.
 */

import type { Entry } from './entries.js';
import { entriesLimits } from './limits.js';
import { toolTitle } from './tool-names.js';
import { fold, Hit, hitAt, isAscii, isWordAt } from './words.js';

const entriesPerBlock = 512;
const fields = 3;
const placeField = 2;

interface SearchBlock {
  text: string;
  /** Where name, description and place of each entry begin; the last one is the end of the text. */
  starts: Uint32Array;
}

export type SearchText = readonly SearchBlock[];

/** Replaces line breaks and tabs, which are drawn as blanks, and so keeps the texts of a block apart. */
export const inOneLine = (text: string): string =>
  /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text;

function textsOf({ name, description, container, type, tools }: Entry): string[] {
  let place = container === null ? type : `${container.name} ${type}`;
  for (const { id } of tools) place += ` ${toolTitle(id)}`;
  return [
    inOneLine(name),
    description === null ? '' : inOneLine(description.slice(0, entriesLimits.searchedDescriptionLength)),
    inOneLine(place),
  ];
}

function createBlock(entries: readonly Entry[]): SearchBlock {
  let texts = entries.flatMap(textsOf);
  let text = texts.join('\n');
  if (isAscii(text)) text = text.toLowerCase();
  else {
    texts = texts.map(fold);
    text = texts.join('\n');
  }
  const starts = new Uint32Array(texts.length + 1);
  for (let index = 0; index < texts.length; index += 1) {
    starts[index + 1] = starts[index]! + texts[index]!.length + 1;
  }
  return { text, starts };
}

export function createSearchText(entries: readonly Entry[]): SearchText {
  const blocks: SearchBlock[] = [];
  for (let first = 0; first < entries.length; first += entriesPerBlock) {
    blocks.push(createBlock(entries.slice(first, first + entriesPerBlock)));
  }
  return blocks;
}

/** How a word occurs in an entry is a number with two bits each for name, description and place. */
export const hitInName = (found: number): Hit => (found & 3) as Hit;
export const hitInDescription = (found: number): Hit => ((found >> 2) & 3) as Hit;
export const hitInPlace = (found: number): Hit => ((found >> 4) & 3) as Hit;

function scanBlock({ text, starts }: SearchBlock, word: string, found: Uint8Array, first: number): void {
  let field = 0;
  for (let index = text.indexOf(word); index !== -1; ) {
    while (starts[field + 1]! <= index) field += 1;
    const position = first + Math.floor(field / fields);
    const shift = (field % fields) * 2;
    const hit = hitAt(text, word, index);
    if (hit > ((found[position]! >> shift) & 3)) {
      found[position] = (found[position]! & ~(3 << shift)) | (hit << shift);
    }
    // Nothing beats a whole word, and in a place all hits are equal, so the rest of that field is skipped.
    const isBest = hit === Hit.whole || field % fields === placeField;
    index = text.indexOf(word, isBest ? starts[field + 1]! : index + 1);
  }
}

/** Returns how the word occurs in each entry, by position. */
export function scan(blocks: SearchText, word: string, count: number): Uint8Array {
  const found = new Uint8Array(count);
  for (const [number, block] of blocks.entries()) scanBlock(block, word, found, number * entriesPerBlock);
  return found;
}

/** Returns how each name starts with the text, by position. */
export function scanStarts(blocks: SearchText, text: string, count: number): Uint8Array {
  const found = new Uint8Array(count);
  for (let position = 0; position < count; position += 1) {
    const block = blocks[Math.floor(position / entriesPerBlock)]!;
    const field = (position % entriesPerBlock) * fields;
    const start = block.starts[field]!;
    if (block.text.startsWith(text, start)) found[position] = hitAt(block.text, text, start);
  }
  return found;
}

/**
 * Returns 0 if the entry's name does not begin with the words of the phrase; else the length of the name, negative if
 * the name has no other words.
 */
export function comparePhrase(blocks: SearchText, position: number, phrase: string): number {
  const { text, starts } = blocks[Math.floor(position / entriesPerBlock)]!;
  const field = (position % entriesPerBlock) * fields;
  const start = starts[field]!;
  const end = starts[field + 1]! - 1;
  let index = start;
  const skip = () => {
    while (index < end && !isWordAt(text, index)) index += 1;
  };
  skip();
  for (let at = 0; at < phrase.length; at += 1) {
    if (phrase.charCodeAt(at) === 0x20) {
      if (index < end && isWordAt(text, index)) return 0;
      skip();
    } else if (index >= end || text.charCodeAt(index) !== phrase.charCodeAt(at)) return 0;
    else index += 1;
  }
  skip();
  return index >= end ? start - end : end - start;
}
