/** Formats entries as lines, one for each: a table for people, and plain forms for scripts. */

import { bareLabels, type EntryLabels } from '../entries/container-labels.js';
import type { Entry } from '../entries/entries.js';
import { uriRef } from '../entries/refs.js';
import { type RowState, rowState } from '../entries/row-state.js';
import { skillLimits } from '../skill-rules.js';
import { paint, type Theme } from '../text/theme.js';
import { type Column, cell, cleanColumn, formatColumns, formatRows, textColumn } from './columns.js';
import { entryDocument } from './document.js';
import { formatJson } from './json.js';

export type LineFormat = 'names' | 'ids' | 'uris' | 'tsv' | 'jsonl';

const gateWord = (flag: boolean | null, yes: string, no = '·'): string =>
  flag === null ? '-' : flag ? yes : no;

const stateWords: Readonly<Record<RowState, string>> = {
  on: 'on',
  off: 'off',
  'off-with-container': 'off',
  mixed: 'mixed',
  shadowed: 'shadowed',
  refused: 'refused',
  unread: 'on',
  unknown: '-',
};

/** Returns the state of the entry in one word. */
export const stateWord = (entry: Entry): string => stateWords[rowState(entry)];

const longCell = (text: string): string => cell(text, skillLimits.descriptionChars);

function tsv(entry: Entry, labels: EntryLabels): string {
  const cells = [
    stateWord(entry),
    gateWord(entry.userInvocable, 'user'),
    gateWord(entry.modelInvocable, 'model'),
    entry.type,
    labels.nameOf(entry),
    labels.placeOf(entry),
    uriRef(entry),
    entry.description ?? '',
  ];
  return cells.map(longCell).join('\t');
}

// Controls, line ends, and characters that change the reading direction.
const controls = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u;

/** Returns an id, a uri or a path unchanged, so that it can be used again, unless it would break the line. */
export const exact = (text: string): string => (controls.test(text) ? longCell(text) : text);

export function formatLine(entry: Entry, format: LineFormat, labels = bareLabels): string {
  switch (format) {
    case 'names':
      return longCell(entry.name);
    case 'ids':
      return exact(entry.id);
    case 'uris':
      return exact(uriRef(entry));
    case 'tsv':
      return tsv(entry, labels);
    case 'jsonl':
      return formatJson(entryDocument(entry));
  }
}

interface HeadWords {
  state: string;
  user: string;
  model: string;
  type: string;
}

/** Returns state, gates and kind as one column, because nearly every row has the same words as the one before. */
async function headColumn(entries: readonly Entry[], no: string): Promise<Column> {
  const heads: HeadWords[] = [];
  const indexes = new Map<string, number>();
  let head: HeadWords = { state: '', user: '', model: '', type: '' };
  let index = 0;
  const rows = entries.map((entry) => {
    const state = stateWord(entry);
    const user = gateWord(entry.userInvocable, 'user', no);
    const model = gateWord(entry.modelInvocable, 'model', no);
    const { type } = entry;
    if (state === head.state && user === head.user && model === head.model && type === head.type)
      return index;
    head = { state, user, model, type };
    const key = `${state} ${user} ${model} ${type}`;
    index = indexes.get(key) ?? heads.push(head) - 1;
    indexes.set(key, index);
    return index;
  });
  const words = heads.map(({ state, user, model, type }) => [state, user, model, cell(type)]);
  const lines = await formatRows(words);
  return { cells: rows.map((row) => lines[row]!), isNarrow: cleanColumn(lines).isNarrow };
}

/** Returns the table for a pipe, in which nothing is cut: state, gates, kind, name, container, description. */
export async function formatTable(
  entries: readonly Entry[],
  theme: Theme,
  labels = bareLabels,
): Promise<string[]> {
  const no = theme.gate.dark.glyph;
  const lines = await formatColumns([
    await headColumn(entries, no),
    textColumn(entries.map(labels.nameOf)),
    textColumn(entries.map(labels.placeOf)),
    textColumn(
      entries.map(({ description }) => description ?? ''),
      skillLimits.descriptionChars,
    ),
  ]);
  return lines.map((line, index) =>
    entries[index]?.effectiveEnabled === false ? paint(theme, 'dim', line) : line,
  );
}
