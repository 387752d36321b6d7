/** What this machine is like: versions, terminal, variables, and where the embedded host looks. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { findRoots } from '../host/discovery/roots.js';
import { Watcher } from '../host/files/watch.js';
import { discover } from '../host/index.js';
import { hostLimits } from '../host/limits.js';
import type { Io } from '../io.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { environmentOf } from '../source/embedded.js';
import { abilityOf } from '../text/ability.js';
import { version } from '../version.js';

const variables = [
  'AHP_URL',
  'AHP_TOKEN',
  'AHP_SESSION',
  'SKILLPICK_PROVIDER',
  'SKILLPICK_ROOT',
  'CODELIA_AGENTS_ROOT',
  'NO_COLOR',
  'FORCE_COLOR',
];

export interface ProcessInfo {
  skillpick: string;
  node: string;
  platform: string;
  terminal: { isTerminal: boolean; columns: number | null; term: string | null; color: string };
  /** Names of those that are set; what is in them may be secret. */
  variables: string[];
}

/** Versions, terminal and variables. */
export function describeProcess(io: Io): ProcessInfo {
  return {
    skillpick: version,
    node: process.version,
    platform: `${io.platform} ${process.arch}`,
    terminal: {
      isTerminal: io.stdout.isTTY === true,
      columns: io.stdout.columns ?? null,
      term: io.env['TERM'] ?? null,
      color: abilityOf(io.env, io.stdout.isTTY === true).color,
    },
    variables: variables.filter((name) => io.env[name]),
  };
}

export interface Looked {
  cwd: string;
  root: string;
  /** From the root down to the working directory. */
  directories: readonly string[];
  home: string;
  /** How changes would be noticed: by watches, or by looking again every now and then. */
  noticing: 'watching' | 'polling';
  watched: number;
}

/** Where the embedded host looks, and whether the system has enough watches for it. */
export async function describeRoots(options: ConnectOptions, io: Io): Promise<Looked> {
  const environment = environmentOf(options, io);
  const { root, chain, home } = findRoots(environment);
  const { directories, paths } = discover(environment, { plugins: options.plugins ?? [] });
  const watcher = new Watcher(() => {});
  try {
    watcher.watch(directories, [], paths);
    for (let turn = 0; turn <= hostLimits.watchedDirectories / hostLimits.watchSlice; turn += 1)
      await nextTurn();
    const noticing = watcher.mode;
    return { cwd: environment.cwd, root, directories: chain, home, noticing, watched: directories.length };
  } finally {
    watcher.close();
  }
}
