/** Turns option values into the options of the commands. */

import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { ListOptions } from '../commands/list.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { ProgressLine } from '../output/progress-line.js';
import { writeTrace } from '../output/streams.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { cleanLine } from '../text/clean.js';
import { type OptionName, optionNamed } from './option-table.js';
import { filterOptions, formatOption } from './parse.js';

/** Values by the names in the option table. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Reads the working directory only for a relative path, because it may be gone. */
function absolutePath(path: string, io: Io): string {
  return isAbsolute(path) ? resolve(path) : resolve(io.cwd, path);
}

function existingDirectory(path: string, io: Io): string {
  const directory = absolutePath(path, io);
  try {
    if (statSync(directory).isDirectory()) return directory;
  } catch {
    // It cannot be read, or does not exist.
  }
  throw new SkillpickError('bad-usage', `There is no directory ${cleanLine(directory)}.`, {
    hint: 'Give --cwd one that exists.',
  });
}

/** The options that an option leaves no place for, because they name another session. */
const notWith: Readonly<Record<string, readonly OptionName[]>> = {
  demo: ['acp', 'url', 'host', 'local', 'session', 'provider', 'plugin', 'cwd'],
  acp: ['url', 'host', 'local', 'session', 'provider', 'plugin', 'publish', 'tool', 'tokenFile', 'insecure'],
};

function refuseOthers(values: OptionValues): void {
  for (const [option, others] of Object.entries(notWith)) {
    const other =
      values[option] === undefined ? undefined : others.find((name) => values[name] !== undefined);
    if (other === undefined) continue;
    throw new SkillpickError('bad-usage', `--${option} cannot be used with ${optionNamed(other).long}.`, {
      hint: 'Give one of them.',
    });
  }
}

/** Only a host of another program goes on without us, and so has a use for the plugin. */
function refusePublish({ publish, url, host }: OptionValues): void {
  if (publish === undefined || url !== undefined || host !== undefined) return;
  throw new SkillpickError('bad-usage', '--publish needs a running host.', {
    hint: 'Name one with --url or --host; for the embedded host, give --plugin instead.',
  });
}

/** Returns true unless nothing is wanted on stderr, or its terminal cannot erase a line. */
const showsProgress = ({ quiet }: OptionValues, { env }: Io): boolean =>
  quiet !== true && env['TERM'] !== 'dumb';

/** Returns the options that every connecting command has. */
export function connectOptions(values: OptionValues, io: Io): ConnectOptions {
  const { plugin, publish, timeout, cwd, debug, socket, ...rest } = values;
  refuseOthers(values);
  refusePublish(values);
  if (values['url'] !== undefined && values['host'] !== undefined) {
    throw new SkillpickError('bad-usage', '--url cannot be used with --host.', { hint: 'Give one of them.' });
  }
  return {
    ...(rest as ConnectOptions),
    ...(plugin !== undefined && { plugins: (plugin as string[]).map((path) => absolutePath(path, io)) }),
    ...(publish !== undefined && { publish: absolutePath(publish as string, io) }),
    ...(showsProgress(values, io) && { progress: new ProgressLine(io) }),
    ...(socket !== undefined && { socket: absolutePath(socket as string, io) }),
    ...(debug === true && { trace: (line: string) => writeTrace(io, line) }),
    ...(timeout !== undefined && { timeoutMs: timeout as number }),
    ...(cwd !== undefined && { cwd: existingDirectory(cwd as string, io) }),
  };
}

/** Returns how many batches to take back; one if no number was given. */
export function batchCount(text = '1'): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new SkillpickError('bad-usage', `"${cleanLine(text)}" is not a number of batches.`, {
    hint: 'Give a whole number from 1, or none for the last batch.',
  });
}

/** Returns the options of a command on entries that the user names. */
export function refOptions(values: OptionValues, io: Io): ConnectOptions & { tools?: readonly string[] } {
  const { tool } = values;
  return { ...connectOptions(values, io), ...(tool !== undefined && { tools: tool as string[] }) };
}

/** Returns the options of every command that lists or searches. */
export function listOptions(query: readonly string[], values: OptionValues, io: Io): ListOptions {
  // Agents list skills as commands.
  const usual = values['acp'] === undefined ? {} : { type: [] };
  return {
    ...connectOptions(values, io),
    ...(query.length > 0 && { query: query.join(' ') }),
    filter: filterOptions({ ...usual, ...values }, io),
    format: formatOption(values),
  };
}
