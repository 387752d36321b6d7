/** What was given on the command line, in the shapes the commands take. */

import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type {
  ConnectOptions,
  ListCommandOptions,
  SearchCommandOptions,
  SwitchOptions,
} from '../source/connect-options.js';
import { cleanLine } from '../text/clean.js';
import { filterOptions, formatOption } from './parse.js';

/** Values by the names in the option table. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** False for whatever cannot be looked at, too. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The working directory is asked for only where it matters: it may be gone. */
function fromHere(path: string, io: Io): string {
  return isAbsolute(path) ? resolve(path) : resolve(io.cwd, path);
}

function existingDirectory(path: string, io: Io): string {
  const directory = fromHere(path, io);
  if (!isDirectory(directory)) {
    throw new SkillpickError('bad-usage', `There is no directory ${cleanLine(directory)}.`, {
      hint: 'Give --cwd one that exists.',
    });
  }
  return directory;
}

/** The options that every connecting command has. */
export function connectOptions(given: OptionValues, io: Io): ConnectOptions {
  const { plugin, timeout, cwd, ...rest } = given;
  if (given['url'] !== undefined && given['host'] !== undefined) {
    throw new SkillpickError('bad-usage', '--url and --host name two hosts.', { hint: 'Give one of them.' });
  }
  return {
    ...(rest as ConnectOptions),
    ...(plugin !== undefined && { plugins: (plugin as string[]).map((path) => fromHere(path, io)) }),
    ...(timeout !== undefined && { timeoutMs: timeout as number }),
    ...(cwd !== undefined && { cwd: existingDirectory(cwd as string, io) }),
  };
}

export function listOptions(query: readonly string[], given: OptionValues, io: Io): ListCommandOptions {
  return {
    ...connectOptions(given, io),
    ...(query.length > 0 && { query: query.join(' ') }),
    filter: filterOptions(given),
    format: formatOption(given),
  };
}

export function searchOptions(query: readonly string[], given: OptionValues, io: Io): SearchCommandOptions {
  return { ...connectOptions(given, io), query: query.join(' '), filter: filterOptions(given) };
}

export function switchOptions(refs: readonly string[], given: OptionValues, io: Io): SwitchOptions {
  return { ...connectOptions(given, io), refs };
}
