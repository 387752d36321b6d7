/**
 * The real process as an `Io`: its signals, and a reader that went away, as one abort. Everything in it is made
 * when it is first used, because that takes time and most commands need little of it.
 */

import type { Io } from '../io.js';
import { cliLimits } from './limits.js';
import { homeDirectory, withoutRelativePaths, workingDirectory } from './process-environment.js';

/** What a process that was asked to end exits with; a reader that goes away early is a clean end. */
const exitCodes: Record<string, number> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, EPIPE: 0 };

export function exitCodeOf(reason: unknown): number {
  return exitCodes[String(reason)] ?? 1;
}

class Leaving {
  readonly #abort = new AbortController();

  constructor() {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // A second signal ends the process at once, as it would have without us.
      process.once(name, () => this.leave(name));
    }
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Commands clean up and return; one that does not is ended. */
  leave(reason: string): void {
    this.#abort.abort(reason);
    setTimeout(() => process.exit(exitCodeOf(reason)), cliLimits.leaveTimeoutMs).unref();
  }

  /** Output that cannot be written ends the command, quietly where nobody wanted to read on. */
  outputFailed({ code = 'unknown' }: NodeJS.ErrnoException): void {
    if (code !== 'EPIPE') process.stderr.write(`skillpick: The output cannot be written (${code}).\n`);
    this.leave(code);
  }
}

export interface ProcessIo extends Io {
  /** Ends the process. Whoever was ended by a signal does not wait for what is still to be written. */
  end(code: number): void;
}

/** Everything `main` may know of this process. */
export function processIo(): ProcessIo {
  let leaving: Leaving | undefined;
  let isOutputWatched = false;
  let isErrorWatched = false;
  const leave = () => {
    leaving ??= new Leaving();
    return leaving;
  };
  return {
    argv: process.argv.slice(2),
    ...withoutRelativePaths(process.env),
    platform: process.platform,
    get cwd() {
      return workingDirectory();
    },
    get home() {
      return homeDirectory();
    },
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      if (!isOutputWatched) process.stdout.on('error', (error) => leave().outputFailed(error));
      isOutputWatched = true;
      return process.stdout;
    },
    get stderr() {
      // Nobody reads what goes wrong: that is no reason to stop what goes right.
      if (!isErrorWatched) process.stderr.on('error', () => {});
      isErrorWatched = true;
      return process.stderr;
    },
    get signal() {
      return leave().signal;
    },
    end(code) {
      const failure: NodeJS.ErrnoException | null = isOutputWatched ? process.stdout.errored : null;
      // Writing to a file or a device fails at once, but is reported in a turn that may not come any more.
      if (failure !== null && code < 128 && !leave().signal.aborted) {
        leave().outputFailed(failure);
        process.exit(exitCodeOf(failure.code));
      }
      process.exitCode = code;
      const isOut = !isOutputWatched || process.stdout.writableLength === 0;
      const isErrorOut = !isErrorWatched || process.stderr.writableLength === 0;
      // By itself the process would end too, but take down everything it holds first.
      if (code > 128 || (isOut && isErrorOut)) process.exit();
    },
  };
}
