import { describe, expect, it } from 'vitest';
import { normalized } from '../../src/cli/run.js';

describe('--list', () => {
  it.each([
    [['--list'], ['list']],
    [
      ['--json', '--list'],
      ['list', '--json'],
    ],
    [
      ['--list', 'query', '--off'],
      ['list', 'query', '--off'],
    ],
    [['list', '--list'], ['list']],
    [
      ['list', 'query', '--list', '--off'],
      ['list', 'query', '--off'],
    ],
    [
      ['--json', 'list', '--list'],
      ['--json', 'list'],
    ],
    [
      ['--list', 'list'],
      ['list', 'list'],
    ],
    [
      ['--list', 'show', 'x'],
      ['list', 'show', 'x'],
    ],
    [
      ['--in', 'show', '--list'],
      ['list', '--in', 'show'],
    ],
    [
      ['query', '--', '--list'],
      ['query', '--', '--list'],
    ],
    [
      ['disable', 'x'],
      ['disable', 'x'],
    ],
    [[], []],
  ])('%j is %j', (argv, expected) => expect(normalized(argv)).toEqual(expected));

  it.each([
    [['show', 'one', '--list'], 'show'],
    [['disable', '--list', 'one'], 'disable'],
    [['--url', 'ws://x', 'watch', '--list'], 'watch'],
  ])('%j is refused', (argv, name) => {
    expect(() => normalized(argv)).toThrow(
      expect.objectContaining({ code: 'bad-usage', message: `--list does not go with ${name}.` }),
    );
  });
});

it.each([
  [['--token', 'x']],
  [['list', '--token=x']],
  [['--TKN=x']],
  [['-token', 'x']],
  [['--connection-token=x']],
])('a token in %j is refused', (argv) =>
  expect(() => normalized(argv)).toThrow('A token on the command line can be read by others.'),
);

it.each([[['--token-file', 'x']], [['list', '--', '--token=x']], [['token']]])(
  '%j holds no token',
  (argv) => {
    expect(normalized(argv)).toEqual(argv);
  },
);
