import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readWords, shellLine } from '../../../src/shell-words.js';
import { programName, programPath, readAgentCommand } from '../../../src/source/acp/command-line.js';

const read = (line: string, platform: NodeJS.Platform = 'linux') => readAgentCommand(line, { platform });

describe('the command line of an agent', () => {
  it.each([
    ['opencode acp', ['opencode', 'acp']],
    ['  gemini   --acp ', ['gemini', '--acp']],
    [`'/opt/my agent/run' "--name=a b"`, ['/opt/my agent/run', '--name=a b']],
    [`agent ''`, ['agent', '']],
    // No shell reads it.
    ['agent $HOME ~ *.md `x` $(y) && z | w > v', null],
    ['A=1 agent', ['A=1', 'agent']],
  ])('is split by quotes alone: %s', (line, words) => {
    expect(read(line)).toEqual(words ?? line.split(' '));
  });

  it('is split by the rules of the platform', () => {
    const line = '"C:\\Program Files\\agent.exe" --acp';
    expect(read(line, 'win32')).toEqual(['C:\\Program Files\\agent.exe', '--acp']);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \t\n'],
    ['an empty word', `''`],
    ['an empty word before others', `"" acp`],
  ])('names no program: %s', (_what, line) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({
        ...{ code: 'bad-usage', exitCode: 2, message: '--acp names no program.' },
        hint: 'Give it a command line, such as --acp "opencode acp".',
      }),
    );
  });

  it.each([`agent 'a b`, 'agent "a b', `it's an agent`])('has an open quote: %s', (line) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({
        ...{ code: 'bad-usage', exitCode: 2 },
        message: 'The command line of --acp has a quote that is not closed.',
        hint: 'Close it, or write \\ before it.',
      }),
    );
  });

  it('is read as the words that it was written from', () => {
    const word = fc.oneof(fc.string(), fc.stringMatching(/^['"\\$` \n!*a]*$/));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(readWords(shellLine(words), 'linux')).toEqual({ words, isClosed: true });
      }),
    );
  });

  it('is a command or refused, whatever it is', () => {
    const line = fc.oneof(fc.string(), fc.stringMatching(/^['"\\ a]*$/));
    fc.assert(
      fc.property(line, fc.constantFrom('linux' as const, 'win32' as const), (text, platform) => {
        try {
          expect(read(text, platform)[0]).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-usage' });
        }
      }),
    );
  });
});

it.each([
  ['opencode', 'opencode'],
  ['/usr/local/bin/opencode', 'opencode'],
  ['./bin/agent', 'agent'],
  ['C:\\Program Files\\agent.exe', 'agent.exe'],
  ['/', '/'],
  ['/opt/agent/', 'agent/'],
  ['a\nb\u001b[1m', 'a b [1m'],
])('calls the program %j by its name', (program, name) => {
  expect(programName([program, '--acp'])).toBe(name);
});

it.each([
  ['opencode', 'opencode'],
  ['/usr/bin/opencode', '/usr/bin/opencode'],
  ['./agent', join(sep, 'work', 'agent')],
  ['bin/agent', join(sep, 'work', 'bin', 'agent')],
  ['../agent', join(sep, 'agent')],
])('starts the program %s as %s', (program, path) => {
  const io = { cwd: join(sep, 'work'), env: { PATH: '' }, platform: process.platform };
  expect(programPath(program, io)).toBe(path);
});

describe('a program without a directory', () => {
  const root = mkdtempSync(join(tmpdir(), 'skillpick-path-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const put = (path: string, mode: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '', { mode });
  };
  put('one/agent', 0o644);
  put('two/agent', 0o755);
  put('three/agent', 0o755);
  mkdirSync(join(root, 'zero/agent'), { recursive: true });
  const found = (...directories: string[]) =>
    programPath('agent', { cwd: root, env: { PATH: directories.join(delimiter) }, platform: 'linux' });

  it('is the first one on PATH that can be run', () => {
    const all = ['zero', 'one', 'two', 'three'].map((name) => join(root, name));
    expect(found(...all)).toBe(join(root, 'two', 'agent'));
  });

  it('is found from here, not from the directory of the agent', () => {
    expect(found('three')).toBe(join(root, 'three', 'agent'));
  });

  it('is left to the system if PATH has none', () => {
    expect(found(join(root, 'nowhere'))).toBe('agent');
  });
});
