/** `skillpick show`: everything known about one entry, then its file, its directory and what lies in it. */

import type { Container } from '../entries/containers.js';
import { containerNote, typeWord } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { factsOf } from '../entries/facts.js';
import { addressable } from '../entries/selection.js';
import type { Io } from '../io.js';
import { cell, formatRows } from '../output/columns.js';
import { containerDocument, entryDocument, sessionDocument } from '../output/document.js';
import { tableStyle, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { skillLimits } from '../skill-rules.js';
import type { ShowOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanBlock } from '../text/clean.js';
import { formatSize } from '../text/humanize.js';
import { textLimits } from '../text/limits.js';
import { paint } from '../text/theme.js';
import { type Bundle, baseDirectory, type EntryFile, readBundle, readEntryFile } from './entry-files.js';
import { commandsLimits } from './limits.js';
import { type Listing, readListing } from './listing.js';
import { resolveOne } from './resolve.js';

interface Shown {
  entry: Entry;
  /** Set if the entry is a container itself. */
  container: Container | undefined;
  all: readonly Entry[];
  file: EntryFile;
  bundle: Bundle;
}

/** The directory a file's relative paths start from. */
function directoryOf(entry: Entry): string {
  return baseDirectory(entry) ?? entry.uri.replace(/\/[^/]*$/, '');
}

function showDocument({ entry, container, file, bundle }: Shown, { host, session }: Listing) {
  const path = pathOf(entry.uri) ?? null;
  return {
    schema: 'skillpick.show/1',
    host,
    session: sessionDocument(session),
    entry: entryDocument(entry),
    container: entry.container && containerDocument(entry.container),
    problems: container?.problems ?? entry.problems,
    ...(entry.type === 'skill' && { skill_id: entry.id }),
    name: entry.name,
    path,
    dir: path === null ? null : (pathOf(directoryOf(entry)) ?? null),
    ...(file.mtimeMs !== null && { mtime_ms: file.mtimeMs }),
    text: file.text,
    files: bundle.files,
    truncated: bundle.isCut,
  };
}

function place(uri: string): string {
  return cell(pathOf(uri) ?? uri, textLimits.drawnLineLength);
}

function factRows({ entry, container, all }: Shown): string[][] {
  const facts = factsOf(entry, all).map(({ label, text }) => [
    cell(label),
    cell(text, skillLimits.descriptionChars),
  ]);
  if (container !== undefined)
    return [...facts, ['holds', cell(containerNote(container))], ['directory', place(entry.uri)]];
  const line = entry.range === null ? '' : `:${entry.range.start.line + 1}`;
  return [...facts, ['file', place(entry.uri) + line], ['directory', place(directoryOf(entry))]];
}

function bundleRows({ files, isCut }: Bundle): string[][] {
  const rows = files.map(({ path, size }) => [
    size === null ? '-' : formatSize(size),
    cell(path, textLimits.drawnLineLength),
  ]);
  return isCut ? [...rows, ['…', 'and more']] : rows;
}

function fileLines({ file, container }: Shown, rule: string): string[] {
  if (container !== undefined) return [];
  if (file.text === null) return ['', `Its text is not shown: ${file.reason}.`];
  const bounds = { lines: commandsLimits.printedFileLines, lineLength: textLimits.printedLineChars };
  return [rule, ...cleanBlock(file.text, bounds)];
}

async function lines(shown: Shown, io: Io, options: ShowOptions): Promise<string[]> {
  const { entry, bundle } = shown;
  const { theme, columns } = tableStyle(io, options);
  const style = { columns: undefined, ellipsis: theme.glyphs.ellipsis };
  const head = `${cell(entry.name)}  ${cell(typeWord(entry.type))}`;
  const description = cell(entry.description ?? '', skillLimits.descriptionChars);
  const rule = paint(theme, 'dim', theme.glyphs.rule.repeat(columns ?? 40));
  return [
    paint(theme, 'strong', head),
    ...(description === '' ? [] : [description]),
    '',
    ...(await formatRows(factRows(shown), style)),
    ...(bundle.files.length === 0 ? [] : ['', 'files', ...(await formatRows(bundleRows(bundle), style))]),
    ...fileLines(shown, rule),
  ];
}

export async function show(options: ShowOptions, io: Io): Promise<void> {
  const session = await openSession(
    options,
    io,
    { mayBeTemporary: true },
    sourceLimits.commandReconnectAttempts,
  );
  try {
    await settle(session, options, io);
    const listing = readListing(session);
    const all = addressable(listing, session);
    const entry = await resolveOne({ entries: all, problems: listing.problems }, options.ref, io);
    session.limitTime();
    const [file, bundle] = await unlessAborted(
      io,
      Promise.all([readEntryFile(session, entry), readBundle(session, entry)]),
    );
    const container = listing.containers.find(({ node }) => node === entry.node);
    const shown = { entry, container, all, file, bundle };
    if (options.json) await writeJson(io, showDocument(shown, listing));
    else await writeLines(io, await lines(shown, io, options));
  } finally {
    await session.close();
  }
}
