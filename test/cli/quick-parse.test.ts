import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionNamed, optionNames } from '../../src/cli/option-table.js';
import { BadValue } from '../../src/cli/parse.js';
import { runProgram } from '../../src/cli/program.js';
import { type ParsedCommand, quickParse } from '../../src/cli/quick-parse.js';
import { type CommandSpec, defaultSpec, specs } from '../../src/cli/specs.js';
import type { Io } from '../../src/io.js';

const silent = { write: () => true };
const io = { stdout: silent, stderr: silent } as unknown as Io;

/** What commander makes of the words; undefined where it refuses them. */
async function byCommander(spec: CommandSpec, words: readonly string[]): Promise<ParsedCommand | undefined> {
  let parsed: ParsedCommand | undefined;
  const listening: CommandSpec = {
    ...spec,
    run: async (operands, given) => {
      parsed = { operands: [...operands], given };
      return 0;
    },
  };
  const isBadValue = (error: unknown): error is Error => error instanceof BadValue;
  const tables = { specs: [listening], defaultSpec, optionNames, optionNamed, isBadValue };
  try {
    await runProgram(tables, [spec.name, ...words], listening, io);
  } catch {
    return undefined;
  }
  return parsed;
}

const named = (name: string): CommandSpec => specs.find((spec) => spec.name === name)!;

describe('a plain command line', () => {
  it.each([
    ['list', [], { operands: [], given: {} }],
    ['list', ['a', 'b', '--json'], { operands: ['a', 'b'], given: { json: true } }],
    ['list', ['--type', 'skills', 'x'], { operands: ['x'], given: { type: ['skill'] } }],
    ['list', ['--type=skill,agent'], { operands: [], given: { type: ['skill', 'agent'] } }],
    ['list', ['-s', 'abc', '-C', '/x'], { operands: [], given: { session: 'abc', cwd: '/x' } }],
    ['list', ['--no-color', '-q'], { operands: [], given: { color: false, quiet: true } }],
    ['list', ['--plugin', 'a', '--plugin=b'], { operands: [], given: { plugin: ['a', 'b'] } }],
    ['list', ['--url', 'ws://x/?a=b'], { operands: [], given: { url: 'ws://x/?a=b' } }],
    ['list', ['--url=ws://x/?a=b'], { operands: [], given: { url: 'ws://x/?a=b' } }],
    ['disable', ['-', 'x', '-n'], { operands: ['-', 'x'], given: { dryRun: true } }],
    ['new', ['x', '--body', '-', '--no-user'], { operands: ['x'], given: { body: '-', user: false } }],
    ['hosts', [], { operands: [], given: {} }],
  ])('%s %j', async (name, words, expected) => {
    expect(quickParse(named(name), words)).toEqual(expected);
    expect(await byCommander(named(name), words)).toEqual(expected);
  });

  it.each([
    ['list', ['--jsno']],
    ['list', ['--help']],
    ['list', ['--', '-x']],
    ['list', ['--json=yes']],
    ['list', ['--url']],
    ['list', ['--url', '--json']],
    ['list', ['-sabc']],
    ['list', ['-s=abc']],
    ['list', ['-qn']],
    ['list', ['--type', 'thing']],
    ['show', []],
    ['show', ['a', 'b']],
    ['disable', []],
    ['hosts', ['x']],
  ])('%s %j is left to commander', (name, words) => {
    expect(quickParse(named(name), words)).toBeUndefined();
  });

  it('is read as commander would read it, whatever it is made of', async () => {
    const words = fc.array(
      fc.constantFrom(
        'x',
        '-',
        'skill',
        '--json',
        '--url',
        '--url=a',
        '--type',
        '--type=skills',
        '--type=zzz',
        '-s',
        '--scope',
        'global',
        '--timeout',
        '5',
        '--limit=3',
        '--plugin',
        '--no-color',
        '-q',
        '-n',
        '--dry-run',
        '--',
        '-V',
        '',
      ),
      { maxLength: 5 },
    );
    const spec = fc.constantFrom(...specs);
    await fc.assert(
      fc.asyncProperty(spec, words, async (command, line) => {
        const quick = quickParse(command, line);
        if (quick !== undefined) expect(await byCommander(command, line)).toEqual(quick);
      }),
      { numRuns: 500 },
    );
  });
});
