/** Draws the badges and the cells of a row, and the heads above them. */

import { cleanLine } from './clean.js';
import { Line } from './line.js';
import { badgeHead, placesOf, type RowColumns, rightMargin } from './row-columns.js';
import type { EnabledName, GateName, StyleName, Theme } from './theme.js';
import { padEnd, truncate } from './width.js';

/** What a tool does with an entry. */
export interface Cell {
  sign: EnabledName;
  /** It cannot be switched there. */
  isFixed: boolean;
}

/** Changes the styles of a row, such as to dim ones. */
export type Tone = (style: StyleName) => StyleName;

/** Returns the badge for a flag; null: it is not known. */
export const gateName = (flag: boolean | null): GateName =>
  flag === null ? 'unknown' : flag ? 'lit' : 'dark';

function addGate(line: Line, theme: Theme, gate: GateName, word: string, tone: Tone): void {
  const { glyph, style } = theme.gate[gate];
  const centered = word.length > 1 ? ` ${glyph}` : glyph;
  const text = gate === 'lit' ? word : centered;
  line.add(text, tone(style)).add(' '.repeat(word.length - text.length));
}

/** Returns the head above the cells of a tool: the short name of the tool in two columns. */
export const cellHead = (short: string): string => padEnd(truncate(cleanLine(short), 2, ''), 2);

/** Adds who may invoke the entry. What is usual is quiet. */
export function addBadges(
  line: Line,
  theme: Theme,
  { user, model, hasWords }: { user: GateName; model: GateName; hasWords: boolean },
  tone: Tone,
): void {
  addGate(line, theme, user, hasWords ? 'user' : 'U', tone);
  if (hasWords) line.add(' ');
  addGate(line, theme, model, hasWords ? 'model' : 'M', tone);
}

/** Draws a cell with the space before it. The chosen one is inverse, or in brackets where nothing can be inverse. */
function addCell(line: Line, theme: Theme, cell: Cell | null, isChosen: boolean, tone: Tone): void {
  const { glyph, style } = cell === null ? { glyph: ' ', style: 'plain' as const } : theme.enabled[cell.sign];
  if (!isChosen) line.add(` ${glyph} `, cell?.isFixed ? 'dim' : tone(style));
  else if (theme.styles.chosen.open === '') line.add(`[${glyph}]`);
  else line.add(' ').add(`${glyph} `, 'chosen');
}

/** Adds one cell for each tool; null: the tool does not read the entry. `chosen` is the place of the chosen cell. */
export function addCells(
  line: Line,
  theme: Theme,
  cells: readonly (Cell | null)[],
  chosen: number | null,
  tone: Tone,
): void {
  for (const [index, cell] of cells.entries()) addCell(line, theme, cell, index === chosen, tone);
}

/** Draws the heads: the names of the badges, and two letters for each tool. Exactly as wide as a row. */
export function drawHeads(
  tools: readonly string[],
  chosen: number | null,
  row: RowColumns,
  theme: Theme,
): string {
  const line = new Line(theme, row.columns - rightMargin);
  const { badges, firstCell } = placesOf(row);
  const head = badgeHead(row.hasBadgeWords);
  line.add(' '.repeat(badges)).add(head, 'dim');
  line.add(' '.repeat(row.cells === 0 ? 0 : firstCell - badges - head.length));
  for (const [index, tool] of tools.slice(0, row.cells).entries())
    line.add(tool, index === chosen ? 'selected' : 'dim').add(' ');
  return line.toString() + ' '.repeat(Math.min(rightMargin, row.columns));
}
