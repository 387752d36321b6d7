import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { displayWidth } from '../../src/text/width.js';
import { makeScratch, type Scratch } from '../support/command.js';
import { Pty } from '../support/pty.js';

/** A repository with two tools on the path, a skill that differs, an agent, and a file that is left out. */
function repository(): Scratch {
  const scratch = makeScratch();
  scratch.write(
    '.claude/skills/lint/SKILL.md',
    '---\nname: lint\ndescription: Checks the style.\n---\nText.\n',
  );
  scratch.skill('release-notes', 'disable-model-invocation: true\n');
  scratch.write('.claude/agents/planner.md', '---\nname: planner\ndescription: Plans.\n---\nText.\n');
  scratch.write('.claude/settings.local.json', '{"skillOverrides":{"lint":"off"}}');
  mkdirSync(join(scratch.cwd, '.agents/skills/gone'));
  symlinkSync('/nowhere', join(scratch.cwd, '.agents/skills/gone/SKILL.md'));
  const bin = join(scratch.root, 'bin');
  mkdirSync(bin);
  for (const tool of ['claude', 'codex', 'opencode']) {
    writeFileSync(join(bin, tool), '#!/bin/sh\n');
    chmodSync(join(bin, tool), 0o755);
  }
  Object.assign(scratch.env, { PATH: bin });
  return scratch;
}

/** Ends the output with the exit code, and keeps the terminal open until it has been read. */
const script = `TERM=$1; shift; "$@"; printf 'ended with %d' $?; read -r _`;

interface Shown {
  lines: string[];
  output: string;
  code: number;
}

/** Runs a command in a terminal, and returns what the screen shows. */
async function onTerminal(
  scratch: Scratch,
  args: readonly string[],
  { columns = 80, env = {} }: { columns?: number; env?: Record<string, string> } = {},
): Promise<Shown> {
  const { TERM = 'xterm-256color' } = env;
  const pty = new Pty({
    command: '/bin/bash',
    args: ['--norc', '-c', script, 'bash', TERM, process.execPath, inject('bin'), ...args],
    cwd: scratch.cwd,
    env: { ...scratch.env, LANG: 'C.UTF-8', ...env },
    size: { columns, rows: 24 },
  });
  const end = /ended with (\d+)/;
  await pty.shows(end);
  const [text, output] = [pty.screen.text, pty.output];
  pty.write('\r');
  await pty.ended;
  const lines = text.slice(0, text.search(end)).trimEnd().split('\n');
  return {
    lines: lines.map((line) => line.trimEnd()),
    output: output.slice(0, output.search(end)),
    code: Number(end.exec(text)![1]),
  };
}

const note = 'skillpick: 1 problem: skillpick doctor says more.';

