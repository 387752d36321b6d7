/** What the preview says of a row, before it is cut to its place: facts first, then the file. */

import { containerNote, invocationOf, serverOf, stateText, whyUnpickable } from '../entries/describe.js';
import type { Entry, EntryList, Problem } from '../entries/entries.js';
import {
  entryPlace,
  filePlace,
  folderTitle,
  type PlaceNames,
  type ToolLine,
  toolLines,
  unreadBy,
} from '../entries/preview-facts.js';
import { remedyFor } from '../entries/remedies.js';
import { countWords } from '../entries/row-state.js';
import { hiddenReason } from '../entries/shown-file.js';
import type { FileText } from '../picker/open-view.js';
import type { Row } from '../picker/rows.js';
import { cleanLine } from '../text/clean.js';
import { formatPlace } from '../text/humanize.js';
import type { StyleName, Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { fileLines, fileNames, linesAround } from './file-lines.js';
import { uiLimits } from './limits.js';
import { placesOf } from './places.js';
import {
  blank,
  labelled,
  line,
  lines,
  roomBeside,
  startedLines,
  type ViewLine,
  wrapParts,
  wrapText,
} from './view-lines.js';

export interface PreviewContent {
  row: Row | undefined;
  /** The file of the row; null while it is read. */
  file: FileText | null;
  list: EntryList;
  /** The tools that have a cell in each row. */
  tools: readonly string[];
  /** The directory of the session, as a uri, and the home directory, for short paths. */
  directory: string | null;
  home: string;
  /** Our id at the host. */
  clientId: string | null;
  /** The user chooses an entry to print. */
  isPicking: boolean;
  theme: Theme;
  columns: number;
  height: number;
}

type PreviewPart = PreviewContent & { places: PlaceNames };

const toolStyles: Readonly<Record<ToolLine['state'], StyleName>> = {
  on: 'good',
  either: 'warn',
  off: 'plain',
  'off-with-container': 'plain',
  shadowed: 'warn',
  refused: 'bad',
  unobeyed: 'warn',
};

/** States line up as far as they are short. */
const stateColumns = 'off'.length;

function toolPart(tools: readonly ToolLine[], columns: number): ViewLine[] {
  const widest = Math.max(0, ...tools.map(({ title }) => displayWidth(cleanLine(title))));
  const room = roomBeside(columns, widest + 2);
  return tools.flatMap(({ title, state, words, details }) => {
    const start = cleanLine(words);
    const parts = [start.padEnd(stateColumns), ...details.map((part) => cleanLine(part))];
    const started = { length: start.search(/\s|$/), style: toolStyles[state] };
    const label = { text: title, columns: room.label, style: 'plain' } as const;
    return labelled(label, startedLines(wrapParts(parts, room.text), started, 'plain'));
  });
}

/** Draws the name, and under it what it is, on one line each. */
function headPart(name: string, facts: readonly string[], { columns, theme }: PreviewPart): ViewLine[] {
  const { separator, ellipsis } = theme.glyphs;
  const text = facts.map((fact) => cleanLine(fact)).join(` ${separator} `);
  return [
    line(truncate(cleanLine(name) || '(no name)', columns, ellipsis), 'strong'),
    line(truncate(text, columns, ellipsis), 'dim'),
  ];
}

/** Returns a paragraph, cut to a third of the preview so that what follows stays in sight. */
function descriptionPart(text: string | null, { columns, height, theme }: PreviewPart): ViewLine[] {
  if (text === null || cleanLine(text) === '') return [];
  const all = wrapText(text, columns);
  const most = Math.max(2, Math.floor(height / 3));
  if (all.length <= most) return all.map((part) => line(part));
  const rest = truncate(all.slice(most - 1).join(' '), columns, theme.glyphs.ellipsis);
  return [...all.slice(0, most - 1), rest].map((part) => line(part));
}

function problemPart(problem: Problem, { columns, theme }: PreviewPart): ViewLine[] {
  const { line: at, message, severity } = problem;
  const { glyph, style } = severity === 'error' ? theme.load.error : theme.load.degraded;
  const text = `${glyph} ${at === null ? message : `line ${at}: ${message}`}`;
  const remedy = remedyFor(problem);
  return [
    ...startedLines(wrapText(text, columns), { length: glyph.length, style }, 'plain'),
    ...(remedy === null ? [] : lines(remedy, columns)),
  ];
}

/** Returns how an entry is in each tool; without tools, whether it is on and who may invoke it. */
function statePart(entry: Entry, { columns, tools, places }: PreviewPart): ViewLine[] {
  if (entry.isUnread) return lines('No tool here reads it.', columns, 'warn');
  if (entry.tools.length === 0)
    return [stateText(entry), invocationOf(entry), serverOf(entry)]
      .filter((text) => text !== '')
      .flatMap((text) => lines(text, columns));
  const unread = unreadBy(entry, tools);
  return [
    ...toolPart(toolLines(entry, places), columns),
    ...(unread.length === 0 ? [] : lines(`not read by ${unread.join(', ')}`, columns, 'dim')),
  ];
}

/** Puts a blank line before each part that is not empty, except the first. */
function separated(...parts: readonly ViewLine[][]): ViewLine[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [blank, ...part]));
}

