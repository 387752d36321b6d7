import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStdin, readStdinLines } from '../../src/commands/stdin.js';
import type { Io } from '../../src/io.js';
import { makeScratch, type Scratch } from '../support/command.js';
import { runInShell } from '../support/shell.js';

function repository(): Scratch {
  const scratch = makeScratch();
  for (const name of ['one', 'two']) scratch.skill(name);
  return scratch;
}

describe('the home directory', () => {
  /** What Node does for a user who has no entry in the system's list of users. */
  const withoutEntry = (scratch: Scratch) => {
    const script = scratch.write(
      '../no-entry.cjs',
      `const os = require('node:os');
       const fail = () => { throw new Error('A system error occurred: ENOENT'); };
       os.userInfo = fail;
       if (process.env.HOME === undefined) os.homedir = fail;`,
    );
    return { NODE_OPTIONS: `--require=${script}` };
  };
  const unknown = 'skillpick: Your home directory is not known. Set HOME to an absolute path.\n';

  it.each(['unset HOME', 'HOME='])('is reported as unknown: %s', async (set) => {
    const scratch = repository();
    expect(await runInShell(scratch, `${set}; skillpick list`, withoutEntry(scratch))).toEqual({
      code: 2,
      stdout: '',
      stderr: unknown,
    });
  });

  it('is HOME for every user', async () => {
    const scratch = repository();
    const { code, stderr } = await runInShell(scratch, 'skillpick list', withoutEntry(scratch));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('is not a relative path', async () => {
    const scratch = repository();
    const { code, stderr } = await runInShell(scratch, 'HOME=x skillpick list', withoutEntry(scratch));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `skillpick: HOME is not an absolute path and is ignored.\n${unknown}`,
    });
  });
});

describe('a directory given by a relative path', () => {
  it.each([
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'XDG_RUNTIME_DIR',
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'COPILOT_HOME',
    'GEMINI_CLI_HOME',
    'OPENCODE_CONFIG_DIR',
    'VSCODE_APPDATA',
  ])('is ignored with a note: %s', async (name) => {
    const { code, stderr } = await repository().run(['list'], { env: { [name]: 'relative' } });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `skillpick: ${name} is not an absolute path and is ignored.\n`,
    });
  });

  it('is not written to', async () => {
    const scratch = repository();
    const { code, stderr } = await scratch.run(['disable', 'one'], {
      env: { XDG_STATE_HOME: 'state', XDG_RUNTIME_DIR: 'run' },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^skillpick: XDG_STATE_HOME, XDG_RUNTIME_DIR are not absolute paths and are ignored\.\n/,
    );
    expect(existsSync(join(scratch.cwd, 'state'))).toBe(false);
    expect(existsSync(join(scratch.home, '.local/state/skillpick/switches.json'))).toBe(true);
  });

  it.each([
    ['list', '--quiet'],
    ['__complete', 'disable', 'on'],
  ])('is ignored without a note: %s %s', async (...args) => {
    expect(await repository().run(args, { env: { XDG_STATE_HOME: 'x' } })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

describe('standard input', () => {
  it('is refused if it is a directory', async () => {
    expect(await runInShell(repository(), 'skillpick disable - < /')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skillpick: Standard input is a directory. Give it a file or a pipe instead.\n',
    });
  });

  it('is refused if it is a terminal, with what is expected there', async () => {
    const io = { stdin: { isTTY: true } } as Io;
    const message = 'There is nothing on standard input.';
    const [text, references] = ['A file of a few pages is expected.', 'One reference a line is expected.'];
    await expect(readStdin(io)).rejects.toMatchObject({ message, hint: text });
    await expect(readStdinLines(io)).rejects.toMatchObject({ message, hint: references });
  });

  it('is empty if it is closed', async () => {
    expect(await runInShell(repository(), 'skillpick disable - <&-')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('is refused if it never ends a line', async () => {
    expect(
      await runInShell(repository(), "tr '\\0' x < /dev/zero 2> /dev/null | skillpick disable -"),
    ).toMatchObject({
      stderr: 'skillpick: Standard input is too long. One reference a line is expected.\n',
    });
  });

  it('may contain a million references', async () => {
    const scratch = makeScratch();
    const names = Array.from({ length: 2_000 }, (_, index) => `skill-${index}`);
    for (const name of names) scratch.skill(name);
    const input = Array.from({ length: 1_000_000 }, (_, index) => names[index % names.length]).join('\n');
    const { code, stdout } = await scratch.run(['disable', '--dry-run', '-'], { input });
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(names.length + 1);
  });

  it('may contain a million references that match nothing', async () => {
    const input = Array.from({ length: 1_000_000 }, (_, index) => `nothing-${index}`).join('\n');
    const { code, stdout, stderr } = await repository().run(['disable', '-'], { input });
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr: 'skillpick: There is no entry "nothing-0". See skillpick list --type all.\n',
    });
  });
});

describe('a working directory that is gone', () => {
  const leave = 'mkdir ../gone && cd ../gone && rmdir ../gone';

  it.each([
    'list --format names',
    'list --format names --plugin /none',
    'search one',
    'show one',
    'show ~/../repo/.agents/skills/one',
    'disable one --dry-run',
    'sessions',
    'hosts',
    'doctor',
  ])('does not matter with --cwd: %s', async (args) => {
    const scratch = repository();
    const line = `here=$PWD; ${leave}; skillpick ${args} -C "$here"`;
    const { code, stderr } = await runInShell(scratch, line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(['list', 'list -C .', 'show ./one', 'serve'])('is reported in one line: %s', async (args) => {
    expect(await runInShell(repository(), `${leave}; skillpick ${args}`)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'skillpick: The working directory is gone. Change into one that exists, or give --cwd an absolute path.\n',
    });
  });
});

describe('watch', () => {
  it('ends when its reader ends, even if nothing changes', async () => {
    const { code, stdout, stderr } = await runInShell(repository(), 'skillpick watch | head -1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('"event":"connection"');
  });

  it('continues while it has a reader', async () => {
    const line = 'skillpick watch | (head -1 > /dev/null; rm -r .agents/skills/two; exec head -1)';
    const { code, stdout } = await runInShell(repository(), line);
    expect(code).toBe(0);
    expect(stdout).toContain('"event":"removed"');
  });
});
