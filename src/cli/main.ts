/** `main(io)`: parse, choose a mode, run it; the one place that prints errors. Answers the exit code. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { version } from '../version.js';

export { processIo } from './process.js';

/** What a process that was asked to end by this signal exits with. */
const signalCodes: Record<string, number> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

interface CommanderFailure {
  code: string;
  exitCode: number;
}

function isCommanderFailure(error: unknown): error is CommanderFailure {
  return (
    typeof error === 'object' &&
    error !== null &&
    String((error as CommanderFailure).code).startsWith('commander.')
  );
}

async function report(error: unknown, io: Io): Promise<number> {
  if (io.signal.aborted) return signalCodes[String(io.signal.reason)] ?? 1;
  if (isCommanderFailure(error)) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof SkillpickError) {
    const { cleanBlock } = await import('../text/clean.js');
    const text = `${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`;
    io.stderr.write(`skillpick: ${cleanBlock(text, { lines: 40, lineLength: 2_000 }).join('\n')}\n`);
    return error.exitCode;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  io.stderr.write(`skillpick: this is a bug; please report it with the lines below.\n${stack}\n`);
  return 1;
}

/** Runs the command line and answers its exit code. */
export async function main(io: Io): Promise<number> {
  if (io.argv.length === 1 && (io.argv[0] === '--version' || io.argv[0] === '-V')) {
    io.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    const { createProgram, normalized } = await import('./program.js');
    await createProgram(io).parseAsync(normalized(io.argv), { from: 'user' });
    return io.signal.aborted ? await report(undefined, io) : 0;
  } catch (error) {
    return report(error, io);
  }
}
