import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeArguments, readArguments } from '../../src/cli/arguments.js';
import { optionNamed, optionNames } from '../../src/cli/option-table.js';
import { parseWithCommander } from '../../src/cli/program.js';
import { type CommandSpec, defaultSpec, specs } from '../../src/cli/specs.js';
import type { Io } from '../../src/io.js';

interface Parsed {
  command: string;
  operands: readonly string[];
  values: unknown;
}

const silent = { write: () => true };
const io = { stdout: silent, stderr: silent } as unknown as Io;

interface Read {
  spec: CommandSpec;
  operands: readonly string[];
  values: unknown;
}

const parsed = ({ spec, operands, values }: Read): Parsed => ({
  command: spec === defaultSpec ? '' : spec.name,
  operands,
  values,
});

/** Returns what commander reads; undefined if it refuses the words. */
function readByCommander(words: readonly string[]): Parsed | undefined {
  try {
    return parsed(parseWithCommander(words, io));
  } catch {
    return undefined;
  }
}

/** Returns what the quick reader reads; undefined if it leaves the words to commander. */
function readQuickly(words: readonly string[]): Parsed | undefined {
  const line = readArguments(words);
  return line.isPlain ? parsed(line) : undefined;
}

describe('a plain command line', () => {
  it.each([
    ['', [], { operands: [], values: {} }],
    ['', ['some', 'words', '--off'], { operands: ['some', 'words'], values: { off: true } }],
    ['', ['words', 'show'], { operands: ['words', 'show'], values: {} }],
    ['', ['--no-mouse', '--screen-reader'], { operands: [], values: { mouse: false, screenReader: true } }],
    ['pick', ['--no-mouse', 'x'], { operands: ['x'], values: { mouse: false } }],
    ['list', [], { operands: [], values: {} }],
    ['list', ['a', 'b', '--json'], { operands: ['a', 'b'], values: { json: true } }],
    ['list', ['list'], { operands: ['list'], values: {} }],
    ['list', ['--type', 'skills', 'x'], { operands: ['x'], values: { type: ['skill'] } }],
    ['list', ['--type=skill,agent'], { operands: [], values: { type: ['skill', 'agent'] } }],
    ['list', ['-s', 'abc', '-C', '/x'], { operands: [], values: { session: 'abc', cwd: '/x' } }],
    ['list', ['--no-color', '-q'], { operands: [], values: { color: false, quiet: true } }],
    ['list', ['--plugin', 'a', '--plugin=b'], { operands: [], values: { plugin: ['a', 'b'] } }],
    ['list', ['--url', 'ws://x/?a=b'], { operands: [], values: { url: 'ws://x/?a=b' } }],
    ['list', ['--url=ws://x/?a=b'], { operands: [], values: { url: 'ws://x/?a=b' } }],
    ['disable', ['-', 'x', '-n'], { operands: ['-', 'x'], values: { dryRun: true } }],
    ['new', ['x', '--body', '-', '--no-user'], { operands: ['x'], values: { body: '-', user: false } }],
    ['hosts', [], { operands: [], values: {} }],
    ['sessions', [], { operands: [], values: {} }],
    ['sessions', ['rename', 'a', 'b c'], { operands: ['rename', 'a', 'b c'], values: {} }],
    ['mcp', ['start', 'x', '--json'], { operands: ['start', 'x'], values: { json: true } }],
  ])('is read as commander reads it: %s %j', (command, rest, expected) => {
    const words = command === '' ? rest : [command, ...rest];
    expect(readQuickly(words)).toEqual({ command, ...expected });
    expect(readByCommander(words)).toEqual({ command, ...expected });
  });
});

