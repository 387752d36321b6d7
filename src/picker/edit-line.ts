/** A line of text with a cursor, and the edits known from shells. The cursor moves by whole graphemes. */

import { entriesLimits } from '../entries/limits.js';

export interface EditLine {
  text: string;
  /** In code units, always between two graphemes. */
  at: number;
}

export type LineEdit =
  | 'left'
  | 'right'
  | 'start'
  | 'end'
  | 'delete-back'
  | 'delete-forward'
  | 'delete-word'
  | 'delete-to-end'
  | 'clear';

function before({ text, at }: EditLine): number {
  const last = [...new Intl.Segmenter().segment(text.slice(0, at))].at(-1);
  return last?.index ?? 0;
}

function after({ text, at }: EditLine): number {
  const [first] = new Intl.Segmenter().segment(text.slice(at));
  return at + (first?.segment.length ?? 0);
}

function cut({ text }: EditLine, from: number, to: number): EditLine {
  return { text: text.slice(0, from) + text.slice(to), at: from };
}

function wordStart({ text, at }: EditLine): number {
  return text.slice(0, at).replace(/[^\s\-_,.]+[\s\-_,.]*$|[\s\-_,.]+$/u, '').length;
}

export function editLine(line: EditLine, edit: LineEdit): EditLine {
  switch (edit) {
    case 'left':
      return { ...line, at: before(line) };
    case 'right':
      return { ...line, at: after(line) };
    case 'start':
      return { ...line, at: 0 };
    case 'end':
      return { ...line, at: line.text.length };
    case 'delete-back':
      return cut(line, before(line), line.at);
    case 'delete-forward':
      return cut(line, line.at, after(line));
    case 'delete-word':
      return cut(line, wordStart(line), line.at);
    case 'delete-to-end':
      return cut(line, line.at, line.text.length);
    case 'clear':
      return { text: '', at: 0 };
  }
}

/** Inserts text at the cursor, as much of it as a query may hold. */
export function insert({ text, at }: EditLine, typed: string): EditLine {
  const room = Math.max(0, entriesLimits.queryLength - text.length);
  const taken = typed.length <= room ? typed : typed.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  return { text: text.slice(0, at) + taken + text.slice(at), at: at + taken.length };
}
