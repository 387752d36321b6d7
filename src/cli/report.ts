/** An error as the user sees it, and the exit code that goes with it. */

import { hideTokens, rememberToken } from '../client/hide-token.js';
import { type ErrorCode, SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cleanBlock, cleanLine, plainText } from '../text/clean.js';
import { textLimits } from '../text/limits.js';
import { cliLimits } from './limits.js';

/** What to try next, where that takes an option: the code below cli/ knows none. These come before an error's own hint. */
const hints: Partial<Record<ErrorCode, string>> = {
  'wrong-token': 'Give the current one with --token-file or AHP_TOKEN; hosts make a new one at every start.',
  'token-exposed': 'Leave it out of the URL and give it with --token-file or AHP_TOKEN.',
  'token-unencrypted': 'Use wss://, or a tunnel to a loopback port; --insecure sends it anyway.',
  'request-timeout': 'It may be busy: try again, or give it longer with --timeout.',
};

interface CommanderFailure {
  code: string;
  exitCode: number;
}

/** Commander has told already what it had to tell. */
function isCommanderFailure(error: unknown): error is CommanderFailure {
  return (
    typeof error === 'object' &&
    error !== null &&
    String((error as CommanderFailure).code).startsWith('commander.')
  );
}

/** Errors may carry what a host or a file said, and what a host was given: neither may steer a terminal or leak. */
const hidden = (text: string): string => hideTokens(text.replace(/\b(tkn|token)=[^\s&'"]+/gi, '$1=…'));

const line = (text: string): string => cleanLine(hidden(text), textLimits.printedLineChars);

/** Each line starts with words of ours: a line end in the message is none of them. */
function expectedLines({ code, message, choices, hint: own = '' }: SkillpickError): string[] {
  const hint = hints[code] ?? own;
  if (choices.length === 0) return [line(`skillpick: ${message} ${hint}`)];
  // Columns stay apart, so runs of blanks are kept.
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

/** Prints message and hint of an expected error, or where any other came from; returns the exit code. */
export function report(error: unknown, io: Io): number {
  if (isCommanderFailure(error)) return error.exitCode === 0 ? 0 : 2;
  rememberToken(io.env['AHP_TOKEN']?.trim() ?? '');
  const isExpected = error instanceof SkillpickError;
  const lines = isExpected ? expectedLines(error) : bugLines(error);
  io.stderr.write(`${lines.join('\n')}\n`);
  return isExpected ? error.exitCode : 1;
}
