/** `main(io)`: runs the command line and answers the exit code. */

import type { Io } from '../io.js';
import { exitCodeOf } from './process.js';
import { report } from './report.js';
import { run } from './run.js';

export { processIo } from './process.js';

/** Runs the command line and answers its exit code. Signals are heard from the start. */
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
