/** An error as the user sees it, and the exit code that goes with it. */

import { cleanBlock } from '../commands/common.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';

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

/** Errors may carry what a host or a file said, and what a host was given: neither may reach a terminal. */
function safe(text: string, { env }: Io): string {
  const token = env['AHP_TOKEN']?.trim();
  const hidden = text.replace(/\b(tkn|token)=[^\s&'"]+/gi, '$1=…');
  const bounds = { lines: limits.reportedLines, lineLength: limits.printedLineChars };
  return cleanBlock(token ? hidden.replaceAll(token, '…') : hidden, bounds).join('\n');
}

/** Prints message and hint of an expected error, or where any other came from; answers the exit code. */
export function report(error: unknown, io: Io): number {
  if (isCommanderFailure(error)) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof SkillpickError) {
    const { message, hint, exitCode } = error;
    io.stderr.write(`skillpick: ${safe(hint === undefined ? message : `${message} ${hint}`, io)}\n`);
    return exitCode;
  }
  const stack = String((error instanceof Error && error.stack) || error);
  const words = 'skillpick: this is a bug; please report it with the lines below.';
  io.stderr.write(`${words}\n${safe(stack, io)}\n`);
  return 1;
}
