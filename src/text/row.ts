/**
 * Draws an entry's row: cursor, mark, badges, name with its matched letters, description, and in ranked lists the
 * container's name at the right. A pure function of plain data.
 */

import { cleanLine, plainText } from './clean.js';
import { textLimits } from './limits.js';
import { Line } from './line.js';
import {
  describeState,
  type EnabledName,
  type GateName,
  type MarkName,
  paint,
  type StyledText,
  type StyleName,
  type Theme,
} from './theme.js';
import { displayWidth, graphemesOf, isSimple, truncate } from './width.js';

interface NamePiece {
  text: string;
  isMatched: boolean;
}

export interface RowModel {
  enabled: EnabledName;
  user: GateName;
  model: GateName;
  name: readonly NamePiece[];
  description: string | null;
  /** The folder of a skill, if its name is different. */
  folder?: string;
  /** Why a tool does not follow the switch for now. */
  caveat?: string;
  /** The whole row is dim, because the entry is effectively off. */
  isDim: boolean;
  isSelected: boolean;
  mark?: MarkName;
  /** The runtime state of an MCP server, which is independent of its switch. */
  server?: { state: string; message: string | null };
  /** In ranked lists only, which have no headers. */
  container?: string;
}

interface RowLayout {
  columns: number;
  nameColumns: number;
}

const widestLabel = 'shadowed'.length;
const narrowestName = 12;
const widestNameShare = 0.35;
const widestContainerShare = 0.25;

/** Returns the columns for names, the same for all rows, so that descriptions line up. */
export function nameColumnsFor(columns: number, widestName: number): number {
  return Math.max(narrowestName, Math.min(widestName, Math.floor(columns * widestNameShare)));
}

type Tone = (style: StyleName) => StyleName;

function toneOf({ isDim }: RowModel): Tone {
  return (style) => {
    if (!isDim) return style;
    return style === 'match' ? 'dimMatch' : 'dim';
  };
}

/** Adds the first three columns: a space, the cursor, the mark. */
export function addGutter(line: Line, theme: Theme, row: Pick<RowModel, 'isSelected' | 'mark'>): void {
  line.add(' ').add(row.isSelected ? theme.glyphs.cursor : ' ', 'accent');
  const mark = row.mark && theme.mark[row.mark];
  line.add(mark?.glyph ?? ' ', mark?.style);
}

function addGate(line: Line, theme: Theme, gate: GateName, word: string, tone: Tone): void {
  const { glyph, style } = theme.gate[gate];
  line.add((gate === 'lit' ? word : ` ${glyph}`).padEnd(word.length), tone(style));
}

function addBadges(line: Line, theme: Theme, row: RowModel, tone: Tone): void {
  const { glyph, label, style } = theme.enabled[row.enabled];
  line.add(`${glyph} ${label}`.padEnd(widestLabel + 3), tone(style));
  addGate(line, theme, row.user, 'user', tone);
  line.add(' ');
  addGate(line, theme, row.model, 'model', tone);
  line.add('   ');
}

function addShortBadges(line: Line, theme: Theme, row: RowModel, tone: Tone): void {
  const { glyph, style } = theme.enabled[row.enabled];
  const gate = (name: GateName, letter: string) => (name === 'lit' ? letter : theme.gate[name].glyph);
  line.add(glyph, tone(style)).add(gate(row.user, 'U') + gate(row.model, 'M'), tone('plain'));
  line.add(' ');
}

/** Returns true if no grapheme of the name is split between two pieces. */
function areWhole(pieces: readonly NamePiece[], name: string): boolean {
  if (isSimple(name)) return true;
  const ends = new Set(Array.from(graphemesOf(name), ({ index, segment }) => index + segment.length));
  let end = 0;
  return pieces.every(({ text }) => {
    end += text.length;
    return text === '' || ends.has(end);
  });
}

/** Cleans each piece. If the pieces are no longer whole graphemes of the clean name, it is one piece without matches. */
function cleanPieces(name: readonly NamePiece[]): NamePiece[] {
  const whole = cleanLine(name.map(({ text }) => text).join(''));
  if (whole === '') return [{ text: '(no name)', isMatched: false }];
  const pieces = name.map(({ text, isMatched }) => ({ text: plainText(text), isMatched }));
  const isSame = pieces.map(({ text }) => text).join('') === whole;
  return isSame && areWhole(pieces, whole) ? pieces : [{ text: whole, isMatched: false }];
}

function takeLength(pieces: readonly NamePiece[], length: number): NamePiece[] {
  let left = length;
  return pieces.map((piece) => {
    const text = piece.text.slice(0, left);
    left -= text.length;
    return { ...piece, text };
  });
}

