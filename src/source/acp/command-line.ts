/** The command line of an agent: its program and its arguments. No shell runs it, so nothing in it is expanded. */

import { isAbsolute, resolve } from 'node:path';
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
      'Close it, or write \\ before it.',
    );
  if (program === undefined || program === '')
    throw refusal('--acp names no program.', 'Give it a command line, such as --acp "opencode acp".');
  return [program, ...args];
}

/** Returns the name of the program for messages: what is left without its directory. */
export const programName = ([program]: AgentCommand): string => oneLine(program.replace(/^.*[/\\](?=.)/, ''));

/** Returns the program as it is started. A relative path counts from the working directory of this process. */
export function programPath(program: string, io: Pick<Io, 'cwd'>): string {
  return /[/\\]/.test(program) && !isAbsolute(program) ? resolve(io.cwd, program) : program;
}
