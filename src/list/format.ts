/** Entries as lines: a table for people, and plain forms for scripts. One line an entry, always. */

import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { cleanLine } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, padEnd, truncate } from '../text/width.js';
import { entryDocument } from './document.js';

export type LineFormat = 'names' | 'ids' | 'uris' | 'tsv' | 'jsonl';

const word = (flag: boolean | null, yes: string): string => (flag === null ? '-' : flag ? yes : '·');

/** On or off as it counts, and mixed where tools disagree. */
export function stateWord(entry: Entry): string {
  if (entry.effectiveEnabled) return entry.isMixed ? 'mixed' : 'on';
  return 'off';
}

const place = ({ container, type }: Entry): string => container?.name ?? type;

function tsvCell(text: string): string {
  return cleanLine(text, limits.descriptionChars);
}

function tsv(entry: Entry): string {
  const gates = [word(entry.userInvocable, 'user'), word(entry.modelInvocable, 'model')];
  const cells = [
    stateWord(entry),
    ...gates,
    entry.type,
    entry.name,
    place(entry),
    entry.uri,
    entry.description ?? '',
  ];
  return cells.map(tsvCell).join('\t');
}

/** One entry in one of the forms made for scripts. */
export function formatLine(entry: Entry, format: LineFormat): string {
  switch (format) {
    case 'names':
      return tsvCell(entry.name);
    case 'ids':
      return entry.id;
    case 'uris':
      return entry.uri;
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

const narrowest = 20;

/** The table: state, gates, kind, name, container, description. */
export function formatTable(entries: readonly Entry[], { theme, columns }: TableStyle): string[] {
  const rows = entries.map((entry) => [
    stateWord(entry),
    word(entry.userInvocable, 'user'),
    word(entry.modelInvocable, 'model'),
    entry.type,
    cleanLine(entry.name, limits.nameChars),
    cleanLine(place(entry), limits.nameChars),
  ]);
  const widths = (rows[0] ?? []).map((_, index) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? '')), 0),
  );
  return rows.map((cells, index) => {
    const entry = entries[index]!;
    const start = cells.map((cell, column) => padEnd(cell, widths[column] ?? 0)).join('  ');
    const description = cleanLine(entry.description ?? '', limits.descriptionChars);
    const left = columns === undefined ? undefined : Math.max(0, columns - displayWidth(start) - 2);
    const end =
      left === undefined
        ? description
        : left < narrowest
          ? ''
          : truncate(description, left, theme.glyphs.ellipsis);
    const line = `${start}  ${end}`.trimEnd();
    const whole = columns === undefined ? line : truncate(line, columns, theme.glyphs.ellipsis);
    return entry.effectiveEnabled ? whole : paint(theme, 'dim', whole);
  });
}
