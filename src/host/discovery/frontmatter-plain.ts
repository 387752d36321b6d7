/**
 * Reads the forms of frontmatter that most files use without the YAML parser: `key: words`, quoted words, simple block
 * texts, one level of list or map. In a process that runs one command, the parser is never optimised and would take
 * longer than the disk. Leaves everything else to the parser; a property test checks that the two agree.
 */

import type { Frontmatter } from './frontmatter.js';

/** Characters that are not printable in YAML, line breaks that only YAML knows, and lone surrogates. */
const unusual = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const header = /^([A-Za-z][A-Za-z0-9_-]{0,63}):(?: (.+))?$/;
const scalar = /^(?:"([^"\\]*)"|'([^']*)'|([A-Za-z0-9_(/.$<\x80-\uffff](?:[^:#]|:(?! |$)|(?<! )#)*(?<! )))$/;
const listItem = /^( *)- (.+)$/;
const mapItem = /^( +)([A-Za-z][A-Za-z0-9_-]{0,63}): (.+)$/;
const indented = /^( +)([^ ].*)$/;

/** A value on the lines below its key, and the line after it. */
interface Below<T> {
  value: T;
  next: number;
}

function readScalar(text: string): string | undefined {
  const match = scalar.exec(text);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}

/** The lines from `from` on that match the form and have the indentation of the first. */
function alike(lines: string[], from: number, form: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const match = form.exec(lines[at] ?? '');
    if (match === null || match[1] !== (matches[0] ?? match)[1]) break;
    matches.push(match);
  }
  return matches;
}

function readBlock(lines: string[], from: number, style: string): Below<string> | undefined {
  const texts = alike(lines, from, indented).map((match) => match[2] ?? '');
  if (texts.length === 0) return undefined;
  const value = texts.join(style.startsWith('>') ? ' ' : '\n') + (style.endsWith('-') ? '' : '\n');
  return { value, next: from + texts.length };
}

function readList(lines: string[], from: number): Below<string[]> | undefined {
  const value: string[] = [];
  for (const match of alike(lines, from, listItem)) {
    const item = readScalar(match[2] ?? '');
    if (item === undefined) return undefined;
    value.push(item);
  }
  return { value, next: from + value.length };
}

function readMap(lines: string[], from: number): Below<Frontmatter> | undefined {
  const value: Frontmatter = new Map();
  for (const match of alike(lines, from, mapItem)) {
    const [key = '', item] = [match[2], readScalar(match[3] ?? '')];
    if (item === undefined || value.has(key)) return undefined;
    value.set(key, item);
  }
  return value.size === 0 ? undefined : { value, next: from + value.size };
}

function readBelow(lines: string[], from: number, text: string | undefined) {
  if (text !== undefined) return /^[|>]-?$/.test(text) ? readBlock(lines, from, text) : undefined;
  return listItem.test(lines[from] ?? '') ? readList(lines, from) : readMap(lines, from);
}

/** Returns the fields, or undefined if the block needs the YAML parser. */
export function parsePlainly(block: string): Frontmatter | undefined {
  const plain = block.replaceAll('\r\n', '\n');
  if (!plain.endsWith('\n') || unusual.test(plain)) return undefined;
  const lines = plain.slice(0, -1).split('\n');
  const fields: Frontmatter = new Map();
  for (let at = 0; at < lines.length; ) {
    const match = header.exec(lines[at] ?? '');
    const key = match?.[1];
    if (match === null || key === undefined || fields.has(key)) return undefined;
    const value = match[2] === undefined ? undefined : readScalar(match[2]);
    const below = value === undefined ? readBelow(lines, at + 1, match[2]) : { value, next: at + 1 };
    if (below === undefined) return undefined;
    fields.set(key, below.value);
    at = below.next;
  }
  return fields;
}
