/** `main(io)`: runs the command that the arguments name and returns the exit code. */

import type { Io } from '../io.js';
import { note } from '../output/streams.js';
import { normalizeArguments, readArguments } from './arguments.js';
import { complete } from './completion-words.js';
import { exitCodeOf } from './process.js';
import { report } from './report.js';

export { processIo } from './process.js';

/** Notes the variables that are ignored. */
function noteIgnored(options: { quiet?: boolean }, io: Io): void {
  const { ignoredVariables: names = [] } = io;
  if (names.length === 0) return;
  const does =
    names.length === 1 ? 'is not an absolute path and is ignored' : 'are not absolute paths and are ignored';
  note(io, `${names.join(', ')} ${does}.`, options);
}

async function run(io: Io): Promise<number> {
  const words = normalizeArguments(io.argv);
  const [first, ...rest] = words;
  if (first === '__complete') {
    await complete(rest[0] === '--' ? rest.slice(1) : rest, io);
    return 0;
  }
  const line = readArguments(words);
  noteIgnored(line.values, io);
  const parsed = line.isPlain ? line : (await import('./program.js')).parseWithCommander(words, io);
  const result = await parsed.spec.run(parsed.operands, parsed.values, io);
  return typeof result === 'number' ? result : 0;
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
