/**
 * The real process as an `Io`. Signals, and a reader that goes away, become one abort. Everything is created when it
 * is first used, because that takes time and most commands need little of it.
 */

import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cliLimits } from './limits.js';

/** Exit codes by the reason of the abort; a reader that goes away early is a clean end. */
const exitCodes: Record<string, number> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, EPIPE: 0 };

export function exitCodeOf(reason: unknown): number {
  return exitCodes[String(reason)] ?? 1;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SkillpickError('bad-usage', 'The working directory is gone.', {
      hint: 'Change into one that exists, or give --cwd an absolute path.',
      cause,
    });
  }
}

/** Returns the path, or undefined if it is relative or unknown: the system's list of users may lack this user. */
function ifAbsolute(read: () => string): string | undefined {
  try {
    const path = read();
    return isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the home directory from the environment, else from the system's list of users. */
function homeDirectory(): string {
  const home = ifAbsolute(homedir) ?? ifAbsolute(() => userInfo().homedir);
  if (home !== undefined) return home;
  throw new SkillpickError('bad-usage', 'Your home directory is not known.', {
    hint: 'Set HOME to an absolute path.',
  });
}

const directoryVariables = [
  'HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'OPENCODE_CONFIG_DIR',
  'VSCODE_PORTABLE',
  'VSCODE_APPDATA',
  'APPDATA',
  'LOCALAPPDATA',
];

/**
 * Returns the environment without directories that have a relative path, and their names. A relative path would be
 * another place in every working directory; the XDG specification says to ignore it.
 */
function withoutRelativePaths(env: Io['env']): Required<Pick<Io, 'env' | 'ignoredVariables'>> {
  const ignoredVariables = directoryVariables.filter((name) => env[name] && !isAbsolute(env[name]));
  if (ignoredVariables.length === 0) return { env, ignoredVariables };
  const others = { ...env };
  for (const name of ignoredVariables) delete others[name];
  return { env: others, ignoredVariables };
}

class Shutdown {
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;

  constructor() {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => this.#heard(name));
  }

  /** A second signal ends the process at once. Nothing that it has started stays: that runs while it exits. */
  #heard(name: string): void {
    if (this.signal.aborted) process.exit(exitCodeOf(name));
    this.begin(name);
  }

  /** Asks the command to clean up and return; ends the process if it does not. */
  begin(reason: string): void {
    this.#abort.abort(reason);
    setTimeout(() => process.exit(exitCodeOf(reason)), cliLimits.leaveTimeoutMs).unref();
  }

  /** Ends the command if its output cannot be written; without a message if the reader went away. */
  outputFailed({ code = 'unknown' }: NodeJS.ErrnoException): void {
    if (code !== 'EPIPE') process.stderr.write(`skillpick: The output cannot be written (${code}).\n`);
    this.begin(code);
  }
}

interface ProcessIo extends Io {
  /** Ends the process. After a signal it does not wait for pending output. */
  end(code: number): void;
}

export function processIo(): ProcessIo {
  let shutdown: Shutdown | undefined;
  let isOutputWatched = false;
  let isErrorWatched = false;
  const getShutdown = () => {
    shutdown ??= new Shutdown();
    return shutdown;
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
      if (!isOutputWatched) process.stdout.on('error', (error) => getShutdown().outputFailed(error));
      isOutputWatched = true;
      return process.stdout;
    },
    get stderr() {
      // A command goes on if its remarks cannot be written.
      if (!isErrorWatched) process.stderr.on('error', () => {});
      isErrorWatched = true;
      return process.stderr;
    },
    get signal() {
      return getShutdown().signal;
    },
    end(code) {
      const failure: NodeJS.ErrnoException | null = isOutputWatched ? process.stdout.errored : null;
      // Writing to a file or a device fails at once, but is reported in a later turn, which may not come.
      if (failure !== null && code < 128 && !getShutdown().signal.aborted) {
        getShutdown().outputFailed(failure);
        process.exit(exitCodeOf(failure.code));
      }
      process.exitCode = code;
      const isOutWritten = !isOutputWatched || process.stdout.writableLength === 0;
      const isErrorWritten = !isErrorWatched || process.stderr.writableLength === 0;
      // The process would also end by itself, but later: Node would first free all that the process holds.
      if (code > 128 || (isOutWritten && isErrorWritten)) process.exit();
    },
  };
}
