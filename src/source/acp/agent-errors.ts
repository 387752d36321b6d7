/** What can go wrong with an agent, each in one line with what to try. */

import { statSync } from 'node:fs';
import { oneLine } from '../../client/host-message.js';
import { SkillpickError } from '../../errors.js';

const debugHint = '--debug shows what it writes to stderr.';

/** Returns true unless it is certain that the directory is gone. */
function isThere(directory: string): boolean {
  try {
    return statSync(directory).isDirectory();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Returns the error of an agent that could not be started. */
export function startError(
  program: string,
  cwd: string,
  { code = 'unknown' }: NodeJS.ErrnoException,
): SkillpickError {
  const fail = (message: string, hint: string) => new SkillpickError('agent-failed', message, { hint });
  const name = oneLine(program);
  if (code === 'ENOENT' && !isThere(cwd))
    return fail('The working directory is gone.', 'Change into one that exists, or give --cwd one.');
  if (code === 'ENOENT') {
    const hint = /^(~|\$|\w+=)/.test(program)
      ? 'No shell runs the command line, so ~, $ and variables in it are not read.'
      : 'Install it, or check PATH and the command line of --acp.';
    return fail(`There is no program "${name}".`, hint);
  }
  if (code === 'EACCES') return fail(`"${name}" may not be run.`, 'Check that it is a program.');
  return fail(`"${name}" cannot be started (${code}).`, 'Check the command line of --acp.');
}

/** Returns the error of an agent that has ended by itself. */
export function endError(
  agent: string,
  { code, signal }: { code: number | null; signal: string | null },
): SkillpickError {
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return new SkillpickError('agent-failed', `The agent ${agent} has ended ${how}.`, {
    hint: debugHint,
  });
}

/** Returns the error of an agent that is given up; `what` completes "The agent …". */
export function brokenError(agent: string, what: string): SkillpickError {
  return new SkillpickError('agent-failed', `The agent ${agent} ${what}.`, {
    hint: 'Check that the command line of --acp starts an ACP agent.',
  });
}

/** Returns the error of an agent that is silent. */
export function silentError(agent: string, method: string, timeoutMs: number): SkillpickError {
  const time = `${timeoutMs / 1_000} s`;
  return new SkillpickError(
    'request-timeout',
    `The agent ${agent} did not reply to ${method} within ${time}.`,
  );
}