/** Returns the pieces that fit; the ellipsis is the last one if the name is cut. */
function fitName(name: readonly NamePiece[], columns: number, ellipsis: string): NamePiece[] {
  const pieces = cleanPieces(name);
  const whole = pieces.map(({ text }) => text).join('');
  const cut = truncate(whole, columns, ellipsis);
  if (cut === whole) return pieces;
  const end = ellipsis.slice(0, Math.max(0, columns));
  return [...takeLength(pieces, cut.length - end.length), { text: end, isMatched: false }];
}

function addName(line: Line, theme: Theme, row: RowModel, columns: number, tone: Tone): void {
  const plain = row.isSelected ? 'strong' : 'plain';
  for (const { text, isMatched } of fitName(row.name, columns, theme.glyphs.ellipsis)) {
    line.add(text, tone(isMatched ? 'match' : plain));
  }
}

function addDetails(line: Line, theme: Theme, row: RowModel, layout: RowLayout, tone: Tone): void {
  const afterName = line.columnsLeft - layout.nameColumns - 2;
  addName(line, theme, row, Math.min(layout.nameColumns, line.columnsLeft), tone);
  line.padUntil(afterName);
  if (row.folder !== undefined) line.add(`folder ${cleanLine(row.folder)}  `, tone('warn'));
  if (row.caveat !== undefined) line.add(`${cleanLine(row.caveat)}  `, 'warn');
  if (row.server !== undefined) {
    const { text, style } = describeState(theme.server, row.server.state, row.server.message);
    line.add(text, tone(style)).add('  ');
  }
  if (row.description !== null) line.add(cleanLine(row.description), tone('plain'));
}

/** Returns a line of exactly `layout.columns` columns. */
export function drawRow(row: RowModel, layout: RowLayout, theme: Theme): string {
  const { columns } = layout;
  const widestContainer = Math.floor(columns * widestContainerShare);
  const container = truncate(cleanLine(row.container ?? ''), widestContainer, theme.glyphs.ellipsis);
  const right = container === '' ? '' : `  ${container}`;
  const line = new Line(theme, columns - displayWidth(right));
  const tone = toneOf(row);
  addGutter(line, theme, row);
  if (columns < textLimits.compactBelowColumns) {
    addShortBadges(line, theme, row, tone);
    addName(line, theme, row, line.columnsLeft, tone);
  } else {
    addBadges(line, theme, row, tone);
    addDetails(line, theme, row, layout, tone);
  }
  return line.toString() + paint(theme, 'dim', right);
}

export interface HeaderModel {
  name: string;
  type: string;
  version: string | null;
  /** `repo` or `user`. */
  from: string | null;
  /** Who published it, such as `from vscode-1`. */
  publisher?: string;
  enabled: boolean;
  load: string | null;
  message: string | null;
  /** The number of children; null if the host has not read them yet. */
  children: number | null;
  /** How many of the shown entries are in each state, such as `2 on`. */
  counts: readonly string[];
  isSelected: boolean;
  mark?: MarkName;
}

function contentNote({ children, load }: HeaderModel): StyledText[] {
  if (children !== null && children > 0) return [];
  if (load === 'loading' || load === 'error') return [];
  return [{ text: children === null ? 'not read yet' : 'empty', style: 'dim' }];
}

function notesOf(header: HeaderModel, theme: Theme): StyledText[] {
  const { load, message } = header;
  const kind = header.type === 'directory' ? '' : header.type;
  const facts = [header.from ?? '', [kind, header.version ?? ''].join(' ').trim(), header.publisher ?? ''];
  return [
    ...facts
      .map((text): StyledText => ({ text: cleanLine(text), style: 'dim' }))
      .filter(({ text }) => text !== ''),
    ...(header.enabled ? [] : [{ text: theme.enabled.off.label, style: 'strong' } as const]),
    ...(load === null || load === 'loaded' ? [] : [describeState(theme.load, load, message)]),
    ...contentNote(header),
  ];
}

function countsText({ counts, enabled }: HeaderModel, theme: Theme): string {
  return enabled ? counts.join(` ${theme.glyphs.separator} `) : '';
}

/** Returns a line of exactly `columns` columns. */
export function drawHeader(header: HeaderModel, columns: number, theme: Theme): string {
  const counts = countsText(header, theme);
  const right = counts === '' || columns < displayWidth(counts) * 3 ? '' : `  ${counts}`;
  const line = new Line(theme, columns - displayWidth(right));
  addGutter(line, theme, header);
  line.add(cleanLine(header.name) || '(no name)', header.enabled ? 'strong' : 'dim').add('  ');
  for (const [index, { text, style }] of notesOf(header, theme).entries()) {
    if (index > 0) line.add(` ${theme.glyphs.separator} `, 'dim');
    line.add(text, style);
  }
  return line.toString() + paint(theme, 'dim', right);
}
