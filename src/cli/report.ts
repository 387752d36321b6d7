/** Prints errors with a hint, and returns the exit codes. All hints that depend on the error's code are here. */

import { type ErrorCode, SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { eraseProgress } from '../output/progress-line.js';
import { cleanBlock, cleanLine, plainText } from '../text/clean.js';
import { textLimits } from '../text/limits.js';
import { hideTokens, rememberToken } from '../tokens.js';
import { cliLimits } from './limits.js';

/** What to try with an option. These come before an error's own hint, because code below cli/ knows no option. */
const optionHints: Partial<Record<ErrorCode, string>> = {
  'token-exposed': 'Leave it out of the URL and give it with --token-file or AHP_TOKEN.',
  'token-unencrypted': 'Use wss://, or a tunnel to a loopback port; --insecure sends it anyway.',
  'wrong-token':
    'Give the current one with --token-file or AHP_TOKEN: hosts make a new one at every start. A socket of skillpick serve needs none.',
  'request-timeout': 'It may be busy: try again, or give it longer with --timeout.',
};

/** What to try after an error that brings no hint of its own. */
const hints: Partial<Record<ErrorCode, string>> = {
  'connection-lost': 'Check that the host is still running.',
  'session-ambiguous': 'Choose one with --session.',
  'session-missing':
    'Start one in the host, or name it with --session; a session of our own would end with this command.',
  'tools-unsupported': 'Leave --tool out, and tool: in a query, or use the embedded host with --local.',
  'session-failed': 'The host’s own log has more.',
  'entry-ambiguous': 'Name it by its path or uri.',
  'entry-exists': 'Choose another name; nothing was written.',
  'container-ambiguous': 'Choose one with --in; use its uri if names are the same.',
  'container-unwritable':
    'A new file needs a writable folder of its type: see skillpick list --type directory.',
  'not-listed': 'The file is written; skillpick doctor says whether something is wrong with it.',
  'problems-found': 'See skillpick doctor.',
};

/** Returns what to try after this error. */
export const hintFor = ({ hint, code }: SkillpickError): string | undefined =>
  optionHints[code] ?? hint ?? hints[code];

/** Hides tokens. Errors can repeat the text of a host or a file, or the token that a host was given. */
const hidden = (text: string): string => hideTokens(text.replace(/\b(tkn|token)=[^\s&'"]+/gi, '$1=…'));

const line = (text: string): string => cleanLine(hidden(text), textLimits.printedLineChars);

/** Returns the lines of an expected error. Removes line ends, so that no text can look like a message of ours. */
function expectedLines(error: SkillpickError): string[] {
  const { message, choices } = error;
  const hint = hintFor(error) ?? '';
  if (choices.length === 0) return [line(`skillpick: ${message} ${hint}`)];
  // Keep runs of blanks, which separate columns.
  const shown = choices
    .slice(0, cliLimits.reportedLines)
    .map((choice) => `  ${plainText(hidden(choice)).slice(0, textLimits.printedLineChars).trimEnd()}`);
  return [line(`skillpick: ${message}`), ...shown, ...(hint === '' ? [] : [line(hint)])];
}

function bugLines(error: unknown): string[] {
  const stack = String((error instanceof Error && error.stack) || error);
  const bounds = { lines: cliLimits.reportedLines, lineLength: textLimits.printedLineChars };
  const words = 'skillpick: this is a bug; please report it with the lines below.';
  return [words, ...cleanBlock(hidden(stack), bounds).map((text) => `  ${text}`)];
}

/** Prints message and hint of an expected error, or the stack of any other. Returns the exit code. */
export function report(error: unknown, io: Io): number {
  const { code, exitCode } = Object(error) as { code?: unknown; exitCode?: unknown };
  // Commander has printed its own errors already.
  if (String(code).startsWith('commander.')) return exitCode === 0 ? 0 : 2;
  rememberToken(io.env['AHP_TOKEN']?.trim() ?? '');
  const isExpected = error instanceof SkillpickError;
  const lines = isExpected ? expectedLines(error) : bugLines(error);
  eraseProgress();
  io.stderr.write(`${lines.join('\n')}\n`);
  return isExpected ? error.exitCode : 1;
}
