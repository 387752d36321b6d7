import { describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../src/entries/session-info.js';
import type { SkillpickError } from '../../src/errors.js';
import { chooseSession } from '../../src/source/choose-session.js';

const session = (uri: string, title = '', directory: string | null = null): SessionInfo => ({
  uri,
  provider: 'p',
  title,
  lifecycle: 'ready',
  status: [],
  directory,
  modifiedAtMs: null,
  error: null,
});

const sessions = [
  session('p:/abc-1', 'Fix the build', 'file:///repos/a%20b/'),
  session('p:/abc-2', 'Fix', 'file:///other'),
  session('q:/xyz', 'fix', null),
];

const here = () => ['file:///repos/a b'];

function outcome(list: readonly SessionInfo[], wanted?: string): string | undefined {
  try {
    return chooseSession(list, wanted, here)?.uri;
  } catch (error) {
    return (error as SkillpickError).code;
  }
}

describe('a session that is named', () => {
  it.each([
    ['in full', 'p:/abc-2', 'p:/abc-2'],
    ['by the start of its id', 'xy', 'q:/xyz'],
    ['by the start of several ids', 'abc', 'session-ambiguous'],
    ['by a title of several', 'FIX', 'session-ambiguous'],
    ['by part of a title', 'build', 'p:/abc-1'],
    ['by nothing', '', 'session-unknown'],
    ['by what there is not', 'zzz', 'session-unknown'],
  ])('%s', (_what, wanted, expected) => expect(outcome(sessions, wanted)).toBe(expected));
});

describe('a session that is not named', () => {
  it('is the only one, wherever it is', () => expect(outcome([sessions[1]!])).toBe('p:/abc-2'));
  it('is the only one for the working directory, however that is written', () =>
    expect(outcome(sessions)).toBe('p:/abc-1'));
  it('cannot be chosen from several', () => expect(outcome(sessions.slice(1))).toBe('session-ambiguous'));
  it('is none where there are none', () => expect(outcome([])).toBeUndefined());
  it('cannot be chosen from several for the working directory', () => {
    expect(outcome([sessions[0]!, { ...sessions[0]!, uri: 'p:/again' }, sessions[1]!])).toBe(
      'session-ambiguous',
    );
  });
});

it('an error lists a few of many', () => {
  const many = Array.from({ length: 500 }, (_, index) => session(`p:/${index}`));
  const choices = expect.objectContaining({ 9: 'p:/9  ', 10: 'and 490 more', length: 11 });
  expect(() => chooseSession(many, undefined, here)).toThrow(expect.objectContaining({ choices }));
});