describe('readArguments', () => {
  it.each([
    ['list', '--jsno'],
    ['list', '--help'],
    ['list', '--', '-x'],
    ['list', '--json=yes'],
    ['list', '--url'],
    ['list', '--url', '--json'],
    ['list', '-sabc'],
    ['list', '-s=abc'],
    ['list', '-qn'],
    ['list', '--type', 'thing'],
    ['show'],
    ['show', 'a', 'b'],
    ['disable'],
    ['hosts', 'x'],
    ['--json', 'list'],
    ['--version'],
  ])('leaves it to commander: %s %s %s', (...words) => {
    expect(readQuickly(words.filter((word) => word !== undefined))).toBeUndefined();
  });

  it('agrees with commander on generated command lines, or leaves them to it', () => {
    let plainCount = 0;
    fc.assert(
      fc.property(commandLine, (words) => {
        const quick = readQuickly(words);
        if (quick === undefined) return;
        plainCount += 1;
        expect(readByCommander(words)).toEqual(quick);
      }),
      { numRuns: 500, seed: 20_261_116 },
    );
    expect(plainCount).toBeGreaterThan(100);
  });
});

const values: Readonly<Record<string, readonly string[]>> = {
  timeout: ['5', '0', '1e9'],
  limit: ['3', '-3', 'many'],
  port: ['0', '70000'],
  type: ['skills', 'all', 'skill,agent', 'zzz', ''],
};

/** Every spelling of an option: with its values, without one, and with one it does not take. */
const option: fc.Arbitrary<string[]> = fc.constantFrom(...optionNames).chain((name) => {
  const { long, short = long, completes } = optionNamed(name);
  const own = Array.isArray(completes) ? (completes as string[]) : [];
  const value = fc.constantFrom('x', '/dir', 'a=b', '-', '--json', ...own, ...(values[name] ?? []));
  return value.chain((text) =>
    fc.constantFrom([long, text], [`${long}=${text}`], [short, text], [`${short}${text}`], [long], [short]),
  );
});

const operand = fc.constantFrom('query', '-', '', ...specs.map(({ name }) => name));
const odd = fc.constantFrom('--', '--unknown', '--unknown=x', '-z', '-V', '--help', '--list');
const piece = fc.oneof(
  { weight: 6, arbitrary: option },
  { weight: 5, arbitrary: operand.map((word) => [word]) },
  { weight: 1, arbitrary: odd.map((word) => [word]) },
);

/** Half of the lines take only options of their own command, which are the ones that can be plain. */
const commandLine: fc.Arbitrary<string[]> = fc
  .tuple(fc.option(fc.constantFrom(...specs)), fc.boolean(), fc.array(piece, { maxLength: 4 }))
  .map(([spec, isOwn, pieces]) => {
    const options = (spec ?? defaultSpec).options.map(optionNamed);
    const isKnown = ([flag = '']: string[]) =>
      !flag.startsWith('-') || options.some(({ long, short }) => [long, short].includes(flag.split('=')[0]!));
    return [
      ...(spec === null ? [] : [spec.name]),
      ...pieces.filter((words) => !isOwn || isKnown(words)).flat(),
    ];
  });

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
  ])('turns %j into %j', (argv, expected) => expect(normalizeArguments(argv)).toEqual(expected));

  it.each([
    [['show', 'one', '--list'], 'show'],
    [['disable', '--list', 'one'], 'disable'],
    [['--url', 'ws://x', 'watch', '--list'], 'watch'],
  ])('is refused in %j', (argv, name) => {
    expect(() => normalizeArguments(argv)).toThrow(
      expect.objectContaining({ code: 'bad-usage', message: `--list cannot be used with ${name}.` }),
    );
  });
});

describe('a token on the command line', () => {
  it.each([
    [['--token', 'x']],
    [['list', '--token=x']],
    [['--TKN=x']],
    [['-token', 'x']],
    [['--connection-token=x']],
  ])('is refused in %j', (argv) =>
    expect(() => normalizeArguments(argv)).toThrow('A token on the command line can be read by others.'),
  );

  it.each([[['--token-file', 'x']], [['list', '--', '--token=x']], [['token']]])(
    'is not seen in %j',
    (argv) => expect(normalizeArguments(argv)).toEqual(argv),
  );
});