/** Draws a rule with a text in it. */
function ruleLine(text: string, { columns, theme }: PreviewPart): ViewLine {
  const { rule, ellipsis } = theme.glyphs;
  const title = text === '' ? '' : ` ${truncate(text, columns - 6, ellipsis)} `;
  const start = rule.repeat(title === '' ? 0 : 2);
  return line(start + title + rule.repeat(Math.max(0, columns - start.length - displayWidth(title))), 'dim');
}

/** Returns the file under a rule that names the other files of the skill. It is there before the file is read. */
function filePart(file: FileText | null, uri: string, part: PreviewPart): ViewLine[] {
  const { columns, height } = part;
  const names = fileNames(file);
  return [
    ruleLine(names === '' ? '' : cleanLine(`with ${names}`), part),
    ...(file === null ? [] : fileLines(file, { uri, columns, most: height })),
  ];
}

function entryPart(entry: Entry, part: PreviewPart): ViewLine[] {
  const { columns, clientId, file, isPicking } = part;
  const { type, range } = entry;
  const unpickable = isPicking ? whyUnpickable(entry) : null;
  return separated(
    headPart(entry.name, entryPlace(entry, clientId), part),
    unpickable === null ? [] : lines(unpickable, columns, 'warn'),
    descriptionPart(entry.description, part),
    statePart(entry, part),
    [
      ...entry.fileProblems.flatMap((problem) => problemPart(problem, part)),
      ...(entry.details.notes ?? []).flatMap((note) => lines(note, columns, 'dim')),
    ],
    hiddenReason({ type, range }) === null ? filePart(file, entry.uri, part) : [],
  );
}

function headingPart(row: Extract<Row, { type: 'header' }>, part: PreviewPart): ViewLine[] {
  const { container, counts } = row;
  const { columns, places, theme, clientId } = part;
  const plugin = { tools: container.tools, container: null, hasGates: false };
  return separated(
    headPart(container.name, folderTitle(container), part),
    [
      ...lines(formatPlace(container.uri, part.home), columns, 'dim'),
      ...lines(countWords(counts).join(` ${theme.glyphs.separator} `), columns),
      ...lines(containerNote(container, clientId), columns),
    ],
    toolPart(toolLines(plugin, places), columns),
    // No more than can be seen: a folder may have thousands.
    ...container.problems
      .slice(0, uiLimits.previewProblems)
      .map((problem) => [
        ...lines(filePlace(problem, places), columns, 'dim'),
        ...problemPart({ ...problem, line: null }, part),
      ]),
  );
}

function brokenPart(
  { problem, container }: Extract<Row, { type: 'problem' }>,
  part: PreviewPart,
): ViewLine[] {
  const { columns, theme, file, places } = part;
  const kind = problem.severity === 'error' ? 'broken' : 'warning';
  const place = container === null ? [] : [container.name];
  const name = problem.uri === '' ? 'this session' : filePlace(problem, places);
  const excerpt = file === null ? [] : linesAround(file, problem.line ?? 1, theme.glyphs.prompt, columns);
  return separated(headPart(name, [kind, ...place], part), problemPart({ ...problem, line: null }, part), [
    ruleLine('', part),
    ...excerpt,
  ]);
}

/** Returns the lines for a row; more than fit, if there is much to say. */
export function previewContent(content: PreviewContent): ViewLine[] {
  const { row, list, home, directory } = content;
  const part = { ...content, places: placesOf({ list, home, session: { directory } }) };
  switch (row?.type) {
    case 'entry':
      return entryPart(row.whole, part);
    case 'header':
      return headingPart(row, part);
    case 'problem':
      return brokenPart(row, part);
    default:
      return [];
  }
}
