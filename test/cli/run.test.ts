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
    [
      ['list', '--list'],
      ['list', 'list'],
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
