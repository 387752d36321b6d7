/** `main(io)`: parse, choose a mode, run it; the one place that prints errors. Answers the exit code. */

import { CommanderError } from 'commander';
import { SkillpickError } from '../errors.js';
import type { Io } from './io.js';
import { createProgram } from './program.js';

function report(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof SkillpickError) {
    io.stderr.write(`skillpick: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}\n`);
    return error.exitCode;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  io.stderr.write(`skillpick: this is a bug; please report it with the lines below.\n${stack}\n`);
  return 1;
}

/** Runs the command line and answers its exit code. */
export async function main(io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync([...io.argv], { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, io);
  }
}
