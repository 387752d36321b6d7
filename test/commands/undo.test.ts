import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';

/** A repository with skills that Claude Code and opencode read. */
function makeScene(...names: string[]): Scratch {
  const scratch = makeScratch();
  mkdirSync(join(scratch.home, '.claude'));
  mkdirSync(join(scratch.root, 'config/opencode'), { recursive: true });
  for (const name of names)
    scratch.write(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\n`);
  return scratch;
}

const claude = ({ cwd }: Scratch) => join(cwd, '.claude/settings.local.json');
const opencode = ({ cwd }: Scratch) => join(cwd, 'opencode.json');

describe('undo', () => {
  it('takes back the last command exactly, also the files that it made', async () => {
    const scene = makeScene('lint', 'docs');
    writeFileSync(claude(scene), '{"skillOverrides":{"docs":"name-only"}}');
    await scene.run(['disable', 'lint', 'docs']);
    expect(existsSync(opencode(scene))).toBe(true);
    const { code, stdout, stderr } = await scene.run(['undo']);
    expect(code).toBe(0);
    expect(stderr).toBe('skillpick: Claude Code obeys with the next prompt; restart opencode to see it.\n');
    expect(stdout.split('\n').slice(0, -1).toSorted()).toEqual([
      'docs: put back in Claude Code for this repo, .claude/settings.local.json; now on',
      'docs: put back in opencode for this repo, opencode.json; now on',
      'lint: put back in Claude Code for this repo, .claude/settings.local.json; now on',
      'lint: put back in opencode for this repo, opencode.json; now on',
    ]);
    expect(readFileSync(claude(scene), 'utf8')).toBe('{"skillOverrides":{"docs":"name-only"}}');
    expect(existsSync(opencode(scene))).toBe(false);
    const again = await scene.run(['undo']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('There is nothing to take back in');
  });

  it('names the tools and the entries of the same name that change along', async () => {
    const scene = makeScene();
    mkdirSync(join(scene.root, 'config/kilo'), { recursive: true });
    const skill = '---\nname: lint\ndescription: Lints.\n---\n';
    for (const folder of ['.agents', '.kilo']) scene.write(`${folder}/skills/lint/SKILL.md`, skill);
    await scene.run(['disable', './.agents/skills/lint/SKILL.md', '--tool', 'opencode']);
    const { stdout } = await scene.run(['undo']);
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'lint: put back in opencode for this repo, opencode.json; now on',
      'lint: put back in Kilo for this repo, opencode.json; shadowed in Kilo; Kilo obeys opencode.json, too',
      'also switched .kilo/skills/lint/SKILL.md',
    ]);
  });

  it('names the file that decides instead of the one that was put back', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint', '--tool', 'claude']);
    await scene.run(['disable', 'lint', '--tool', 'claude', '--scope', 'global']);
    const { stdout } = await scene.run(['undo']);
    expect(stdout).toBe(
      'lint: put back in Claude Code everywhere, ~/.claude/settings.json; now off, set by .claude/settings.local.json\n',
    );
  });

  it('names a tool that does not obey what was put back yet, and why', async () => {
    const scene = makeScene();
    mkdirSync(join(scene.home, '.copilot'));
    scene.write('.github/skills/triage/SKILL.md', '---\nname: triage\ndescription: Sorts issues.\n---\n');
    await scene.run(['disable', 'triage']);
    await scene.run(['enable', 'triage']);
    const { stdout } = await scene.run(['undo']);
    expect(stdout).toBe(
      'triage: put back in Copilot CLI for this repo, .github/copilot/settings.local.json; not obeyed yet by Copilot CLI: it obeys once it is started here and told to trust this folder\n',
    );
  });

  it('takes back several, and says what it would take back', async () => {
    const scene = makeScene('lint', 'docs');
    await scene.run(['disable', 'lint']);
    await scene.run(['disable', 'docs']);
    const before = readFileSync(claude(scene), 'utf8');
    const { stdout } = await scene.run(['undo', '2', '--dry-run']);
    expect(stdout).toContain('docs: would be put back in Claude Code for this repo');
    expect(stdout).toContain('lint: would be put back in opencode for this repo');
    expect(readFileSync(claude(scene), 'utf8')).toBe(before);
    expect((await scene.run(['undo', '2'])).code).toBe(0);
    expect(existsSync(claude(scene))).toBe(false);
  });

  it('goes on to the batch before if someone else has taken back the last one', async () => {
    const scene = makeScene('lint', 'docs');
    await scene.run(['disable', 'lint', '--tool', 'claude']);
    const before = readFileSync(claude(scene), 'utf8');
    await scene.run(['disable', 'docs', '--tool', 'claude']);
    writeFileSync(claude(scene), before);
    const first = await scene.run(['undo']);
    expect(first.stdout).toBe(
      'docs: as before already in Claude Code for this repo, .claude/settings.local.json; now on\n',
    );
    expect((await scene.run(['undo'])).stdout).toContain('lint: put back in Claude Code');
  });

  it('refuses by name what was changed since, and fails', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint']);
    writeFileSync(claude(scene), '{"skillOverrides":{"lint":"name-only"}}');
    const { code, stdout, stderr } = await scene.run(['undo']);
    expect(code).toBe(1);
    expect(stdout).toContain('lint: not put back in Claude Code: ');
    expect(stdout).toContain('lint: put back in opencode');
    expect(stderr).toContain('was changed since');
    expect(readFileSync(claude(scene), 'utf8')).toBe('{"skillOverrides":{"lint":"name-only"}}');
    const again = await scene.run(['undo']);
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/^lint: not put back in .*\n$/) });
  });

  it('says before that it will refuse what was changed since', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint']);
    writeFileSync(claude(scene), '{"skillOverrides":{"lint":"name-only"}}');
    const { code, stdout, stderr } = await scene.run(['undo', '--dry-run']);
    expect(code).toBe(1);
    expect(stdout).toContain('lint: would not be put back in Claude Code: the setting in ');
    expect(stdout).toContain('lint: would be put back in opencode for this repo, opencode.json');
    expect(stderr).toContain('lint would not be put back: ');
    expect(existsSync(opencode(scene))).toBe(true);
  });

  it('names a newer batch from elsewhere, and takes it with --all', async () => {
    const scene = makeScene('lint');
    const other = join(scene.root, 'other');
    mkdirSync(join(other, '.git'), { recursive: true });
    mkdirSync(join(other, '.claude/skills/far'), { recursive: true });
    writeFileSync(join(other, '.claude/skills/far/SKILL.md'), '---\nname: far\ndescription: Is far.\n---\n');
    await scene.run(['disable', 'lint']);
    await scene.run(['disable', 'far', '-C', other]);
    const here = await scene.run(['undo']);
    expect(here.stderr).toContain('A newer switch of far');
    expect(here.stderr).toContain(other);
    expect(existsSync(join(other, 'opencode.json'))).toBe(true);
    const none = await scene.run(['undo']);
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toContain('--all');
    const all = await scene.run(['undo', '--all']);
    expect(all.code).toBe(0);
    expect(all.stdout).toContain(`far: put back in opencode for ${other}, opencode.json; now on\n`);
    expect(existsSync(join(other, 'opencode.json'))).toBe(false);
  });

  it('takes back a batch whose directory is gone from its repository', async () => {
    const scene = makeScene('lint');
    mkdirSync(join(scene.cwd, 'sub'));
    await scene.run(['disable', 'lint', '--tool', 'claude', '-C', join(scene.cwd, 'sub')]);
    expect(existsSync(claude(scene))).toBe(true);
    rmSync(join(scene.cwd, 'sub'), { recursive: true });
    expect((await scene.run(['undo'])).code).toBe(0);
    expect(existsSync(claude(scene))).toBe(false);
  });

  it('refuses a batch whose repository is gone', async () => {
    const scene = makeScene();
    const other = join(scene.root, 'other');
    mkdirSync(join(other, '.git'), { recursive: true });
    mkdirSync(join(other, '.claude/skills/lint'), { recursive: true });
    writeFileSync(
      join(other, '.claude/skills/lint/SKILL.md'),
      '---\nname: lint\ndescription: Checks.\n---\n',
    );
    await scene.run(['disable', 'lint', '-C', other]);
    rmSync(other, { recursive: true });
    const { code, stderr } = await scene.run(['undo', '--all']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${other} is gone`);
  });

  it('prints one document', async () => {
    const scene = makeScene('lint');
    const switched = await scene.json(['disable', 'lint', '--tool', 'claude', '--json']);
    const { batch } = switched as { batch?: string };
    const document = await scene.json(['undo', '--json']);
    expect(document).toMatchObject({
      schema: 'skillpick.undo/1',
      batches: [
        {
          undo: expect.stringMatching(/^[\w-]{12}$/),
          repository: scene.cwd,
          switches: [
            {
              type: 'skill',
              name: 'lint',
              tool: 'claude',
              scope: 'workspace',
              file: claude(scene),
              outcome: 'changed',
              reason: null,
            },
          ],
        },
      ],
      elsewhere: null,
    });
    if (batch !== undefined) expect(document).toMatchObject({ batches: [{ batch }] });
  });

  it.each([
    [['undo', '0']],
    [['undo', 'x']],
    [['undo', '--url', 'ws://127.0.0.1:1']],
    [['undo', '--host', '1']],
  ])('refuses %j as wrong usage', async (args) => {
    expect(await makeScene('lint').run(args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('works on this machine even if AHP_URL is set', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint']);
    const env = { ...scene.env, AHP_URL: 'ws://127.0.0.1:1' };
    expect(await scene.run(['undo'], { env })).toMatchObject({ code: 0 });
  });
});

describe('history', () => {
  it('lists every setting, the newest first, with what took it back', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint', '--tool', 'claude']);
    await scene.run(['undo']);
    const { code, stdout } = await scene.run(['history']);
    expect(code).toBe(0);
    const rows = stdout
      .split('\n')
      .slice(0, -1)
      .map((row) => row.split(/ {2,}/).slice(1));
    expect(rows).toEqual([
      ['undo', 'lint', 'Claude Code', '.claude/settings.local.json', '"lint": "off" → none'],
      ['undone', 'lint', 'Claude Code', '.claude/settings.local.json', 'none → "lint": "off"'],
    ]);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d /);
  });

  it('prints one document, as long as it was asked for', async () => {
    const scene = makeScene('lint');
    await scene.run(['disable', 'lint']);
    expect(await scene.json(['history', '--json', '--limit', '1'])).toMatchObject({
      schema: 'skillpick.history/1',
      count: 2,
      switches: [
        { name: 'lint', type: 'skill', before: null, undoes: null, undone: false, scope: 'workspace' },
      ],
    });
    const { stderr } = await scene.run(['history', '--limit', '1']);
    expect(stderr).toContain('1 older; --limit shows more.');
  });

  it('says that there is none yet', async () => {
    expect(await makeScene('lint').run(['history'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('has switched nothing on this machine yet'),
    });
  });
});
