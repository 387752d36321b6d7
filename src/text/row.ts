/**
 * Draws a row of the list: cursor, mark, state, name with its matched letters, type, badges, cells, and the description
 * after what has to be known before it. A pure function of plain data.
 */

import { addBadges, addCells, type Cell, type Tone } from './cells.js';
import { cleanLine } from './clean.js';
import { cutMiddle } from './cut-middle.js';
import { Line } from './line.js';
import { cleanPieces, cutEnd, cutPieces, type Piece } from './pieces.js';
import { folderColumns, placesOf, type RowColumns, rightMargin } from './row-columns.js';
import {
  type EnabledName,
  type GateName,
  type MarkName,
  paint,
  type StyledText,
  type Theme,
} from './theme.js';
import { displayWidth, truncate } from './width.js';

/** What has to be known before the description. */
export interface RowNote extends StyledText {
  /** It has the sign of a warning. */
  isWarning?: true;
  /** Without descriptions, it is drawn beside the name, or at the end, if there is room. */
  isShort?: true;
}

export interface RowModel extends Selection {
  enabled: EnabledName;
  user: GateName;
  model: GateName;
  name: readonly Piece[];
  /** The word for its type; empty for a skill. */
  type: string;
  cells: readonly (Cell | null)[];
  /** The place of the cell that is chosen; null: the whole row. */
  chosenCell: number | null;
  notes: readonly RowNote[];
  description: readonly Piece[];
  /** The whole row is dim, because the entry is effectively off. */
  isDim: boolean;
  /** Only the sign of the state is dim. */
  hasDimSign: boolean;
  mark?: MarkName;
  /** In lists without headings only. */
  folder?: string;
  /** Another row has the same name: the folder is named even if there is no room at the right. */
  isNamesake?: boolean;
}

/** How the cursor is on a row. */
export interface Selection {
  isSelected: boolean;
  /** Keys go to the query, and only Enter and Tab to the row. */
  isQuiet?: boolean;
}

/** Returns true if the name is drawn selected. */
export const isActive = ({ isSelected, isQuiet = false }: Selection): boolean => isSelected && !isQuiet;

function toneOf(isDim: boolean): Tone {
  return (style) => {
    if (!isDim || style === 'selected') return style;
    return style === 'match' ? 'dimMatch' : 'dim';
  };
}

/** Adds the first three columns: a space, the cursor, the mark. */
export function addGutter(
  line: Line,
  theme: Theme,
  { isSelected, isQuiet = false, mark }: Selection & { mark?: MarkName },
): void {
  line.add(' ').add(isSelected ? theme.glyphs.cursor : ' ', isQuiet ? 'dim' : 'accent');
  const sign = mark && theme.mark[mark];
  line.add(sign?.glyph ?? ' ', sign?.style);
}

function addName(line: Line, theme: Theme, row: RowModel, columns: number, tone: Tone): void {
  const clean = cleanPieces(row.name);
  const pieces = clean.every(({ text }) => text === '') ? [{ text: '(no name)', isMatched: false }] : clean;
  const style = isActive(row) ? 'selected' : 'strong';
  for (const { text, isMatched } of cutPieces(pieces, columns, theme.glyphs.ellipsis))
    line.add(text, tone(isMatched ? 'match' : style));
}

/** Adds a short note if so many columns are left then. Returns whether it was added. */
function addShortNote(line: Line, note: RowNote | undefined, columnsLeft: number, tone: Tone): boolean {
  const text = cleanLine(note?.text ?? '');
  const isFitting = note !== undefined && line.columnsLeft - displayWidth(text) - 1 >= columnsLeft;
  if (isFitting) line.add(` ${text}`, tone(note.style));
  return isFitting;
}

function addNote(line: Line, theme: Theme, { text, style, isWarning }: RowNote, tone: Tone): void {
  const { warn } = theme.tone;
  if (isWarning) line.add(`${warn.glyph} `, warn.style);
  // Padded, because blanks that do not fit would get an ellipsis.
  line.add(cleanLine(text), tone(style)).padUntil(line.columnsLeft - 2);
}

