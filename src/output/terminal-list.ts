/**
 * Draws a list of entries on a terminal: column heads, a row for each entry with a cell for each tool, and a red row for
 * each file that was left out. Loaded only if stdout is a terminal.
 */

import type { BrokenFile } from '../entries/broken-files.js';
import { typeWord } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import type { ToolStanding } from '../entries/entry-flags.js';
import { rowState, toolState } from '../entries/row-state.js';
import { toolShort } from '../entries/tool-names.js';
import { skillLimits } from '../skill-rules.js';
import { cutMiddle } from '../text/cut-middle.js';
import { Line } from '../text/line.js';
import { paint, type Sign, type StyleName, type Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { cell } from './columns.js';
import { placeOf } from './format.js';
import { badgeHeads, columnGap, glyphColumns, type ListLayout, listLayout } from './list-layout.js';

export interface TerminalList {
  readonly entries: readonly Entry[];
  readonly broken: readonly BrokenFile[];
  /** The ids of the tools that have a cell. */
  readonly tools: readonly string[];
}

interface ListStyle {
  readonly theme: Theme;
  readonly columns: number;
}

/** An entry as clean text. */
interface ListRow {
  readonly entry: Entry;
  readonly sign: Sign;
  /** Another style than the sign's, if no tool here reads it. */
  readonly signStyle: StyleName;
  readonly name: string;
  readonly kind: string;
  readonly folder: string;
  readonly description: string;
}

const brokenWord = 'broken';

const nameOf = (text: string): string => cell(text) || '(no name)';

function rowOf(entry: Entry, theme: Theme): ListRow {
  const state = rowState(entry);
  const sign = theme.enabled[state === 'unread' ? 'on' : state];
  return {
    entry,
    sign,
    signStyle: state === 'unread' ? 'dim' : sign.style,
    name: nameOf(entry.name),
    kind: entry.type === 'skill' ? '' : cell(typeWord(entry.type)),
    folder: cell(placeOf(entry)),
    description: cell(entry.description ?? '', skillLimits.descriptionChars),
  };
}

const heads = { word: 'state', name: 'name', folder: 'folder', description: 'description' } as const;

/** Returns the columns of the widest text; of the head, if that is wider and the column is not empty. */
function widest(texts: readonly string[], head = ''): number {
  const width = texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
  return width === 0 ? 0 : Math.max(width, head.length);
}

function layoutOf(rows: readonly ListRow[], { broken, tools }: TerminalList, columns: number): ListLayout {
  const names = [...rows, ...broken].map(({ name }) => nameOf(name));
  const column = (field: 'kind' | 'folder' | 'description', head?: string) =>
    widest(
      rows.map((row) => row[field]),
      head,
    );
  const widths = {
    word: widest([...rows.map(({ sign }) => sign.label), ...broken.map(() => brokenWord)], heads.word),
    name: widest(names, heads.name),
    kind: column('kind'),
    folder: column('folder', heads.folder),
    description: column('description'),
    tools: tools.length,
  };
  return listLayout(widths, columns);
}

type PaintedText = readonly [text: string, style: StyleName];

/** Adds the parts of one column, then blanks up to its width and the gap; nothing if the column is left out. */
function addColumn(line: Line, columns: number, parts: readonly PaintedText[]): void {
  if (columns === 0) return;
  const after = line.columnsLeft - columns - columnGap;
  for (const [text, style] of parts) line.add(text, style);
  line.padUntil(after);
}

const gates = [
  ['userInvocable', 'user', 'U'],
  ['modelInvocable', 'model', 'M'],
] as const;

/** Returns a badge for the user and one for the model. A missing one is not dim, because it is the exception. */
function badgeParts(entry: Entry, { isShort }: ListLayout, theme: Theme): PaintedText[] {
  return gates.map(([name, word, letter], index): PaintedText => {
    const flag = entry[name];
    const glyph = theme.gate[flag === null ? 'unknown' : 'dark'].glyph;
    const style = flag === false ? 'plain' : 'dim';
    if (isShort) return [flag === true ? letter : glyph, style];
    return [`${index === 0 ? '' : ' '}${(flag === true ? word : ` ${glyph}`).padEnd(word.length)}`, style];
  });
}

/** Returns the sign of one tool: blank if it does not read the entry, dim if it cannot be switched there. */
function cellOf(standing: ToolStanding | undefined, entry: Entry, theme: Theme): PaintedText {
  if (standing === undefined) return [' ', 'plain'];
  const state = toolState(standing, entry);
  const { glyph, style } = theme.enabled[state === 'either' ? 'shadowed' : state];
  return [glyph, standing.switchable.length === 0 ? 'dim' : style];
}

function cellParts(entry: Entry, tools: readonly string[], theme: Theme): PaintedText[] {
  return tools.flatMap((tool, index): PaintedText[] => {
    const standing = entry.tools.find(({ id }) => id === tool);
    return [[index === 0 ? '' : '  ', 'plain'], cellOf(standing, entry, theme)];
  });
}

function drawEntry(
  row: ListRow,
  layout: ListLayout,
  tools: readonly string[],
  { theme, columns }: ListStyle,
): string {
  const { entry, sign, signStyle } = row;
  const line = new Line(theme, columns);
  const quiet = entry.effectiveEnabled ? 'plain' : 'dim';
  const name = cutMiddle(row.name, layout.name, theme.glyphs.ellipsis);
  line.add(sign.glyph, signStyle).add(' ');
  addColumn(line, layout.word, [[sign.label, quiet]]);
  addColumn(line, layout.name, [[name, entry.effectiveEnabled ? 'strong' : 'dim']]);
  addColumn(line, layout.kind, [[layout.isShort ? row.kind.slice(0, 1) : row.kind, quiet]]);
  addColumn(line, layout.badges, badgeParts(entry, layout, theme));
  addColumn(line, layout.cells, cellParts(entry, tools, theme));
  addColumn(line, layout.folder, [[row.folder, 'dim']]);
  if (layout.description > 0) line.add(row.description, 'dim');
  return line.toString().trimEnd();
}

function drawBroken(
  { name, place, problem }: BrokenFile,
  layout: ListLayout,
  { theme, columns }: ListStyle,
): string {
  const line = new Line(theme, columns);
  line.add(`${theme.enabled.refused.glyph} `, 'bad');
  addColumn(line, layout.word, [[brokenWord, 'bad']]);
  addColumn(line, layout.name, [[cutMiddle(nameOf(name), layout.name, theme.glyphs.ellipsis), 'bad']]);
  line.add(`${cell(place)}  ${cell(problem.message, skillLimits.descriptionChars)}`, 'bad');
  return line.toString().trimEnd();
}

function drawHeads(layout: ListLayout, tools: readonly string[], { theme, columns }: ListStyle): string {
  const line = new Line(theme, columns).add(' '.repeat(glyphColumns));
  const head = (text: string): PaintedText[] => [[text, 'plain']];
  addColumn(line, layout.word, head(heads.word));
  addColumn(line, layout.name, head(heads.name));
  addColumn(line, layout.kind, head(''));
  addColumn(line, layout.badges, head(badgeHeads[layout.isShort ? 'letters' : 'words']));
  addColumn(line, layout.cells, head(tools.map(toolShort).join(' ')));
  addColumn(line, layout.folder, head(heads.folder));
  if (layout.description > 0) line.add(heads.description);
  return paint(theme, 'dim', line.toString().trimEnd());
}

/** Returns the lines of a list, none wider than the terminal; no heads if there is nothing under them. */
export function formatTerminalList(list: TerminalList, style: ListStyle): string[] {
  const rows = list.entries.map((entry) => rowOf(entry, style.theme));
  if (rows.length === 0 && list.broken.length === 0) return [];
  const layout = layoutOf(rows, list, style.columns);
  return [
    drawHeads(layout, list.tools, style),
    ...rows.map((row) => drawEntry(row, layout, list.tools, style)),
    ...list.broken.map((file) => drawBroken(file, layout, style)),
  ];
}
