/** The visible rows of the list, one line each. If it is empty: why, and which key or command helps. */

import { folderOf, publisherOf, whyUnpickable } from '../entries/describe.js';
import type { Entry, Problem } from '../entries/entries.js';
import type { ToolStanding } from '../entries/entry-flags.js';
import { piecesOf } from '../entries/highlight.js';
import { countWords, rowState } from '../entries/row-state.js';
import { highlightName } from '../entries/search-entries.js';
import { unobeyedNotes } from '../entries/tool-names.js';
import { pathOf } from '../paths.js';
import { keyFor } from '../picker/keymap.js';
import { isChanged } from '../picker/net-changes.js';
import type { Row, Rows } from '../picker/rows.js';
import type { KindFilter } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import {
  addGutter,
  drawHeader,
  drawRow,
  type HeaderModel,
  nameColumnsFor,
  type RowModel,
} from '../text/row.js';
import type { GateName, MarkName, Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { uiLimits } from './limits.js';
import { layoutFor, type Screen } from './screen.js';
import { wrapText } from './view-lines.js';

const gateName = (gate: boolean | null): GateName => (gate === null ? 'unknown' : gate ? 'lit' : 'dark');

/** What no tool here reads looks like what is on; a note explains it. */
function signOf(entry: Entry): RowModel['enabled'] {
  const state = rowState(entry);
  return state === 'unread' ? 'on' : state;
}

function markOf(
  row: { id: string; enabled: boolean; isMixed?: boolean; tools: readonly ToolStanding[] },
  screen: Screen,
): { mark?: MarkName } {
  if (screen.model.pending.has(row.id)) return { mark: 'pending' };
  return isChanged(screen.state.changed.get(row.id), row) ? { mark: 'changed' } : {};
}

function entryModel(entry: Entry, isSelected: boolean, screen: Screen): RowModel {
  const { rows, isPicking } = screen;
  const ranges = rows.words.length === 0 ? [] : highlightName(entry.name, rows.words);
  const folder = folderOf(entry);
  const [caveat] = unobeyedNotes(entry);
  return {
    enabled: signOf(entry),
    user: gateName(entry.userInvocable),
    model: gateName(entry.modelInvocable),
    name: piecesOf(entry.name, ranges),
    description: entry.description,
    isDim: !entry.effectiveEnabled || (isPicking && whyUnpickable(entry) !== null),
    isSelected,
    ...(folder !== null && { folder }),
    ...(caveat !== undefined && { caveat }),
    ...markOf(entry, screen),
    ...(entry.state !== null && { server: { state: entry.state, message: entry.stateMessage } }),
    ...(rows.isRanked && entry.container !== null && { container: entry.container.name }),
  };
}

function headerModel(
  { container, counts }: Extract<Row, { type: 'header' }>,
  isSelected: boolean,
  screen: Screen,
): HeaderModel {
  const publisher = publisherOf(container, screen.model.clientId);
  return {
    ...container,
    counts: countWords(counts),
    isSelected,
    ...(publisher !== null && { publisher }),
    ...markOf(container, screen),
  };
}

const widths = new WeakMap<Rows, number>();

/** Measured once per list, so that columns do not move while scrolling. */
function widestName(rows: Rows): number {
  const known = widths.get(rows);
  if (known !== undefined) return known;
  let widest = 0;
  for (const row of rows.rows.slice(0, uiLimits.measuredNames)) {
    if (row.type === 'entry') widest = Math.max(widest, displayWidth(cleanLine(row.entry.name)));
  }
  widths.set(rows, widest);
  return widest;
}

/** Returns the last two parts of the path, which differ between skills, and the line. */
function placeOf({ uri, line }: Problem): string {
  const file = (pathOf(uri) ?? uri).split('/').slice(-2).join('/');
  return line === null ? file : `${file}:${line}`;
}

function drawProblem(problem: Problem, isSelected: boolean, columns: number, theme: Theme): string {
  const { glyph, style } = theme.load.error;
  const line = new Line(theme, columns);
  addGutter(line, theme, { isSelected });
  line
    .add(`${glyph} `, style)
    .add(cleanLine(placeOf(problem)), 'strong')
    .add('  ');
  return line.add(cleanLine(problem.message)).toString();
}

function drawOne(row: Row, isSelected: boolean, screen: Screen, theme: Theme): string {
  const { columns } = screen.size;
  switch (row.type) {
    case 'entry': {
      const layout = { columns, nameColumns: nameColumnsFor(columns, widestName(screen.rows)) };
      return drawRow(entryModel(row.entry, isSelected, screen), layout, theme);
    }
    case 'header':
      return drawHeader(headerModel(row, isSelected, screen), columns, theme);
    case 'label': {
      const line = new Line(theme, columns);
      addGutter(line, theme, { isSelected });
      return line.add(row.text, 'dim').toString();
    }
    case 'problem':
      return drawProblem(row.problem, isSelected, columns, theme);
  }
}

const kindWords: Record<KindFilter, string> = {
  usual: 'skill or agent',
  skills: 'skill',
  agents: 'agent',
  other: 'entry of another kind',
  all: 'entry',
};

function nothingFound({ model: { host, limit } }: Screen): string[] {
  if (limit !== null) return [`The session has nothing that is ${limit}.`];
  if (host.kind !== 'embedded')
    return [`The host lists no skills or agents for this session. ${keyFor('choose')} opens another.`];
  return [
    'No skills or agents were found.',
    'Looked in .agents and in the folders of all agent tools, from the root of the repository down to here, and in the home directory.',
    '`skillpick new <name>` makes a skill; `skillpick doctor` shows more.',
  ];
}

function emptyReasons(screen: Screen): string[] {
  const { model, state, rows } = screen;
  if (model.waitingFor !== null) return [model.waitingFor];
  if (model.isLoading && model.list.entries.length === 0) return ['The host is reading its files.'];
  const [kind, kindKey, showingKey] = [kindWords[state.kind], keyFor('next-kind'), keyFor('next-showing')];
  if (rows.isRanked) {
    const filter = state.showing === 'any' ? '' : ` Only some are shown: ${showingKey} shows others.`;
    return [
      `No ${kind} matches. ${keyFor('back')} clears the query, ${kindKey} looks among other kinds.${filter}`,
    ];
  }
  if (state.showing === 'problems') return [`There are no problems. ${showingKey} shows everything.`];
  if (model.list.entries.length === 0) return nothingFound(screen);
  if (state.showing === 'any') return [`There is no ${kind}. ${kindKey} shows other kinds.`];
  return [`No ${kind} is ${state.showing}. ${showingKey} shows others, ${kindKey} other kinds.`];
}

function drawEmpty(screen: Screen): string[] {
  const lines = emptyReasons(screen).flatMap((text) => wrapText(text, screen.size.columns - 4));
  return lines.map((line) => `   ${line}`);
}

/** Returns exactly as many lines as the list is high. */
export function drawList(screen: Screen, theme: Theme): string[] {
  const { state, rows, size } = screen;
  const height = layoutFor(size).listHeight;
  const lines = rows.rows
    .slice(state.top, state.top + height)
    .map((row, index) => drawOne(row, state.top + index === state.cursor.index, screen, theme));
  if (rows.rows.length === 0) lines.push(...drawEmpty(screen));
  // A list of empty containers gets the same help as an empty list.
  else if (screen.model.list.entries.length === 0) lines.push('', ...drawEmpty(screen));
  return Array.from({ length: height }, (_, index) => lines[index] ?? '');
}
