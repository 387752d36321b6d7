/** The command line of an agent: its program and its arguments. No shell runs it, so nothing in it is expanded. */

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { oneLine } from '../../client/host-message.js';
import { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import { readWords } from '../../shell-words.js';

export type AgentCommand = readonly [program: string, ...args: string[]];

const refusal = (message: string, hint: string): SkillpickError =>
  new SkillpickError('bad-usage', message, { hint });

/** Reads a command line. Throws if it names no program. */
export function readAgentCommand(line: string, { platform }: Pick<Io, 'platform'>): AgentCommand {
  const {
    words: [program, ...args],
    isClosed,
  } = readWords(line, platform);
  if (!isClosed)
    throw refusal(
      'The command line of --acp has a quote that is not closed.',
      platform === 'win32' ? 'Close it.' : 'Close it, or write \\ before it.',
    );
  if (program === undefined || program === '')
    throw refusal('--acp names no program.', 'Give it a command line, such as --acp "opencode acp".');
  return [program, ...args];
}

/** Returns the name of the program for messages: what is left without its directory. */
export const programName = ([program]: AgentCommand): string => oneLine(program.replace(/^.*[/\\](?=.)/, ''));

/** Returns the program as it is started. A relative path counts from the working directory of this process. */
export function programPath(program: string, io: Pick<Io, 'cwd' | 'env' | 'platform'>): string {
  if (isAbsolute(program)) return program;
  if (/[/\\]/.test(program)) return resolve(io.cwd, program);
  return findOnPath(program, io) ?? program;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Finds a program as a shell does here. The system would look from the directory of the agent, where a repository is. */
function findOnPath(
  program: string,
  { cwd, env, platform }: Pick<Io, 'cwd' | 'env' | 'platform'>,
): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.com', ''] : [''];
  const directories = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((one) => one !== '');
  const paths = directories.flatMap((one) => endings.map((ending) => resolve(cwd, one, program + ending)));
  return paths.find(isProgram);
}
