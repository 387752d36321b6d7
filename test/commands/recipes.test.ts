import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [text = ''] = (readme.split(/^## Recipes$/m)[1] ?? '').split(/^## /m);

/** The lines to copy below a heading. */
function recipes(heading: string): string[] {
  const section = text.split(/^### /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no recipe "${heading}"`);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, line = '']) => line);
}

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill('one');
  scratch.skill('two', 'disable-model-invocation: true\n');
  scratch.write('acme/.claude-plugin/plugin.json', '{"name":"acme","version":"1.0.0"}');
  for (const name of ['alpha', 'beta'])
    scratch.write(`acme/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Part of acme.\n---\n`);
  // The plugin is installed for command lines without options.
  scratch.write(
    'bin/skillpick',
    `#!/bin/sh\nexec '${process.execPath}' '${inject('bin')}' "$@" --plugin acme\n`,
  );
  scratch.write('bin/fzf', '#!/bin/sh\nhead -1\n');
  for (const name of ['skillpick', 'fzf']) chmodSync(join(scratch.cwd, 'bin', name), 0o755);
  return scratch;
}

const envOf = (scratch: Scratch) => ({
  ...scratch.env,
  PATH: `${scratch.cwd}/bin:${scratch.env['PATH']}`,
});

function run(scratch: Scratch, line: string): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: scratch.cwd, env: envOf(scratch), encoding: 'utf8' } as const;
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', line], options);
}

const off = (scratch: Scratch): string[] =>
  run(scratch, 'skillpick list --off --format names')
    .stdout.split('\n')
    .filter((name) => name !== '');

describe('the recipes', () => {
  it('are all tried below', () => {
    const headings = [...text.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Count what is on',
      'Switch everything of a plugin off, and back on',
      'Keep what was off, and put it back later',
      'Fail a build on a broken skill',
      'What may the model use by itself?',
      'What does it cost?',
      'Choose with fzf',
      'Act on every change',
      'A skill from a note',
    ]);
  });

  it('count what is on', () => {
    const scratch = repository();
    const [line = ''] = recipes('Count what is on');
    expect(run(scratch, line).stdout.trim()).toBe('4');
    run(scratch, 'skillpick disable one');
    expect(run(scratch, line).stdout.trim()).toBe('3');
  });

  it('switch a plugin’s entries off and back on', () => {
    const scratch = repository();
    const [away = '', back = ''] = recipes('Switch everything of a plugin off, and back on');
    expect(run(scratch, away)).toMatchObject({
      status: 0,
      stdout:
        'skill alpha: now off (kept by skillpick alone)\nskill beta: now off (kept by skillpick alone)\n',
    });
    expect(off(scratch)).toEqual(['alpha', 'beta']);
    expect(run(scratch, back)).toMatchObject({ status: 0 });
    expect(off(scratch)).toEqual([]);
  });

  it('keep what was off', () => {
    const scratch = repository();
    run(scratch, 'skillpick disable one beta');
    const [lines = ''] = recipes('Keep what was off, and put it back later');
    const [keep = '', enable = '', disable = ''] = lines.split('\n');
    run(scratch, `${keep}\n${enable}`);
    expect(off(scratch)).toEqual([]);
    expect(run(scratch, disable)).toMatchObject({ status: 0 });
    expect(off(scratch)).toEqual(['one', 'beta']);
  });

  it('fail a build on a broken skill', () => {
    const scratch = repository();
    const [line = ''] = recipes('Fail a build on a broken skill');
    expect(run(scratch, line)).toMatchObject({ status: 0 });
    scratch.write('.agents/skills/broken/SKILL.md', 'Nothing.\n');
    const { status, stdout } = run(scratch, line);
    expect(status).toBe(1);
    expect(stdout).toContain('broken/SKILL.md:1: ');
  });

  it('list what the model may use', () => {
    const [line = ''] = recipes('What may the model use by itself?');
    expect(run(repository(), line).stdout).toBe('one\nalpha\nbeta\n');
  });

  it('list what it costs', () => {
    const scratch = repository();
    const [line = ''] = recipes('What does it cost?');
    const before = Number(run(scratch, line).stdout);
    expect(before).toBeGreaterThan(0);
    run(scratch, 'skillpick disable one');
    expect(Number(run(scratch, line).stdout)).toBeLessThan(before);
  });

  it('choose with fzf', () => {
    const scratch = repository();
    const [line = ''] = recipes('Choose with fzf');
    expect(run(scratch, line)).toMatchObject({
      status: 0,
      stdout: 'skill one: now off (kept by skillpick alone)\n',
    });
  });

  it('act on every change', async () => {
    const scratch = repository();
    const [line = ''] = recipes('Act on every change');
    const shell = spawn('bash', ['-c', line], {
      cwd: scratch.cwd,
      env: envOf(scratch),
      detached: true,
      stdio: 'ignore',
    });
    onTestFinished(() => void process.kill(-shell.pid!, 'SIGKILL'));
    const file = join(scratch.cwd, 'changes.jsonl');
    const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(1);
    run(scratch, 'skillpick disable one');
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(2);
    const events = lines().map((json) => (JSON.parse(json) as { event: string }).event);
    expect(events).toEqual(['connection', 'switched']);
  });

  it('make a skill from a note', () => {
    const scratch = repository();
    writeFileSync(join(scratch.cwd, 'notes.md'), 'Look at the commits.\n');
    const [line = ''] = recipes('A skill from a note');
    expect(run(scratch, line)).toMatchObject({ status: 0 });
    const file = readFileSync(join(scratch.cwd, '.agents/skills/release-notes/SKILL.md'), 'utf8');
    expect(file).toContain('\nLook at the commits.\n');
  });

  it('make an agent in a folder that exists', () => {
    const scratch = repository();
    scratch.write(
      '.codex/agents/other.toml',
      'name = "other"\ndescription = "x"\ndeveloper_instructions = "x"\n',
    );
    const [, line = ''] = recipes('A skill from a note');
    expect(run(scratch, line)).toMatchObject({ status: 0 });
    expect(readFileSync(join(scratch.cwd, '.codex/agents/planner.toml'), 'utf8')).toContain('Plans before');
  });
});
