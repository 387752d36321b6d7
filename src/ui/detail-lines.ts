/** The lines of the detail view: all facts of an entry, a container or a problem, then the text of its file. */

import { containerNote, containerTitle, requirementsOf, titleOf } from '../entries/describe.js';
import type { EntryList, Problem } from '../entries/entries.js';
import { factsOf } from '../entries/facts.js';
import { remedyFor } from '../entries/remedies.js';
import type { DetailView } from '../picker/open-view.js';
import { cleanBlock } from '../text/clean.js';
import { textLimits } from '../text/limits.js';
import { uiLimits } from './limits.js';
import type { Screen } from './screen.js';
import { blank, labelLines, line, lines, type ViewLine, wrapLine } from './view-lines.js';

const labelColumns = 16;

function factLines(label: string, text: string, columns: number): ViewLine[] {
  return labelLines(label, text, { columns, labelColumns, style: 'dim' });
}

function paragraph(text: string, columns: number): ViewLine[] {
  return text === '' ? [] : [...lines(text, columns), blank];
}

function problemLines(problem: Problem, columns: number): ViewLine[] {
  const { uri, line: at, message } = problem;
  const remedy = remedyFor(problem);
  return [
    ...factLines('problem', message, columns),
    ...(at === null ? [] : factLines('line', String(at), columns)),
    ...(remedy === null ? [] : factLines('remedy', remedy, columns)),
    ...factLines('file', uri, columns),
  ];
}

function entryLines(screen: Screen, id: string, columns: number): ViewLine[] | null {
  const { list, clientId } = screen.model;
  const entry = list.entries.find((candidate) => candidate.id === id);
  if (entry === undefined) return null;
  const at = entry.range === null ? entry.uri : `${entry.uri}:${entry.range.start.line + 1}`;
  return [
    ...lines(titleOf(entry, clientId).join(', '), columns, 'strong'),
    blank,
    ...paragraph(entry.description ?? '', columns),
    ...[...factsOf(entry, list.entries), ...requirementsOf(entry)].flatMap(({ label, text }) =>
      factLines(label, text, columns),
    ),
    ...factLines('file', at, columns),
  ];
}

function containerLines(screen: Screen, id: string, columns: number): ViewLine[] | null {
  const { list, clientId } = screen.model;
  const container = list.containers.find((candidate) => candidate.id === id);
  if (container === undefined) return null;
  return [
    ...lines(containerTitle(container).join(', '), columns, 'strong'),
    blank,
    ...paragraph(containerNote(container, clientId), columns),
    ...factLines('place', container.uri, columns),
    ...container.problems.flatMap((problem) => [blank, ...problemLines(problem, columns)]),
  ];
}

function fileLines({ file }: DetailView, columns: number): ViewLine[] {
  if (file === null) return [blank, line('Reading its file.', 'dim')];
  if ('problem' in file) return [blank, ...lines(file.problem, columns, 'warn')];
  const bounds = { lines: uiLimits.shownFileLines, lineLength: textLimits.printedLineChars };
  const texts = cleanBlock(file.lines.join('\n').trimEnd(), bounds);
  const cut = file.isCut ? [line('The rest is not shown.', 'dim')] : [];
  return [blank, ...texts.flatMap((text) => wrapLine(text, columns).map((part) => line(part))), ...cut];
}

function build(screen: Screen, view: DetailView): ViewLine[] {
  const columns = screen.size.columns - 4;
  if (view.problem !== null) {
    const head = line('A problem', 'strong');
    return [head, blank, ...problemLines(view.problem, columns), ...fileLines(view, columns)];
  }
  const entry = entryLines(screen, view.id, columns);
  if (entry !== null) return [...entry, ...fileLines(view, columns)];
  return containerLines(screen, view.id, columns) ?? [line('It is no longer there.', 'warn')];
}

let last: { view: DetailView; list: EntryList; columns: number; built: ViewLine[] } | undefined;

/** Returns the lines, from a cache of one: every key asks how many there are. */
export function detailLines(screen: Screen, view: DetailView): readonly ViewLine[] {
  const { size, model } = screen;
  if (
    last?.list !== model.list ||
    last.columns !== size.columns ||
    last.view.id !== view.id ||
    last.view.file !== view.file
  ) {
    last = { view, list: model.list, columns: size.columns, built: build(screen, view) };
  }
  return last.built;
}
