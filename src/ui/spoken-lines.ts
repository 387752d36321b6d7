/**
 * The lines for screen readers. Each kind of fact has a line of its own, always the same one, because only lines that
 * changed are written. A fact that does not apply is an empty line.
 */

import { isSelected } from '../entries/agent-of-session.js';
import { containerNote, whyUnpickable, withFullStop } from '../entries/describe.js';
import { folderTitle, type PlaceNames } from '../entries/preview-facts.js';
import { remedyFor } from '../entries/remedies.js';
import { countWords } from '../entries/row-state.js';
import { scopeWords } from '../entries/scope-words.js';
import { sessionName } from '../entries/session-info.js';
import { spokenCell, spokenEntry } from '../entries/spoken-words.js';
import { toolTitle } from '../entries/tool-names.js';
import { pathOf } from '../paths.js';
import { writtenKeyFor } from '../picker/keymap.js';
import type { Row, Rows } from '../picker/rows.js';
import type { KindFilter, Model, Notice } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import { shownNotice } from './message.js';
import { placesOf } from './places.js';
import { containerName } from './row-models.js';
import type { Screen } from './screen.js';
import { sessionWarnings } from './session-warnings.js';
import { spokenView, spokenWindow } from './spoken-views.js';

const kindWords: Readonly<Record<KindFilter, string>> = {
  usual: 'skills and agents',
  skills: 'skills',
  agents: 'agents',
  other: 'other kinds',
  all: 'all kinds',
};

const orderWords: Readonly<Record<Rows['order'], string>> = {
  place: 'Sorted by folder.',
  name: 'Sorted by name.',
  rank: 'Ranked by the query.',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const sentences = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map(withFullStop)
    .join(' ');

/** The same while it waits and while it tries, so that it is said once. */
function connectionWords({ link, waitingFor }: Model): string {
  if (waitingFor !== null) return waitingFor.replace(/, \d+ s left\.$/, '.');
  if (link.kind === 'gone')
    return `The session is gone: ${withFullStop(link.reason)} ${capital(writtenKeyFor('choose'))} opens another.`;
  return link.kind === 'live' ? '' : 'Connection lost, trying again. Switches wait.';
}

function switchWords({ state, model }: Screen): string {
  if (model.host.listsOnly) return 'Read-only: ACP has no switches.';
  return `Switches are kept ${scopeWords(state.scope)}.`;
}

const agentWords = ({ agent }: Model): string => (agent === null ? '' : `agent ${agent.name}`);

function rowWords(row: Row, screen: Screen, places: PlaceNames): string {
  const { model, isPicking } = screen;
  switch (row.type) {
    case 'entry': {
      const { entry } = row;
      const problems = entry.fileProblems.map(({ message }) => `Problem: ${message}`);
      const why = isPicking ? (whyUnpickable(entry) ?? '') : '';
      const selected = isSelected(entry, model.session.agent) ? 'Selected as the agent of the session' : '';
      return sentences([spokenEntry(entry, places), selected, why, ...problems, entry.description ?? '']);
    }
    case 'header': {
      const { container, counts } = row;
      const title = [containerName(container, model), ...folderTitle(container), ...countWords(counts)].join(
        ', ',
      );
      return sentences([title, containerNote(container, model.clientId)]);
    }
    case 'problem': {
      const { uri, line, message, severity } = row.problem;
      const kind = severity === 'error' ? 'Broken file' : 'Warning';
      const at = [places.path(pathOf(uri) ?? uri), ...(line === null ? [] : [`line ${line}`])].join(', ');
      return sentences([`${kind}: ${message}`, at, remedyFor(row.problem) ?? '']);
    }
    case 'label':
      return withFullStop(row.text);
  }
}

/** Returns the row with the cursor, and its place in the list. */
function cursorWords(screen: Screen, places: PlaceNames): string {
  const { state, rows, model } = screen;
  const { index } = state.cursor;
  const row = rows.rows[index];
  if (row === undefined) return model.isLoading ? 'Reading files.' : 'Nothing is listed.';
  const pending = model.pending.has(row.id) ? 'Under way. ' : '';
  return `${rowWords(row, screen, places)} ${pending}${index + 1} of ${rows.rows.length}.`;
}

function cellWords({ state, rows }: Screen, places: PlaceNames): string {
  const row = rows.rows[state.cursor.index];
  if (state.tool === null || row?.type !== 'entry') return '';
  return spokenCell(row.whole, state.tool, capital(writtenKeyFor('toggle')), places);
}

/** Returns the notice as sentences, with short paths and with its keys by name. */
function noticeWords(notice: Notice, { home, session: { directory } }: Model): string {
  const { text, parts } = shownNotice({ notice, home, directory, isFull: false });
  const said = parts === undefined ? text : withFullStop(parts.map((part) => part.text).join(', '));
  return said.replace(/\^(?=\S)/g, 'ctrl+');
}

/** Returns what limits the list and where switches are kept, one fact for each line. */
function settingLines(screen: Screen): string[] {
  const { state, model, rows, isPicking } = screen;
  const { query, kind, showing, focus, tab } = state;
  const found = query.text === '' ? 'empty' : `${query.text}. ${rows.shown} found`;
  return [
    `Search: ${found}.`,
    `The ${focus === 'list' ? 'list' : 'search'} has the focus.`,
    model.tools.length === 0 || isPicking ? '' : `Tab: ${tab === null ? 'all tools' : toolTitle(tab)}.`,
    `Kind: ${kindWords[kind]}.`,
    `Showing: ${showing}.`,
    orderWords[rows.order],
    isPicking ? '' : switchWords(screen),
  ];
}

/**
 * Returns the lines. The row is left out while a view is open, so that it is said again afterwards. The last lines are
 * those of the view, because their number varies.
 */
export function spokenLines(screen: Screen): string[] {
  const { model, state } = screen;
  const places = placesOf(model);
  const isList = state.view.type === 'list';
  return [
    withFullStop(['skillpick', sessionName(model.session), agentWords(model)].filter(Boolean).join(', ')),
    connectionWords(model),
    sentences(sessionWarnings(model).map(({ text }) => capital(text))),
    ...settingLines(screen),
    isList ? cursorWords(screen, places) : '',
    isList ? cellWords(screen, places) : '',
    ...spokenView(screen),
    state.notice === null ? '' : noticeWords(state.notice, model),
    ...spokenWindow(screen),
  ].map((line) => cleanLine(line));
}
