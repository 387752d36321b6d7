/** `main(io)`: runs the command that the arguments name and returns the exit code. */

import type { Io } from '../io.js';
import { note } from '../output/streams.js';
import { commandNamed, normalizeArguments, readArguments } from './arguments.js';
import { complete } from './completion-words.js';
import { optionNamed, optionNames } from './option-table.js';
import { BadValue } from './parse.js';
import { exitCodeOf } from './process.js';
import { report } from './report.js';
import { defaultSpec, specs } from './specs.js';

export { processIo } from './process.js';

/** Notes the variables that are ignored. */
function noteIgnored({ quiet }: { quiet?: boolean }, io: Io): void {
  const { ignoredVariables: names = [] } = io;
  if (names.length === 0) return;
  const does =
    names.length === 1 ? 'is not an absolute path and is ignored' : 'are not absolute paths and are ignored';
  note(io, `${names.join(', ')} ${does}.`, { quiet: quiet === true });
}

const asExitCode = (result: unknown): number => (typeof result === 'number' ? result : 0);

async function run(io: Io): Promise<number> {
  const words = normalizeArguments(io.argv);
  const [first, ...rest] = words;
  if (first === '__complete') {
    await complete(rest[0] === '--' ? rest.slice(1) : rest, io);
    return 0;
  }
  const { spec, operands, values, isPlain } = readArguments(words);
  noteIgnored(values, io);
  if (isPlain) return asExitCode(await spec.run(operands, values, io));
  const { runProgram } = await import('./program.js');
  const isBadValue = (error: unknown): error is Error => error instanceof BadValue;
  const tables = { specs, defaultSpec, optionNames, optionNamed, isBadValue };
  return asExitCode(await runProgram(tables, words, commandNamed(first), io));
}

export async function main(io: Io): Promise<number> {
  const { signal } = io;
  let code = 0;
  try {
    code = await run(io);
  } catch (error) {
    if (!signal.aborted) code = report(error, io);
  }
  return signal.aborted ? exitCodeOf(signal.reason) : code;
}