describe('list on a terminal', () => {
  it('has heads, cells, and a row for the file that was left out', async () => {
    const { lines, code } = await onTerminal(repository(), ['list']);
    expect(code).toBe(0);
    expect(lines).toEqual([
      note,
      '  name                  user model  cl cx oc  description',
      '● release-notes         user  ·        ●  ●   Does release-notes.',
      '◐ lint                  user model  ○     ●   Checks the style.',
      '● planner        agent  user model  ●         Plans.',
      '✗ gone           SKILL.md  link cannot be followed: it is not there',
    ]);
  });

  it('shows only the cells of the tools that are asked for', async () => {
    const { lines } = await onTerminal(repository(), ['list', '--tool', 'claude', '--quiet']);
    expect(lines).toEqual([
      '  name            user model  cl  description',
      '○ lint            user model  ○   Checks the style.',
      '● planner  agent  user model  ●   Plans.',
    ]);
  });

  it.each([
    [['is:broken'], ['✗ gone  SKILL.md  link cannot be followed: it is not there']],
    [['gone'], ['✗ gone  SKILL.md  link cannot be followed: it is not there']],
    [['gone', 'type:agent'], []],
    [['gone', '--on'], []],
    [['--type', 'plugin'], []],
  ])('shows files that were left out if they match %o', async (args, rows) => {
    const { lines } = await onTerminal(repository(), ['list', '--quiet', ...args]);
    expect(lines.slice(1)).toEqual(rows);
  });

  it.each([20, 40, 60, 100, 200])('takes one line for each row at %d columns', async (columns) => {
    const scratch = repository();
    scratch.skill('a-name-of-a-skill-that-goes-on-until-it-is-too-long-to-be-shown');
    const { lines, output } = await onTerminal(scratch, ['list', '--quiet'], { columns });
    expect(lines).toHaveLength(6);
    expect(output.trimEnd().split('\r\n')).toHaveLength(6);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  });

  it.each([
    ['colour', {}, /\x1b\[3\d/, '● planner'],
    ['no colour with NO_COLOR', { NO_COLOR: '1' }, /^(?!.*\x1b\[3\d)/s, '● planner'],
    ['ASCII and no styles if TERM is dumb', { TERM: 'dumb' }, /^[^\x1b]*$/, '+ planner'],
  ])('has %s', async (_name, env, expected, row) => {
    const { output, lines } = await onTerminal(repository(), ['list'], { env });
    expect(output).toMatch(expected);
    expect(lines.join('\n')).toContain(row);
  });
});

describe('a terminal that cannot move the cursor', () => {
  const dumb = { env: { TERM: 'dumb' } };

  it('gets the list instead of the picker, and the reason', async () => {
    const { lines, code } = await onTerminal(repository(), [], dumb);
    expect(lines[0]).toBe('skillpick: TERM is dumb, so this is the list instead of the picker.');
    expect(lines.join('\n')).toContain('+ planner');
    expect(code).toBe(0);
  });

  it.each([['--quiet'], ['--format', 'names']])('gets no reason with %s', async (...args) => {
    expect((await onTerminal(repository(), args, dumb)).output).not.toContain('TERM');
  });

  it('cannot be chosen on', async () => {
    const { lines, code } = await onTerminal(repository(), ['pick'], dumb);
    expect(lines.join('')).toContain('skillpick: TERM is dumb, so nothing can be chosen here.');
    expect(code).toBe(1);
  });
});

describe('other tables on a terminal', () => {
  it.each([
    [['search', 'lint'], /^match +score +state +kind +name +folder +description$/],
    [['sessions'], /^session +tool +status +age +title +folder +agent$/],
    [['hosts'], /^no +name +kind +protocol +state +age +url +folders or reason$/],
  ])('%o has heads', async (args, heads) => {
    const { lines } = await onTerminal(repository(), args, { columns: 160 });
    expect(lines[0]).toMatch(heads);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('history has heads once something was switched', async () => {
    const scratch = repository();
    expect((await onTerminal(scratch, ['history'])).lines).toEqual([
      'skillpick: skillpick has switched nothing on this machine yet.',
    ]);
    expect(await scratch.run(['enable', 'lint'])).toMatchObject({ code: 0 });
    const { lines } = await onTerminal(scratch, ['history'], { columns: 160 });
    expect(lines[0]).toMatch(/^when +undo +name +tool +before and after +file$/);
    expect(lines[1]).toContain('Claude Code');
  });

  it('history shows what was switched on 80 columns, before the file', async () => {
    const scratch = repository();
    await scratch.run(['disable', 'release-notes', '--tool', 'codex']);
    await scratch.run(['enable', 'lint']);
    await scratch.run(['undo']);
    const { lines } = await onTerminal(scratch, ['history']);
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d/, ''))).toEqual([
      'when              undo    name           tool         before and after',
      '  undo    lint           Claude Code  none → "lint":"off"',
      '  undone  lint           Claude Code  "lint":"off" → none',
      '  -       release-notes  Codex        → [[skills.co…bled = false',
    ]);
  });
});

describe('tables in a pipe', () => {
  const rows = [
    ['on', 'user', '·', 'skill', 'release-notes', '.agents/skills', 'Does release-notes.'],
    ['mixed', 'user', 'model', 'skill', 'lint', '.claude/skills', 'Checks the style.'],
    ['on', 'user', 'model', 'agent', 'planner', '.claude/agents', 'Plans.'],
  ];

  it.each([
    [
      ['list'],
      [
        'on     user  ·      skill  release-notes  .agents/skills  Does release-notes.',
        'mixed  user  model  skill  lint           .claude/skills  Checks the style.',
        'on     user  model  agent  planner        .claude/agents  Plans.',
      ],
    ],
    [
      ['list', '--format', 'names'],
      ['release-notes', 'lint', 'planner'],
    ],
    [['search', 'planner'], ['exact name  1.00  on  agent  planner  .claude/agents  Plans.']],
    [['hosts'], ['-  embedded  embedded  1.1.0  answers  -  -  REPO']],
  ])('%o prints these bytes, without heads, cells or rows of broken files', async (args, lines) => {
    const scratch = repository();
    const { stdout, stderr } = await scratch.run(args);
    expect(stdout.replace(scratch.cwd, 'REPO')).toBe(`${lines.join('\n')}\n`);
    expect(stderr).toBe('');
  });

  it('tsv prints these cells', async () => {
    const scratch = repository();
    const { stdout } = await scratch.run(['list', '--format', 'tsv']);
    const printed = stdout.split('\n').map((line) => line.split('\t').toSpliced(6, 1));
    expect(printed).toEqual([...rows, ['']]);
  });
});

describe('show --context on a terminal', () => {
  it('prints the text without colours and without what controls the terminal', async () => {
    const scratch = makeScratch();
    const long = 'long '.repeat(40).trim();
    scratch.write(
      '.agents/skills/notes/SKILL.md',
      `---\nname: notes\ndescription: x\n---\n\u001b[31mred\u001b]52;c;eA==\u0007\n${long}\n`,
    );
    const { output, code } = await onTerminal(scratch, ['show', 'notes', '--context'], { columns: 300 });
    expect(code).toBe(0);
    expect(output).toContain('\r\nred\r\n');
    expect(output).toContain(`\r\n${long}\r\n`);
    expect(output).not.toMatch(/\u001b\[31m|\u001b\]52/);
    const piped = await scratch.run(['show', 'notes', '--context'], { env: { FORCE_COLOR: '1' } });
    expect(piped.stdout).toContain('\n\u001b[31mred\u001b]52;c;eA==\u0007\n');
  });
});
