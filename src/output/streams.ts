/** Writing to the outside: data to stdout, all of it, and words to stderr. Only here, in `debug` and in `main`. */

import { once } from 'node:events';
import { hideTokens, hideTokensInData } from '../client/hide-token.js';
import type { Io } from '../io.js';
import type { StyleOptions } from '../source/connect-options.js';
import { cleanLine } from '../text/clean.js';
import { type Theme, themeFor } from '../text/theme.js';
import { formatJson } from './json.js';
import { outputLimits } from './limits.js';

/** Writes data and waits until it is taken, so that a slow pipe neither loses a byte nor fills the memory. */
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

/** A word to the user, next to the data and never in it. */
export function note(io: Io, text: string, { quiet }: { quiet?: boolean } = {}): void {
  if (!quiet) io.stderr.write(`skillpick: ${cleanLine(hideTokens(text), outputLimits.noteChars)}\n`);
}

/** The look of a table on stdout: cut to the terminal, whole where there is none. */
export function tableStyle(io: Io, options: StyleOptions): { theme: Theme; columns: number | undefined } {
  return { theme: themeFor(io, options), columns: io.stdout.isTTY ? io.stdout.columns : undefined };
}
