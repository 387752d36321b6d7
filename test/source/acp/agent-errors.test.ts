import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenError, endError, silentError, startError } from '../../../src/source/acp/agent-errors.js';
import { makeDirectory } from '../../support/host-tree.js';

const failureOf = (code?: string) => Object.assign(new Error('x'), code === undefined ? {} : { code });

describe('an agent that cannot be started', () => {
  const noShell = 'No shell runs the command line, so ~, $ and variables in it are not read.';
  const install = 'Install it, or check PATH and the command line of --acp.';

  it.each([
    ['opencode', 'ENOENT', 'There is no program "opencode".', install],
    ['/opt/a b', 'ENOENT', 'There is no program "/opt/a b".', install],
    ['a\nb', 'ENOENT', 'There is no program "a b".', install],
    ['~/agent', 'ENOENT', 'There is no program "~/agent".', noShell],
    ['$HOME/agent', 'ENOENT', 'There is no program "$HOME/agent".', noShell],
    ['A_1=x', 'ENOENT', 'There is no program "A_1=x".', noShell],
    ['x', 'EACCES', '"x" may not be run.', 'Check that it is a program.'],
    ['x', 'EMFILE', '"x" cannot be started (EMFILE).', 'Check the command line of --acp.'],
    ['x', undefined, '"x" cannot be started (unknown).', 'Check the command line of --acp.'],
  ])('is named with what to try: %j, %s', (program, code, message, hint) => {
    const error = startError(program, makeDirectory(), failureOf(code));
    expect(error).toMatchObject({ code: 'agent-failed', exitCode: 1, message, hint });
  });

  it.each([
    ['gone', (directory: string) => join(directory, 'none'), true],
    ['a file', (directory: string) => join(directory, 'file'), true],
    ['there', (directory: string) => directory, false],
  ])('is not to blame if the working directory is gone: it is %s', (_what, of, isGone) => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'file'), '');
    const { message } = startError('opencode', of(directory), failureOf('ENOENT'));
    expect(message).toBe(isGone ? 'The working directory is gone.' : 'There is no program "opencode".');
  });
});

it.each([
  [{ code: 0, signal: null }, 'The agent Qwen has ended with code 0.'],
  [{ code: 3, signal: null }, 'The agent Qwen has ended with code 3.'],
  [{ code: null, signal: 'SIGSEGV' }, 'The agent Qwen has ended by SIGSEGV.'],
])('says how an agent has ended: %j', (how, message) => {
  expect(endError('Qwen', how)).toMatchObject({
    ...{ code: 'agent-failed', exitCode: 1, message },
    hint: '--debug shows what it writes to stderr.',
  });
});

it('says what makes an agent useless', () => {
  expect(brokenError('Qwen', 'sends no messages')).toMatchObject({
    ...{ code: 'agent-failed', exitCode: 1, message: 'The agent Qwen sends no messages.' },
    hint: 'Check that the command line of --acp starts an ACP agent.',
  });
});

it.each([
  [30_000, '30 s'],
  [500, '0.5 s'],
])('says how long an agent was silent: %d ms', (timeoutMs, time) => {
  expect(silentError('Qwen', 'session/new', timeoutMs)).toMatchObject({
    ...{ code: 'request-timeout', exitCode: 1 },
    message: `The agent Qwen did not reply to session/new within ${time}.`,
  });
});
