/** Writes data to stdout and remarks to stderr, without tokens. `main` writes the errors. */

import { once } from 'node:events';
import type { Io } from '../io.js';
import { cleanLine } from '../text/clean.js';
import { paint, themeFor } from '../text/theme.js';
import { hideTokens, hideTokensInData } from '../tokens.js';
import { formatRows } from './columns.js';
import { formatJson } from './json.js';
import { outputLimits } from './limits.js';

export interface StyleOptions {
  color?: boolean;
  ascii?: boolean;
}

/** Writes data and waits until it is taken: with a slow pipe, no byte is lost and memory does not fill up. */
export async function writeOut(io: Io, text: string): Promise<void> {
  io.signal.throwIfAborted();
  if (text === '') return;
  if (!io.stdout.write(hideTokensInData(text))) await once(io.stdout, 'drain', { signal: io.signal });
}

export function writeLines(io: Io, lines: readonly string[]): Promise<void> {
  return writeOut(io, lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

export function writeJson(io: Io, value: unknown): Promise<void> {
  return writeOut(io, `${formatJson(value)}\n`);
}

function writeRemark({ stderr }: Pick<Io, 'stderr'>, text: string, maxChars: number): void {
  stderr.write(`skillpick: ${cleanLine(hideTokens(text), maxChars)}\n`);
}

/** Writes a remark for the user to stderr. */
export function note(io: Io, text: string, { quiet }: { quiet?: boolean } = {}): void {
  if (!quiet) writeRemark(io, text, outputLimits.noteChars);
}

/** Writes one line about the wire to stderr. */
export function writeTrace(io: Pick<Io, 'stderr'>, text: string): void {
  writeRemark(io, text, outputLimits.traceChars);
}

/** Returns the columns of the terminal on stdout; undefined if it is none. */
export function terminalColumns({ stdout }: Io): number | undefined {
  return stdout.isTTY ? stdout.columns || outputLimits.usualColumns : undefined;
}

/** Writes rows in straight columns. On a terminal they have heads, and are cut to its width. */
export async function writeTable(
  io: Io,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  options: StyleOptions,
): Promise<void> {
  const [theme, columns] = [themeFor(io, options), terminalColumns(io)];
  if (columns === undefined || rows.length === 0) return writeLines(io, await formatRows(rows));
  const [head = '', ...lines] = await formatRows([heads, ...rows], {
    columns,
    ellipsis: theme.glyphs.ellipsis,
  });
  await writeLines(io, [paint(theme, 'dim', head), ...lines]);
}
