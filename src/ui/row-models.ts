/** What the rows of the list show, as plain data for text/row.ts and text/heading.ts. */

import { isSelected } from '../entries/agent-of-session.js';
import { brokenName } from '../entries/broken-files.js';
import { containerLabels } from '../entries/container-labels.js';
import type { Container } from '../entries/containers.js';
import { folderOf, publisherOf, typeWord, whyUnpickable } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { isUnobeyed } from '../entries/entry-flags.js';
import { piecesOf } from '../entries/highlight.js';
import type { Query } from '../entries/query.js';
import { countWords, rowState, toolCells } from '../entries/row-state.js';
import { highlightDescription, highlightName } from '../entries/search-entries.js';
import { unobeyedNotes } from '../entries/tool-names.js';
import { isChanged } from '../picker/net-changes.js';
import type { Row } from '../picker/rows.js';
import type { Model, PickerState } from '../picker/state.js';
import { gateName } from '../text/cells.js';
import type { HeadingModel } from '../text/heading.js';
import { textLimits } from '../text/limits.js';
import type { BrokenRow, RowModel, RowNote, Selection } from '../text/row.js';
import { describeState, type MarkName, type StyledText, type Theme } from '../text/theme.js';
import { placesOf } from './places.js';

/** What rows show besides their entries. */
export interface RowContext {
  model: Model;
  tools: readonly string[];
  /** The tool whose cell is chosen; null: the whole row. */
  tool: string | null;
  changed: PickerState['changed'];
  words: Query['words'];
  isFlat: boolean;
  /** The names that several visible rows of a list without headings have. */
  sharedNames: ReadonlySet<string>;
  isPicking: boolean;
  theme: Theme;
}

function markOf(
  item: Pick<Entry, 'id' | 'enabled' | 'tools'> & { isMixed?: boolean },
  { model, changed }: RowContext,
): { mark?: MarkName } {
  if (model.pending.has(item.id)) return { mark: 'pending' };
  return isChanged(changed.get(item.id), item) ? { mark: 'changed' } : {};
}

const warning = (text: string): RowNote => ({ text, style: 'plain', isWarning: true });

const selectedNote: RowNote = { text: 'selected', style: 'strong', isShort: true };

function notesOf(entry: Entry, isUnread: boolean, { model, theme }: RowContext): RowNote[] {
  const folder = folderOf(entry);
  const [problem] = entry.fileProblems;
  const [caveat] = unobeyedNotes({ tools: entry.tools.filter(isUnobeyed) });
  const { compatibility } = entry.details;
  return [
    ...(isSelected(entry, model.session.agent) ? [selectedNote] : []),
    ...(isUnread ? [{ text: 'no tool here reads it', style: 'plain' } as const] : []),
    ...(problem === undefined ? [] : [warning(problem.message)]),
    ...(folder === null ? [] : [warning(`folder ${folder}`)]),
    ...(caveat === undefined ? [] : [warning(caveat)]),
    ...(compatibility === undefined ? [] : [warning(compatibility)]),
    ...(entry.state === null ? [] : [describeState(theme.server, entry.state, entry.stateMessage)]),
  ];
}

/** Returns the row of an entry: its state in the tool of the tab, and cells for all tools. */
export function entryModel(
  { entry, whole }: Extract<Row, { type: 'entry' }>,
  selection: Selection,
  context: RowContext,
): RowModel {
  const { tools, tool, words, isFlat, sharedNames, isPicking, model } = context;
  const state = rowState(entry);
  const isUnread = state === 'unread';
  const description = (entry.description ?? '').slice(0, textLimits.rowDescriptionChars);
  return {
    enabled: isUnread ? 'on' : state,
    user: gateName(entry.userInvocable),
    model: gateName(entry.modelInvocable),
    name: piecesOf(entry.name, words.length === 0 ? [] : highlightName(entry.name, words)),
    type: entry.type === 'skill' ? '' : typeWord(entry.type),
    cells: toolCells(whole, tools),
    chosenCell: selection.isSelected && tool !== null ? tools.indexOf(tool) : null,
    notes: notesOf(entry, isUnread, context),
    description: piecesOf(description, words.length === 0 ? [] : highlightDescription(description, words)),
    isDim: entry.effectiveEnabled === false || (isPicking && whyUnpickable(entry) !== null),
    hasDimSign: isUnread,
    ...selection,
    ...markOf(whole, context),
    ...(isFlat &&
      entry.container !== null && {
        folder: containerName(entry.container, model),
        isNamesake: sharedNames.has(entry.name),
      }),
  };
}

/** Returns the label of a folder or plugin. */
export function containerName(container: Container, { list, home }: Model): string {
  return containerLabels(list.containers, { home })(container);
}

/** States that have no word here: what is loaded needs none, and what is missing has rows of its own. */
const silentLoads = new Set([null, 'loaded', 'degraded']);

/** Returns whether a folder or plugin has been read. Rows under the heading say what is wrong with it. */
function loadFact({ load, children, problems }: Container, { glyphs, load: signs }: Theme): StyledText[] {
  if (load === 'loading') return [{ text: `loading${glyphs.ellipsis}`, style: 'accent' }];
  if (load === 'error') return [{ text: 'failed', style: 'bad' }];
  const state = load === null || silentLoads.has(load) ? [] : [describeState(signs, load, null)];
  if (children !== null && children + problems.length > 0) return state;
  return [...state, { text: children === null ? 'not read yet' : 'empty', style: 'dim' }];
}

/** Returns where a folder is from, what else it is, and what is wrong with it. */
function headingFacts(container: Container, { model, theme }: RowContext): StyledText[] {
  const { type, version, from, enabled } = container;
  const isFolder = type === 'directory';
  const facts = [
    from === 'repo' ? 'this repo' : from === 'user' && isFolder ? 'yours' : '',
    isFolder ? '' : [type, version ?? ''].join(' ').trim(),
    publisherOf(container, model.clientId) ?? '',
  ];
  return [
    ...facts.filter((text) => text !== '').map((text): StyledText => ({ text, style: 'dim' })),
    // The counts say how the entries of a folder are.
    ...(enabled || container.isSummary ? [] : [{ text: 'off', style: 'strong' } as const]),
    ...loadFact(container, theme),
  ];
}

/** Returns the heading of a folder or plugin. */
export function headingModel(
  { container, counts }: Extract<Row, { type: 'header' }>,
  selection: Selection,
  context: RowContext,
): HeadingModel {
  return {
    name: containerName(container, context.model),
    facts: headingFacts(container, context),
    counts: countWords(counts),
    isDim: !container.enabled && !container.isSummary,
    ...selection,
    ...markOf(container, context),
  };
}

/** Returns the row of a file that was left out. */
export function brokenModel(
  { problem, container }: Extract<Row, { type: 'problem' }>,
  selection: Selection,
  { model }: RowContext,
): BrokenRow {
  const { message, severity } = problem;
  const name = brokenName(problem, container, placesOf(model).path);
  return { ...name, message, isError: severity === 'error', ...selection };
}
