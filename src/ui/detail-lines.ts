/** The lines of the detail view: all facts of an entry, a folder, a plugin or a problem, then the text of its file. */

import { isSelected } from '../entries/agent-of-session.js';
import { brokenName } from '../entries/broken-files.js';
import { containerNote } from '../entries/describe.js';
import type { Entry, EntryList, Problem } from '../entries/entries.js';
import { factsOf } from '../entries/facts.js';
import {
  entryFilePlace,
  entryPlace,
  filePlace,
  folderTitle,
  type PlaceNames,
} from '../entries/preview-facts.js';
import { remedyFor } from '../entries/remedies.js';
import { hasFile } from '../entries/shown-file.js';
import { fileOf } from '../picker/file-owner.js';
import type { DetailView, FileText } from '../picker/open-view.js';
import type { Rows } from '../picker/rows.js';
import { formatPlace } from '../text/humanize.js';
import { displayWidth } from '../text/width.js';
import { fileLines, fileNames } from './file-lines.js';
import { uiLimits } from './limits.js';
import { placesOf } from './places.js';
import { rememberLast } from './remember.js';
import { layoutOf, type Screen } from './screen.js';
import { blank, labelLines, lastTop, line, lines, textOf, type ViewLine, viewMargins } from './view-lines.js';

const labelColumns = 16;

interface DetailContent {
  id: string;
  problem: Problem | null;
  file: FileText | null;
  list: EntryList;
  rows: Rows;
  clientId: string | null;
  home: string;
  /** The uri of the agent that is selected. */
  agent: string | null;
  /** The directory of the session, as a uri. */
  directory: string | null;
  columns: number;
}

function factLines(label: string, text: string, columns: number): ViewLine[] {
  return text === '' ? [] : labelLines(label, text, { columns, labelColumns, style: 'dim' });
}

function paragraph(text: string, columns: number): ViewLine[] {
  return text === '' ? [] : [...lines(text, columns), blank];
}

/** Returns the place of the entry or problem among those in the list, such as `3 of 128`; empty for anything else. */
function positionOf({ id, rows }: DetailContent): string {
  let count = 0;
  let at = 0;
  for (const row of rows.rows) {
    if (row.type !== 'entry' && row.type !== 'problem') continue;
    count += 1;
    if (row.id === id) at = count;
  }
  return at === 0 ? '' : `${at} of ${count}`;
}

/** Returns the name with its place beside it, or else below it, and with the position at the right. */
function titleLines([name = '', ...place]: readonly string[], content: DetailContent): ViewLine[] {
  const { columns } = content;
  const position = positionOf(content);
  const room = columns - (position === '' ? 0 : position.length + 2);
  const [first = blank, ...rest] = lines(name, room, 'strong');
  const below = lines(place.join(', '), columns, 'dim');
  const beside: ViewLine = [...first, ...line('  '), ...(below[0] ?? blank)];
  const fits = rest.length === 0 && below.length === 1 && displayWidth(textOf(beside)) <= room;
  const head = fits ? beside : first;
  const gap = ' '.repeat(Math.max(0, columns - displayWidth(textOf(head)) - position.length));
  const titled = position === '' ? head : [...head, ...line(gap + position, 'dim')];
  return [titled, ...rest, ...(fits || place.length === 0 ? [] : below), blank];
}

const placesIn = ({ list, home, directory }: DetailContent): PlaceNames =>
  placesOf({ list, home, session: { directory } });

function problemTitle(problem: Problem): string {
  if (problem.severity === 'warning') return 'A warning';
  return hasFile(problem) ? 'A broken file' : 'Left out';
}

function problemLines(problem: Problem, content: DetailContent): ViewLine[] {
  const { columns } = content;
  const { uri, line: at, message } = problem;
  return [
    ...factLines('problem', message, columns),
    ...factLines('line', at === null ? '' : String(at), columns),
    ...factLines('remedy', remedyFor(problem) ?? '', columns),
    ...(hasFile(problem)
      ? factLines('file', filePlace({ uri, line: null }, placesIn(content)), columns)
      : factLines('skill', brokenName(problem, null, String).name, columns)),
  ];
}

/** Returns what to do about the problems of an entry's file, each remedy once. */
function remedies({ fileProblems }: Entry): string[] {
  return [...new Set(fileProblems.flatMap((problem) => remedyFor(problem) ?? []))];
}

function entryLines(entry: Entry, content: DetailContent): ViewLine[] {
  const { list, clientId, columns, file } = content;
  const places = placesIn(content);
  return [
    ...titleLines([entry.name, ...entryPlace(entry, clientId)], content),
    ...paragraph(entry.description ?? '', columns),
    ...factsOf(entry, list.entries, places.path).flatMap(({ label, text }) =>
      factLines(label, text, columns),
    ),
    ...remedies(entry).flatMap((remedy) => factLines('remedy', remedy, columns)),
    ...factLines('selected', isSelected(entry, content.agent) ? 'as the agent of the session' : '', columns),
    ...(hasFile(entry) ? factLines('file', entryFilePlace(entry, places), columns) : []),
    ...factLines('other files', fileNames(file), columns),
  ];
}

function folderLines(content: DetailContent): ViewLine[] | null {
  const { id, list, clientId, columns, home } = content;
  const container = list.containers.find((candidate) => candidate.id === id);
  if (container === undefined) return null;
  return [
    ...titleLines([container.name, ...folderTitle(container)], content),
    ...paragraph(containerNote(container, clientId), columns),
    ...factLines('place', formatPlace(container.uri, home), columns),
    ...container.problems.flatMap((problem) => [blank, ...problemLines(problem, content)]),
  ];
}

function textLines(uri: string, { file, columns }: DetailContent): ViewLine[] {
  if (file === null) return [blank, line('Reading its file.', 'dim')];
  return [blank, ...fileLines(file, { uri, columns, most: uiLimits.shownFileLines })];
}

const build = rememberLast((content: DetailContent): readonly ViewLine[] => {
  const { problem, list, id } = content;
  if (problem !== null)
    return [
      ...titleLines([problemTitle(problem)], content),
      ...problemLines(problem, content),
      ...textLines(problem.uri, content),
    ];
  const entry = list.entries.find((candidate) => candidate.id === id);
  if (entry !== undefined) return [...entryLines(entry, content), ...textLines(entry.uri, content)];
  return folderLines(content) ?? [line('It is no longer there.', 'warn')];
});

/** Returns all lines of the view. The last ones are remembered: every key asks how many there are. */
export function detailLines({ state, model, rows, size }: Screen, view: DetailView): readonly ViewLine[] {
  const { id, problem } = view;
  const file = fileOf(state, id);
  const { list, clientId, home, session } = model;
  const { directory, agent } = session;
  const columns = size.columns - viewMargins;
  return build({ id, problem, file, list, rows, clientId, home, agent, directory, columns });
}

/** Returns the first line to show: the one that was scrolled to, if there are enough lines below it. */
export function detailTop(screen: Screen, view: DetailView): number {
  return Math.min(view.top, lastTop(detailLines(screen, view).length, layoutOf(screen).viewHeight));
}
