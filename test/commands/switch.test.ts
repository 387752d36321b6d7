import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';

function repository(): Scratch {
  const scratch = makeScratch();
  for (const name of ['one', 'two', 'three']) scratch.skill(name);
  scratch.write(
    '.claude/agents/reviewer.md',
    '---\nname: reviewer\ndescription: Reviews code.\n---\nText.\n',
  );
  scratch.write('.opencode/skills/two/SKILL.md', '---\nname: two\ndescription: Another two.\n---\nText.\n');
  return scratch;
}

const off = async (scratch: Scratch): Promise<string[]> =>
  (await scratch.run(['list', '--off', '--format', 'names'])).stdout.split('\n').slice(0, -1);

describe('a switch command', () => {
  it('prints the new state, keeps it, and resets it', async () => {
    const scratch = repository();
    expect(await scratch.run(['disable', 'one', 'agent:reviewer'])).toMatchObject({
      code: 0,
      stdout:
        'skill one: now off (kept by skillpick alone)\nagent reviewer: now off (kept by skillpick alone)\n',
      stderr: 'skillpick: 2 entries: kept by skillpick; no tool reads it.\n',
    });
    expect(await off(scratch)).toEqual(['one', 'reviewer']);
    expect(await scratch.run(['disable', 'one'])).toMatchObject({
      code: 0,
      stdout: 'skill one: already off (kept by skillpick alone)\n',
    });
    expect(await scratch.run(['toggle', 'one'])).toMatchObject({
      code: 0,
      stdout: 'skill one: now on (kept by skillpick alone)\n',
    });
    expect(await scratch.run(['reset', 'reviewer', 'three'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^agent reviewer: reset, now on; removed "file:.*reviewer\.md": false from .*switches\.json\nskill three: nothing to reset for this repo, on\n$/,
      ),
      stderr: '',
    });
    expect(await off(scratch)).toEqual([]);
  });

  it('names the scope in which a switch is kept that a reset does not find in its own', async () => {
    const scratch = repository();
    await scratch.run(['disable', 'one', 'three', '--scope', 'global']);
    expect(await scratch.run(['reset', 'one'])).toMatchObject({
      code: 0,
      stdout: 'skill one: nothing to reset for this repo, off (kept by skillpick alone)\n',
      stderr: expect.stringMatching(
        /^skillpick: one has a switch in .*switches\.json: --scope global resets it\.\n$/,
      ),
    });
    expect((await scratch.run(['reset', 'one', 'three', '--dry-run'])).stderr).toBe(
      'skillpick: 2 entries have a switch that --scope global resets.\n',
    );
    expect((await scratch.run(['reset', 'reviewer'])).stderr).toBe('');
  });

  it('keeps the switch in the given scope, even if another scope differs', async () => {
    const scratch = repository();
    const say = async (...args: string[]) => (await scratch.run([...args, 'one'])).stdout;
    expect(await say('enable', '--scope', 'global')).toBe('skill one: already on\n');
    await say('disable');
    expect(await say('disable', '--scope', 'global')).toBe('skill one: now off (kept by skillpick alone)\n');
    expect(await say('disable', '--scope', 'global')).toBe(
      'skill one: already off (kept by skillpick alone)\n',
    );
    expect(await say('reset', '--scope', 'workspace')).toMatch(
      /^skill one: reset for this repo; it is off everywhere; removed .*: false from .*switches\.json\n$/,
    );
    expect(await say('reset', '--scope', 'workspace')).toBe(
      'skill one: nothing to reset for this repo, off (kept by skillpick alone)\n',
    );
    expect(await say('reset', '--scope', 'global')).toMatch(/^skill one: reset, now on; removed /);
    await say('disable');
    expect(await say('enable', '--scope', 'global', '--dry-run')).toBe(
      'skill one: would be kept everywhere; this repo still has it off\n',
    );
    expect(await say('enable', '--scope', 'global')).toBe(
      'skill one: kept everywhere; this repo still has it off\n',
    );
  });

  it('notes that a damaged file was set aside', async () => {
    const scratch = repository();
    await scratch.run(['disable', 'one']);
    writeFileSync(join(scratch.root, 'state/skillpick/switches.json'), '{torn');
    const { code, stdout, stderr } = await scratch.run(['disable', 'three']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'skill three: now off (kept by skillpick alone)\n' });
    expect(stderr).toMatch(/^skillpick: .*switches\.json was damaged, .* and is now .*\.set-aside-[^ ]+\.\n/);
  });

  it('switches nothing with --dry-run', async () => {
    const scratch = repository();
    const { code, stdout } = await scratch.run(['disable', 'one', '-n']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'skill one: would be switched off (kept by skillpick alone)\n',
    });
    expect(await off(scratch)).toEqual([]);
  });

  it('resolves every reference before the first switch', async () => {
    const scratch = repository();
    expect(await scratch.run(['disable', 'one', 'zzz'])).toMatchObject({ code: 3, stdout: '' });
    expect(await scratch.run(['disable', 'one', 'two'])).toMatchObject({ code: 3, stdout: '' });
    expect(await off(scratch)).toEqual([]);
  });

  it('lists the candidates of an ambiguous name and accepts each of them', async () => {
    const scratch = repository();
    const { stderr } = await scratch.run(['disable', 'two']);
    expect(stderr).toContain('"two" matches more than one entry:\n  skill:two  file://');
    expect(stderr).toContain('.agents/skills/two/SKILL.md\n');
    expect(stderr).toContain('.opencode/skills/two/SKILL.md\n');
    for (const ref of ['.opencode/skills/two', './.opencode/skills/two/SKILL.md', './.opencode/skills/two'])
      expect(await scratch.run(['toggle', ref])).toMatchObject({ code: 0 });
    expect(await off(scratch)).toEqual(['two']);
  });

  it.each([
    ['lines', 'one\nthree\n'],
    ['lines with Windows line ends', 'one\r\nthree\r\n'],
    ['lines with blank lines between them', '\none\n\nthree'],
  ])('reads references from standard input as %s', async (_what, input) => {
    const scratch = repository();
    expect(await scratch.run(['disable', '-'], { input })).toMatchObject({ code: 0 });
    expect(await off(scratch)).toEqual(['one', 'three']);
  });

  it('does nothing if standard input is empty', async () => {
    expect(await repository().run(['disable', '-'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('switches a directory through its entries, each once', async () => {
    const scratch = repository();
    const kept = 'kept by skillpick alone';
    expect(await scratch.run(['disable', '.agents/skills', 'skill:one'])).toMatchObject({
      code: 0,
      stdout: ['one', 'three', 'two'].map((name) => `skill ${name}: now off (${kept})\n`).join(''),
    });
    expect(await scratch.run(['enable', 'one', '--dry-run', '--json'])).toMatchObject({
      stdout: expect.stringMatching(/"enabled":true,"effectiveEnabled":true/),
      stderr: '',
    });
    expect(await scratch.run(['toggle', 'one', '--quiet'])).toMatchObject({
      stdout: `skill one: now on (${kept})\n`,
      stderr: '',
    });
    expect(await scratch.run(['reset', '.agents/skills'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^skill one: reset, .*\nskill three: reset, .*\nskill two: reset, .*\n$/),
    });
    expect(await off(scratch)).toEqual([]);
  });

  it.each(['enable', 'disable', 'toggle'])('refuses to %s an empty directory', async (verb) => {
    const scratch = repository();
    mkdirSync(join(scratch.cwd, '.kilo/agents'), { recursive: true });
    const { code, stdout } = await scratch.run([verb, '.kilo/agents']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^directory \.kilo\/agents: rejected, .*: it holds nothing to switch\n$/);
    expect(await scratch.run(['reset', '.kilo/agents'])).toMatchObject({
      code: 0,
      stdout: 'directory .kilo/agents: nothing to reset for this repo, on\n',
    });
  });

  it('removes a switch that an older version kept for a directory', async () => {
    const scratch = repository();
    await scratch.run(['disable', 'one']);
    const path = join(scratch.root, 'state/skillpick/switches.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"(file:.*\.agents\/skills)\/one\/SKILL.md": false/, '"$1": false'));
    expect(await off(scratch)).toEqual([]);
    expect(await scratch.run(['reset', '.agents/skills'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^directory \.agents\/skills: reset, now on; removed "file:.*": false from .*\nskill one: nothing to reset/,
      ),
    });
    expect(readFileSync(path, 'utf8')).not.toContain('skills');
  });

  it('prints a document with --json', async () => {
    const scratch = repository();
    const document = (await scratch.json(['disable', 'one', '--json'])) as { results: unknown[] };
    expect(document).toEqual({
      schema: 'skillpick.switch/1',
      results: [
        {
          id: expect.any(String),
          type: 'skill',
          name: 'one',
          uri: expect.stringMatching(/^file:.*one\/SKILL\.md$/),
          wanted: false,
          scope: 'workspace',
          outcome: 'changed',
          enabled: false,
          effectiveEnabled: false,
          enablement: [expect.objectContaining({ kind: 'workspace', enabled: false })],
          decidedIn: null,
          reason: null,
          tools: [],
          also: [],
          batch: expect.any(String),
        },
      ],
    });
  });

  it('keeps a switch for the workspace by default, and refuses one that would end with the command', async () => {
    const scratch = repository();
    await scratch.run(['disable', 'one']);
    const file = join(scratch.root, 'state/skillpick/switches.json');
    const { workspaces, global } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
    expect(Object.keys(workspaces ?? {})).toHaveLength(1);
    expect(global).toEqual({});
    await scratch.run(['disable', 'three', '--scope', 'global']);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).global)).toHaveLength(1);
    for (const verb of ['enable', 'disable', 'toggle', 'reset'])
      expect(await scratch.run([verb, 'reviewer', '--scope', 'session'])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^skillpick: A switch for the session would end with this command\./),
      });
    expect(await off(scratch)).toEqual(['one', 'three']);
  });

  it('works the same on a host in another process, which also keeps it', async () => {
    const scratch = repository();
    const served = await serveIn(scratch);
    expect(await scratch.run(['disable', 'one', ...served.args])).toMatchObject({
      code: 0,
      stdout: 'skill one: now off (kept by skillpick alone)\n',
      stderr: 'skillpick: one: kept by skillpick; no tool reads it.\n',
    });
    expect(await off(scratch)).toEqual(['one']);
  });

  it('keeps a switch for the repo, though one for the session says the same', async () => {
    const scratch = repository();
    const served = await serveIn(scratch);
    const say = async (...args: string[]) =>
      (await scratch.run([...args, 'one', ...served.args, '--quiet'])).stdout;
    await say('disable', '--scope', 'session');
    expect(await say('disable', '--dry-run')).toBe(
      'skill one: would be switched off (kept by skillpick alone)\n',
    );
    expect(await say('disable')).toBe('skill one: now off (kept by skillpick alone)\n');
    expect(await off(scratch)).toEqual(['one']);
    expect(await say('disable')).toBe('skill one: already off (kept by skillpick alone)\n');
  });

  it('names the session as what still decides, also in a plan and after a reset', async () => {
    const scratch = repository();
    const served = await serveIn(scratch);
    await scratch.run(['disable', 'one', '--scope', 'session', ...served.args]);
    const switched = async (verb: string, outcomes: readonly string[]) => {
      for (const outcome of outcomes) {
        const plan = outcome === 'planned' ? ['--dry-run'] : [];
        const args = [verb, 'one', '--scope', 'workspace', ...plan, '--json', ...served.args];
        const state = { enabled: false, effectiveEnabled: false, decidedIn: 'session' };
        expect(await scratch.json(args)).toMatchObject({ results: [{ outcome, ...state }] });
      }
    };
    await switched('enable', ['planned', 'changed', 'unchanged']);
    await switched('reset', ['planned', 'changed', 'unchanged']);
    expect((await scratch.run(['enable', 'one', '--quiet', ...served.args])).stdout).toBe(
      'skill one: kept for this repo; this session still has it off\n',
    );
  });

  it('keeps nothing for a repo of what is off everywhere, unless that is asked for', async () => {
    const scratch = repository();
    const say = async (...args: string[]) => (await scratch.run([...args, 'one', '--quiet'])).stdout;
    await say('disable', '--scope', 'global');
    expect(await say('disable')).toBe('skill one: already off (kept by skillpick alone)\n');
    expect(await say('disable', '--scope', 'workspace')).toBe(
      'skill one: now off (kept by skillpick alone)\n',
    );
    await say('enable', '--scope', 'global');
    expect(await off(scratch)).toEqual(['one']);
  });

  it('switches a thousand entries at once by their ids', async () => {
    const scratch = makeScratch();
    for (let index = 0; index < 1_000; index += 1)
      scratch.write(`.claude/commands/c${index}.md`, `---\ndescription: Number ${index}.\n---\n`);
    const served = await serveIn(scratch);
    const ids = (await scratch.run(['list', '--format', 'ids', ...served.args])).stdout;
    const { code, stdout } = await scratch.run(['disable', '-', ...served.args], { input: ids });
    expect({ code, lines: stdout.split('\n').length - 1 }).toEqual({ code: 0, lines: 1_000 });
    expect(await off(scratch)).toHaveLength(1_000);
  });
});
