/** `skillpick show`: prints everything known about one entry, its file, and the files next to it. */

import { isSelected } from '../entries/agent-of-session.js';
import type { LabelOf } from '../entries/container-labels.js';
import type { Container } from '../entries/containers.js';
import { containerNote, typeWord } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { factsOf } from '../entries/facts.js';
import { addressable } from '../entries/filter.js';
import { hasFile } from '../entries/shown-file.js';
import { checkTools } from '../entries/tool-choice.js';
import type { Io } from '../io.js';
import { cell, formatRows } from '../output/columns.js';
import { containerDocument, entryDocument, sessionDocument } from '../output/document.js';
import { terminalColumns, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { skillLimits } from '../skill-rules.js';
import { type ConnectedHost, withSession } from '../source/open-session.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanBlock } from '../text/clean.js';
import { formatSize } from '../text/humanize.js';
import { textLimits } from '../text/limits.js';
import { paint, themeFor } from '../text/theme.js';
import type { CommandOptions } from './command-options.js';
import {
  type BundledFiles,
  baseDirectory,
  type EntryFile,
  listBundledFiles,
  readEntryFile,
} from './entry-files.js';
import { commandsLimits } from './limits.js';
import { followAgent, type Listing, labelsIn, noteEnd, noteUnfinished, readListing } from './listing.js';
import { resolveAll } from './resolve.js';
import { checkContext, refuseForm, writeContext } from './show-context.js';

interface ShowOptions extends CommandOptions {
  ref: string;
  /** As it is in these tools. */
  tools?: readonly string[];
  /** As text for a prompt. */
  context?: boolean;
}

interface ShownEntry {
  entry: Entry;
  /** Set if the entry is a container itself. */
  container: Container | undefined;
  all: readonly Entry[];
  /** True for the agent that is selected. */
  isChosen: boolean;
  file: EntryFile;
  bundled: BundledFiles;
  labelOf: LabelOf;
}

/** Returns the directory that the file's relative paths start from. */
function directoryOf(entry: Entry): string {
  return baseDirectory(entry) ?? entry.uri.replace(/\/[^/]*$/, '');
}

function showDocument({ entry, container, file, bundled }: ShownEntry, listing: Listing) {
  const path = pathOf(entry.uri) ?? null;
  return {
    schema: 'skillpick.show/1',
    host: listing.host,
    session: sessionDocument(listing),
    entry: entryDocument(entry),
    container: entry.container && containerDocument(entry.container),
    problems: container?.problems ?? entry.fileProblems,
    ...(entry.type === 'skill' && { skill_id: entry.id }),
    name: entry.name,
    path,
    dir: path === null ? null : (pathOf(directoryOf(entry)) ?? null),
    ...(file.mtimeMs !== null && { mtime_ms: file.mtimeMs }),
    text: file.text,
    files: bundled.files,
    truncated: bundled.isCut,
  };
}

function placeCell(uri: string): string {
  return cell(pathOf(uri) ?? uri, textLimits.drawnLineLength);
}

function factRows({ entry, container, all, isChosen, labelOf }: ShownEntry): string[][] {
  const facts = factsOf(entry, all, undefined, labelOf).map(({ label, text }) => [
    cell(label),
    cell(text, skillLimits.descriptionChars),
  ]);
  if (isChosen) facts.push(['selected', 'as the agent of the session']);
  if (container !== undefined)
    return [...facts, ['contents', cell(containerNote(container))], ['directory', placeCell(entry.uri)]];
  if (!hasFile(entry)) return facts;
  const line = entry.range === null ? '' : `:${entry.range.start.line + 1}`;
  return [...facts, ['file', placeCell(entry.uri) + line], ['directory', placeCell(directoryOf(entry))]];
}

function bundledRows({ files, isCut }: BundledFiles): string[][] {
  const rows = files.map(({ path, size }) => [
    size === null ? '-' : formatSize(size),
    cell(path, textLimits.drawnLineLength),
  ]);
  return isCut ? [...rows, ['…', 'and more']] : rows;
}

function fileLines({ file, container }: ShownEntry, rule: string): string[] {
  if (container !== undefined) return [];
  if (file.text === null) return ['', `Its text is not shown: ${file.reason}.`];
  const bounds = { lines: commandsLimits.printedFileLines, lineLength: textLimits.printedLineChars };
  return [rule, ...cleanBlock(file.text, bounds)];
}

async function entryLines(shown: ShownEntry, io: Io, options: ShowOptions): Promise<string[]> {
  const { entry, container, bundled, labelOf } = shown;
  const theme = themeFor(io, options);
  const name = container === undefined ? entry.name : labelOf(container);
  const head = `${cell(name)}  ${cell(typeWord(entry.type))}`;
  const description = cell(entry.description ?? '', skillLimits.descriptionChars);
  const rule = paint(theme, 'dim', theme.glyphs.rule.repeat(terminalColumns(io) ?? 40));
  return [
    paint(theme, 'strong', head),
    ...(description === '' ? [] : [description]),
    '',
    ...(await formatRows(factRows(shown))),
    ...(bundled.files.length === 0 ? [] : ['', 'files', ...(await formatRows(bundledRows(bundled)))]),
    ...fileLines(shown, rule),
  ];
}

export async function show(options: ShowOptions, io: Io): Promise<void> {
  const { tools, ref, context } = options;
  if (context) refuseForm(options);
  const check = (host: ConnectedHost) => checkTools(tools, host);
  await withSession(options, io, { mayBeTemporary: true, check }, async (session, unfinished) => {
    await followAgent(session, io);
    const listing = readListing(session);
    noteUnfinished(unfinished, options, io);
    noteEnd(session, options, io);
    const entries = addressable(listing, session, tools);
    const known = { entries, problems: listing.problems, ...(tools && { tools }) };
    const entry = (await resolveAll(known, [ref], io))[0]!;
    const all = tools === undefined ? entries : addressable(listing, session);
    if (context) checkContext(entry);
    session.limitTime();
    const reading = Promise.all([
      readEntryFile(session.files, entry),
      listBundledFiles(session.files, entry),
    ]);
    const [file, bundled] = await unlessAborted(io, reading);
    if (context) return writeContext(entry, { file, bundled }, options, io);
    const container = listing.containers.find(({ node }) => node === entry.node);
    const isChosen = isSelected(entry, listing.session.agent);
    const labelOf = labelsIn(listing, session, io);
    const shown = { entry, container, all, file, bundled, isChosen, labelOf };
    if (options.json) await writeJson(io, showDocument(shown, listing));
    else await writeLines(io, await entryLines(shown, io, options));
  });
}
