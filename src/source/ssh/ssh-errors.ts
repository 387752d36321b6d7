/** What went wrong with a tunnel, in one line, with the last words of ssh itself. */

import { type ErrorCode, SkillpickError } from '../../errors.js';
import { destination } from './ssh-command.js';
import type { SshAddress } from './ssh-url.js';

function withWords(words: string, otherwise: string): string {
  return words === '' ? otherwise : words.replace(/\.$/, '');
}

/** Returns the error of ssh that could not be started. */
export function startError({ code }: NodeJS.ErrnoException): SkillpickError {
  if (code !== 'ENOENT') return new SkillpickError('ssh-failed', `ssh cannot be started (${code}).`);
  return new SkillpickError('ssh-missing', 'There is no ssh on this machine.', {
    hint: 'Install OpenSSH, and check PATH.',
  });
}

/** Returns the error of ssh that has ended. `isAsking`: it could ask on the terminal. */
export function endError(address: SshAddress, words: string, isAsking: boolean): SkillpickError {
  const fail = (code: ErrorCode, problem: string, hint: string) =>
    new SkillpickError(code, `${problem}: ${withWords(words, 'it ended without a word')}.`, { hint });
  const login = `ssh ${destination(address)}`;
  if (/host key verification failed/i.test(words))
    return fail('ssh-refused', `ssh does not trust ${address.host}`, `Log in once with: ${login}`);
  if (/permission denied|too many authentication failures/i.test(words)) {
    const hint = isAsking ? `Try: ${login}` : `ssh could not ask for a password here. Try: ${login}`;
    return fail('ssh-refused', `${address.host} refuses the login`, hint);
  }
  return fail('ssh-failed', `The tunnel to ${address.host} has failed`, `Try: ${login}`);
}

/** Returns the error of ssh that took too long. */
export function slowError({ host }: SshAddress, words: string, timeoutMs: number): SkillpickError {
  const last = words === '' ? '' : ` (${words})`;
  return new SkillpickError(
    'ssh-failed',
    `ssh has not reached ${host} within ${timeoutMs / 1000} s${last}.`,
    {
      hint: 'Check the name, or wait longer.',
    },
  );
}

/** Returns the error of a tunnel that is open, but leads to nothing. */
export function nothingThere({ url }: SshAddress, words: string, cause: unknown): SkillpickError {
  return new SkillpickError('host-unreachable', `No agent host answers at ${url} (${words}).`, {
    hint: 'Start the host there, and check the path or the port.',
    cause,
  });
}
