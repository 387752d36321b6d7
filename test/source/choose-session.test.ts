import { describe, expect, it } from 'vitest';
import type { SkillpickError } from '../../src/errors.js';
import type { SessionSummary } from '../../src/protocol/types.js';
import { chooseSession } from '../../src/source/choose-session.js';

const session = (resource: string, title = '', directory?: string): SessionSummary => ({
  resource,
  provider: 'p',
  title,
  ...(directory !== undefined && { workingDirectory: directory }),
});

const sessions = [
  session('p:/abc-1', 'Fix the build', 'file:///repos/a%20b/'),
  session('p:/abc-2', 'Fix', 'file:///other'),
  session('q:/xyz', 'fix'),
];

const here = () => ['file:///repos/a b'];

function outcome(list: readonly SessionSummary[], wanted?: string): string | undefined {
  try {
    return chooseSession(list, wanted, here)?.resource;
  } catch (error) {
    return (error as SkillpickError).code;
  }
}

describe('chooseSession with a name', () => {
  it.each([
    ['finds a uri', 'p:/abc-2', 'p:/abc-2'],
    ['finds the start of an id', 'xy', 'q:/xyz'],
    ['refuses the start of several ids', 'abc', 'session-ambiguous'],
    ['refuses a title of several sessions', 'FIX', 'session-ambiguous'],
    ['finds part of a title', 'build', 'p:/abc-1'],
    ['refuses an empty name', '', 'session-unknown'],
    ['refuses an unknown name', 'zzz', 'session-unknown'],
  ])('%s', (_what, wanted, expected) => expect(outcome(sessions, wanted)).toBe(expected));
});

describe('chooseSession without a name', () => {
  it('takes the only session, of any directory', () => expect(outcome([sessions[1]!])).toBe('p:/abc-2'));
  it('takes the only session of the working directory, in any spelling', () =>
    expect(outcome(sessions)).toBe('p:/abc-1'));
  it('refuses to choose from several sessions', () =>
    expect(outcome(sessions.slice(1))).toBe('session-ambiguous'));
  it('returns undefined if there are no sessions', () => expect(outcome([])).toBeUndefined());
  it('refuses to choose from several sessions of the working directory', () => {
    expect(outcome([sessions[0]!, { ...sessions[0]!, resource: 'p:/again' }, sessions[1]!])).toBe(
      'session-ambiguous',
    );
  });
});

it('lists a few of many sessions in its error', () => {
  const many = Array.from({ length: 500 }, (_, index) => session(`p:/${index}`));
  const choices = expect.objectContaining({ 9: 'p:/9  ', 10: 'and 490 more', length: 11 });
  expect(() => chooseSession(many, undefined, here)).toThrow(expect.objectContaining({ choices }));
});
