import { describe, expect, it } from 'vitest';
import { problemChanges, type SessionValues, sessionChange } from '../../src/entries/session-changes.js';
import type { Problem } from '../../src/protocol/problem-codes.js';

const session: SessionValues = {
  uri: 'copilotcli:/one',
  title: 'One',
  lifecycle: 'creating',
  status: ['idle'],
  agent: null,
  options: null,
};

describe('a session', () => {
  it.each<[string, Partial<SessionValues>]>([
    ['title', { title: 'Two' }],
    ['lifecycle', { lifecycle: 'ready' }],
    ['status', { status: ['input needed'] }],
    ['agent', { agent: 'file:///planner.agent.md' }],
    ['uri', { uri: 'copilotcli:/two' }],
  ])('has another %s', (field, change) => {
    expect(sessionChange(session, { ...session, ...change })).toEqual({
      fields: [field],
      before: { [field]: session[field as keyof SessionValues] },
    });
  });

  it('has changed in several ways at once', () => {
    const after = { ...session, title: 'Two', status: ['in progress', 'read'] };
    expect(sessionChange(session, after)).toEqual({
      fields: ['title', 'status'],
      before: { title: 'One', status: ['idle'] },
    });
  });

  it('is the same with equal values', () => {
    expect(sessionChange(session, { ...session, status: ['idle'] })).toBeUndefined();
  });
});

describe('problems', () => {
  const problem = (message: string, line: number | null = 1): Problem => ({
    ...{ uri: 'file:///a/SKILL.md', line, message },
    ...{ code: 'description-missing', severity: 'warning' },
  });
  const [a, b] = [problem('a'), problem('b')];

  it.each([
    ['none', [], [], []],
    ['the same in another order', [a, b], [b, a], []],
    ['one more', [a], [a, b], [['added', b]]],
    ['one less', [a, b], [b], [['gone', a]]],
    [
      'another line',
      [a],
      [problem('a', 2)],
      [
        ['gone', a],
        ['added', problem('a', 2)],
      ],
    ],
    ['one of two that are the same', [a, a], [a], [['gone', a]]],
    ['a second that is the same', [a], [a, a], [['added', a]]],
  ] as const)('%s', (_what, before, after, expected) => {
    const changes = problemChanges(before, after);
    expect(changes.map(({ change, problem: of }) => [change, of])).toEqual(expected);
  });
});
