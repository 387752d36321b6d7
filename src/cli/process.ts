/** The real process as an `Io`, and its signals as one abort. */

import { homedir } from 'node:os';
import type { Io } from '../io.js';

/** Everything `main` may know of this process. A reader that goes away early is a clean end. */
export function processIo(): Io {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second signal ends the process at once, as it would have without us.
    process.once(signal, () => abort.abort(signal));
  }
  const { env, platform, stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : 1);
    });
  }
  const home = homedir();
  return {
    argv: process.argv.slice(2),
    env,
    cwd: process.cwd(),
    home,
    platform,
    stdin,
    stdout,
    stderr,
    signal: abort.signal,
  };
}
