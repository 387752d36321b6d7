/**
 * Draws a list of entries on a terminal: column heads, a row for each entry with a cell for each tool, and a red row for
 * each file that was left out. Loaded only if stdout is a terminal.
 */

import { isSelected, type ShownAgent } from '../entries/agent-of-session.js';
import type { BrokenFile } from '../entries/broken-files.js';
import type { EntryLabels } from '../entries/container-labels.js';
import { typeWord } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { rowState, toolCells } from '../entries/row-state.js';
import { toolShort } from '../entries/tool-names.js';
import { skillLimits } from '../skill-rules.js';
import { addBadges, cellHead, gateName, type Tone } from '../text/cells.js';
import { cutMiddle } from '../text/cut-middle.js';
import { Line } from '../text/line.js';
import { badgeHead, columnGap, glyphColumns } from '../text/row-columns.js';
import { paint, type Sign, type StyleName, type Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { cell } from './columns.js';
import { type ListLayout, listLayout } from './list-layout.js';

export interface TerminalList {
  readonly entries: readonly Entry[];
  readonly broken: readonly BrokenFile[];
  /** The ids of the tools that have a cell. */
  readonly tools: readonly string[];
  /** The agent that is selected; null for the default. */
  readonly agent: ShownAgent | null;
  readonly labels: EntryLabels;
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

const selectedWord = 'selected';

function rowOf(entry: Entry, { agent, labels }: TerminalList, theme: Theme): ListRow {
  const state = rowState(entry);
  const mark = isSelected(entry, agent?.uri ?? null) ? ` ${selectedWord}` : '';
  const sign = theme.enabled[state === 'unread' ? 'on' : state];
  const { compatibility } = entry.details;
  const needs = compatibility === undefined ? '' : `${theme.tone.warn.glyph} ${compatibility}  `;
  return {
    entry,
    sign,
    signStyle: state === 'unread' ? 'dim' : sign.style,
    name: nameOf(labels.nameOf(entry)),
    kind: entry.type === 'skill' ? '' : `${cell(typeWord(entry.type))}${mark}`,
    folder: cell(labels.placeOf(entry)),
    description: cell(needs + (entry.description ?? ''), skillLimits.descriptionChars),
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

/** Draws one column, then blanks up to its width and the gap; nothing if the column is left out. */
function addColumn(line: Line, columns: number, draw: (line: Line) => void): void {
  if (columns === 0) return;
  const after = line.columnsLeft - columns - columnGap;
  draw(line);
  line.padUntil(after);
}

function addText(line: Line, columns: number, text: string, style: StyleName = 'plain'): void {
  addColumn(line, columns, () => line.add(text, style));
}

function addEntryBadges(line: Line, entry: Entry, layout: ListLayout, theme: Theme): void {
  const [user, model] = [gateName(entry.userInvocable), gateName(entry.modelInvocable)];
  const tone: Tone = (style) => (entry.effectiveEnabled === false ? 'dim' : style);
  addColumn(line, layout.badges, () =>
    addBadges(line, theme, { user, model, hasWords: !layout.isShort }, tone),
  );
}

function addEntryCells(
  line: Line,
  columns: number,
  entry: Entry,
  tools: readonly string[],
  theme: Theme,
): void {
  addColumn(line, columns, () => {
    for (const [index, one] of toolCells(entry, tools).entries()) {
      const { glyph, style } =
        one === null ? { glyph: ' ', style: 'plain' as const } : theme.enabled[one.sign];
      line.add(index === 0 ? '' : '  ').add(glyph, one?.isFixed ? 'dim' : style);
    }
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
  const isOff = entry.effectiveEnabled === false;
  const quiet = isOff ? 'dim' : 'plain';
  const name = cutMiddle(row.name, layout.name, theme.glyphs.ellipsis);
  line.add(sign.glyph, signStyle).add(' ');
  addText(line, layout.word, sign.label, quiet);
  addText(line, layout.name, name, isOff ? 'dim' : 'strong');
  addText(line, layout.kind, layout.isShort ? row.kind.slice(0, 1) : row.kind, quiet);
  addEntryBadges(line, entry, layout, theme);
  addEntryCells(line, layout.cells, entry, tools, theme);
  addText(line, layout.folder, row.folder, 'dim');
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
  addText(line, layout.word, brokenWord, 'bad');
  addText(line, layout.name, cutMiddle(nameOf(name), layout.name, theme.glyphs.ellipsis), 'bad');
  line.add(`${cell(place)}  ${cell(problem.message, skillLimits.descriptionChars)}`, 'bad');
  return line.toString().trimEnd();
}

function drawHeads(layout: ListLayout, tools: readonly string[], { theme, columns }: ListStyle): string {
  const line = new Line(theme, columns).add(' '.repeat(glyphColumns));
  addText(line, layout.word, heads.word);
  addText(line, layout.name, heads.name);
  addText(line, layout.kind, '');
  addText(line, layout.badges, badgeHead(!layout.isShort));
  addText(line, layout.cells, tools.map((id) => cellHead(toolShort(id))).join(' '));
  addText(line, layout.folder, heads.folder);
  if (layout.description > 0) line.add(heads.description);
  return paint(theme, 'dim', line.toString().trimEnd());
}

function drawAgent({ name }: ShownAgent, { theme, columns }: ListStyle): string {
  return new Line(theme, columns)
    .add('selected agent: ', 'dim')
    .add(nameOf(name), 'strong')
    .toString()
    .trimEnd();
}

/** Puts the folders of rows with the same name before their descriptions. */
function withFolders(rows: readonly ListRow[]): ListRow[] {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.map((row) =>
    counts.get(row.name) === 1 || row.folder === ''
      ? row
      : { ...row, description: `${row.folder}  ${row.description}`.trimEnd() },
  );
}

/** Returns the lines of a list, none wider than the terminal; no heads if there is nothing under them. */
export function formatTerminalList(list: TerminalList, style: ListStyle): string[] {
  const { agent } = list;
  const rows = list.entries.map((entry) => rowOf(entry, list, style.theme));
  const about = agent === null ? [] : [drawAgent(agent, style)];
  if (rows.length === 0 && list.broken.length === 0) return about;
  const layout = layoutOf(rows, list, style.columns);
  return [
    ...about,
    drawHeads(layout, list.tools, style),
    ...(layout.folder === 0 ? withFolders(rows) : rows).map((row) =>
      drawEntry(row, layout, list.tools, style),
    ),
    ...list.broken.map((file) => drawBroken(file, layout, style)),
  ];
}
