/** Entries as lines: a table for people, and plain forms for scripts. One line an entry, always. */

import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { uriRef } from '../picker/refs.js';
import { paint, type Theme } from '../text/theme.js';
import { cell, formatColumns, textColumn, wordColumn } from './columns.js';
import { entryDocument } from './document.js';

export type LineFormat = 'names' | 'ids' | 'uris' | 'tsv' | 'jsonl';

const gateWord = (flag: boolean | null, yes: string, no = '·'): string =>
  flag === null ? '-' : flag ? yes : no;

/** On or off as it counts, and mixed where tools disagree. */
export function stateWord(entry: Entry): string {
  if (entry.effectiveEnabled) return entry.isMixed ? 'mixed' : 'on';
  return 'off';
}

export const placeOf = ({ container, type }: Entry): string => container?.name ?? type;

const longCell = (text: string): string => cell(text, limits.descriptionChars);

function tsv(entry: Entry): string {
  const cells = [
    stateWord(entry),
    gateWord(entry.userInvocable, 'user'),
    gateWord(entry.modelInvocable, 'model'),
    entry.type,
    entry.name,
    placeOf(entry),
    uriRef(entry),
    entry.description ?? '',
  ];
  return cells.map(longCell).join('\t');
}

const controls = /\p{Cc}/u;

/** An id, a uri or a path stays to the letter, for it is meant to come back; one that would break the line cannot. */
export const exact = (text: string): string => (controls.test(text) ? longCell(text) : text);

/** One entry in one of the forms made for scripts. */
export function formatLine(entry: Entry, format: LineFormat): string {
  switch (format) {
    case 'names':
      return longCell(entry.name);
    case 'ids':
      return exact(entry.id);
    case 'uris':
      return exact(uriRef(entry));
    case 'tsv':
      return tsv(entry);
    case 'jsonl':
      return JSON.stringify(entryDocument(entry));
  }
}

export interface TableStyle {
  theme: Theme;
  /** Of the terminal; without one, nothing is cut. */
  columns: number | undefined;
}

/** The table: state, gates, kind, name, container, description. */
export async function formatTable(
  entries: readonly Entry[],
  { theme, columns }: TableStyle,
): Promise<string[]> {
  const no = theme.gate.dark.glyph;
  const cells = [
    wordColumn(entries.map(stateWord)),
    wordColumn(entries.map(({ userInvocable }) => gateWord(userInvocable, 'user', no))),
    wordColumn(entries.map(({ modelInvocable }) => gateWord(modelInvocable, 'model', no))),
    textColumn(entries.map(({ type }) => type)),
    textColumn(entries.map(({ name }) => name)),
    textColumn(entries.map(placeOf)),
    textColumn(
      entries.map(({ description }) => description ?? ''),
      limits.descriptionChars,
    ),
  ];
  const lines = await formatColumns(cells, { columns, ellipsis: theme.glyphs.ellipsis });
  return lines.map((line, index) => (entries[index]?.effectiveEnabled ? line : paint(theme, 'dim', line)));
}