function addDescription(line: Line, theme: Theme, row: RowModel, tone: Tone): void {
  for (const note of row.notes) addNote(line, theme, note, tone);
  const pieces = cutEnd(cleanPieces(row.description), line.columnsLeft, theme.glyphs.ellipsis);
  for (const { text, isMatched } of pieces) line.add(text, tone(isMatched ? 'match' : 'dim'));
}

/** Adds everything up to the description, and what has no place there. */
function addFacts(line: Line, theme: Theme, row: RowModel, at: RowColumns, tone: Tone): void {
  const places = placesOf(at);
  const short = at.description > 0 ? undefined : row.notes.find(({ isShort }) => isShort);
  const { glyph, label, style } = theme.enabled[row.enabled];
  const sign = at.word === 0 ? `${glyph} ` : `${glyph} ${label}`.padEnd(at.word + 2);
  line.add(sign, row.hasDimSign ? 'dim' : tone(style));
  const leftAfterName = line.columnsLeft - at.name;
  addName(line, theme, row, at.name, tone);
  const isBeside = addShortNote(line, short, leftAfterName, tone);
  line.padTo(places.badges - at.type - 2);
  line.add(cleanLine(row.type).slice(0, at.type).padStart(at.type), tone('dim'));
  line.padTo(places.badges);
  addBadges(line, theme, { ...row, hasWords: at.hasBadgeWords }, tone);
  line.padTo(places.firstCell - 1);
  if (at.cells > 0) addCells(line, theme, row.cells, row.chosenCell, tone);
  if (!isBeside) addShortNote(line, short, 0, tone);
}

/** Returns a line of exactly `at.columns` columns. */
export function drawRow(row: RowModel, at: RowColumns, theme: Theme): string {
  const room = folderColumns(at);
  const folder = truncate(cleanLine(row.folder ?? ''), room, theme.glyphs.ellipsis);
  const place: RowNote[] = row.isNamesake && room === 0 ? [{ text: row.folder ?? '', style: 'plain' }] : [];
  const right = (folder === '' ? '' : `  ${folder}`) + ' '.repeat(Math.min(rightMargin, at.columns));
  const line = new Line(theme, at.columns - displayWidth(right));
  const tone = toneOf(row.isDim);
  addGutter(line, theme, row);
  addFacts(line, theme, row, at, tone);
  line.padTo(placesOf(at).description);
  if (at.description > 0) addDescription(line, theme, { ...row, notes: [...place, ...row.notes] }, tone);
  return line.toString() + paint(theme, 'dim', right);
}

/** A file that was left out of the list. */
export interface BrokenRow extends Selection {
  name: string;
  /** The file's own name, and the line; empty if there is none. */
  place: string;
  message: string;
  isError: boolean;
}

/** The place of the file is left out if the message would have fewer columns. */
const usefulMessage = 24;
/** A message with fewer columns is left out. */
const shortestMessage = 6;

/** Returns a line of exactly `at.columns` columns; the message starts where other rows have their badges. */
export function drawBroken(row: BrokenRow, at: RowColumns, theme: Theme): string {
  const line = new Line(theme, at.columns - rightMargin);
  const { glyph, style } = row.isError ? theme.tone.bad : theme.tone.warn;
  const text = row.isError ? style : 'plain';
  addGutter(line, theme, row);
  line.add(`${glyph} ${at.word === 0 ? '' : row.isError ? 'broken' : 'warning'}`.padEnd(at.word + 2), style);
  const name = cutMiddle(cleanLine(row.name), at.name, theme.glyphs.ellipsis);
  line.add(name, isActive(row) ? 'selected' : text);
  line.padTo(placesOf(at).badges);
  const [place, message] = [cleanLine(row.place), cleanLine(row.message)];
  const needed = Math.min(displayWidth(message), usefulMessage);
  if (place !== '' && displayWidth(place) + 2 + needed <= line.columnsLeft) line.add(`${place}  `, text);
  if (line.columnsLeft >= Math.min(needed, shortestMessage)) line.add(message, text);
  return line.toString() + ' '.repeat(Math.min(rightMargin, at.columns));
}
