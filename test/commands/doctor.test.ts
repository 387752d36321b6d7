import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { publishEntry } from '../support/endpoint-entries.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill('good');
  scratch.write('.opencode/skills/good/SKILL.md', '---\nname: good\ndescription: Again.\n---\n');
  scratch.write('.agents/skills/bad/SKILL.md', '---\nname: other\ndescription: x\n---\n');
  return scratch;
}

interface Report {
  ok: boolean;
  problems: {
    uri: string;
    line: number | null;
    message: string;
    code: string | null;
    severity: string;
    fix: string | null;
  }[];
  roots: { root: string; directories: string[]; noticing: string; agentTools: unknown[] } | null;
  [field: string]: unknown;
}

describe('doctor', () => {
  it('prints what was found where, what is broken and how to fix it', async () => {
    const scratch = repository();
    const { code, stdout, stderr } = await scratch.run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of [
      `  node               ${process.version} on`,
      `  root               ${scratch.cwd}`,
      '  changes            watching ',
      '  host             skillpick (embedded), protocol 1.1.0',
      '.agents/skills    directory  2 on  degraded',
      '.agents/skills/bad/SKILL.md:2: name must equal the directory name\n    Give the directory and the field "name" the same name.',
      'Same names\n  skill good\n',
      '  -  embedded  embedded  1.1.0  answers',
    ])
      expect(stdout.replace(/ +/g, ' ')).toContain(line.replace(/ +/g, ' '));
  });

  it('says which of several with one name a tool uses: both, or either', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.codex'));
    mkdirSync(join(scratch.root, 'config/opencode'), { recursive: true });
    scratch.skill('lint');
    const path = join(scratch.home, '.agents/skills/lint/SKILL.md');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '---\nname: lint\ndescription: Lints.\n---\n');
    const { stdout } = await scratch.run(['doctor']);
    expect(stdout).toMatch(/^ +Codex uses .*lint\/SKILL\.md and ~\/\.agents\/skills\/lint\/SKILL\.md$/m);
    expect(stdout).toMatch(/^ +opencode uses .*lint\/SKILL\.md or .*lint\/SKILL\.md$/m);
  });

  it('says of each agent tool whether it is on this machine, and why', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.codex'));
    const { stdout } = await scratch.run(['doctor']);
    expect(stdout).toMatch(/^ +Codex +present +.*\/\.codex was used on \d{4}-\d\d-\d\d$/m);
    expect(stdout).toMatch(
      /^ +Gemini CLI +not present +there is no command gemini, and .*\.gemini was not used in the last 90 days$/m,
    );
    const config = join(scratch.root, 'config/skillpick/config.json');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{ "tools": ["gemini"] }');
    const { stdout: chosen } = await scratch.run(['doctor', '--json']);
    const { roots } = JSON.parse(chosen) as Report;
    expect(roots?.agentTools).toContainEqual({
      ...{ id: 'gemini', title: 'Gemini CLI', isPresent: true },
      reason: `"tools" in ${config} names it`,
    });
    expect(roots?.agentTools).toContainEqual({
      ...{ id: 'codex', title: 'Codex', isPresent: false },
      reason: `"tools" in ${config} does not name it`,
    });
  });

  it('fails on a problem with --strict, and only then', async () => {
    const scratch = repository();
    const { code, stderr } = await scratch.run(['doctor', '--strict']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skillpick: One problem found. The list above says what to do.\n',
    });
    const healthy = makeScratch();
    healthy.skill('fine');
    expect(await healthy.run(['doctor', '--strict'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints a document without secrets', async () => {
    const scratch = repository();
    const { stdout } = await scratch.run(['doctor', '--json'], { env: { AHP_TOKEN: 'a-secret-token' } });
    const report = JSON.parse(stdout) as Report;
    expect(stdout).not.toContain('a-secret-token');
    expect(report).toMatchObject({
      schema: 'skillpick.doctor/1',
      ok: false,
      node: process.version,
      variables: ['AHP_TOKEN'],
      roots: {
        root: scratch.cwd,
        cwd: scratch.cwd,
        directories: [scratch.cwd],
        home: scratch.home,
        noticing: 'watching',
      },
      host: { kind: 'embedded' },
      session: { provider: 'agents' },
      duplicates: [{ type: 'skill', name: 'good', uris: [expect.any(String), expect.any(String)] }],
      distrusted: [],
    });
    expect(report.problems).toEqual([
      {
        uri: `file://${scratch.cwd}/.agents/skills/bad/SKILL.md`,
        line: 2,
        message: 'name must equal the directory name',
        code: 'name-not-folder',
        severity: 'warning',
        fix: 'Give the directory and the field "name" the same name.',
      },
    ]);
    expect(report['tools']).toContainEqual({
      id: 'agents',
      title: expect.any(String),
      description: expect.any(String),
    });
    expect(report['containers']).toContainEqual(
      expect.objectContaining({ name: '.agents/skills', load: 'degraded', on: 2, off: 0 }),
    );
  });

  it('counts the entries of a folder once, as the picker does', async () => {
    const scratch = makeScratch();
    for (const home of [join(scratch.home, '.claude'), join(scratch.root, 'config/opencode')])
      mkdirSync(home, { recursive: true });
    const text = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;
    for (const name of ['lint', 'docs', 'test']) scratch.write(`.claude/skills/${name}/SKILL.md`, text(name));
    mkdirSync(join(scratch.cwd, '.claude/skills/gone'));
    symlinkSync('/nowhere', join(scratch.cwd, '.claude/skills/gone/SKILL.md'));
    scratch.write('.claude/settings.local.json', '{"skillOverrides":{"lint":"off"}}');
    const { stdout } = await scratch.run(['doctor']);
    expect(stdout).toMatch(/\.claude\/skills +directory +2 on, 1 differs, 1 broken +degraded/);
    const { containers } = (await scratch.json(['doctor', '--json'])) as Report;
    const states = { on: 2, differ: 1, off: 0, shadowed: 0, broken: 1, unknown: 0 };
    expect(containers).toContainEqual(
      expect.objectContaining({ name: '.claude/skills', on: 3, off: 0, states }),
    );
  });

  it('reports a host that does not answer as a problem', async () => {
    const scratch = repository();
    const ended = await scratch.run(['doctor', '--json', '--url', 'ws://127.0.0.1:9']);
    const report = JSON.parse(ended.stdout) as Report;
    expect(ended.code).toBe(0);
    expect(report).toMatchObject({ ok: false, roots: null, host: null, session: null });
    expect(report['hosts']).toMatchObject([
      { name: 'embedded', state: 'answers' },
      { name: '--url', url: null, state: 'refused', reason: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(report.problems).toEqual([
      {
        uri: '',
        line: null,
        message: expect.stringContaining('ECONNREFUSED'),
        code: 'host-unreachable',
        severity: 'error',
        fix: expect.any(String),
      },
    ]);
    expect(await scratch.run(['doctor', '--strict', '--url', 'ws://127.0.0.1:9'])).toMatchObject({ code: 1 });
  });

  it('reports a container that another host could not read as a problem', async () => {
    const host = new ScriptedHost(
      new ModelSession([directory('d', [skill('s')], { load: { kind: 'error', message: 'boom' } })]),
    );
    const { problems } = (await makeScratch().json([
      'doctor',
      '--json',
      '--url',
      (await listenDuringTest(host)).url,
    ])) as Report;
    expect(problems).toEqual([
      { uri: 'file:///d', line: null, message: 'boom', code: null, severity: 'error', fix: null },
    ]);
  });

  it.each([
    ['--url', ['--url']],
    ['--url even with --local', ['--local', '--url']],
    ['--host', ['--host']],
    ['--host even with --local', ['--local', '--host']],
  ])('reports the host of %s, and no search roots', async (_what, flags) => {
    const scratch = repository();
    const { url } = await listenDuringTest(
      new ScriptedHost(new ModelSession([directory('d', [skill('s')])])),
    );
    publishEntry(scratch, 'named', url);
    const value = flags.includes('--url') ? url : 'named';
    const report = (await scratch.json(['doctor', '--json', ...flags, value])) as Report;
    expect(report).toMatchObject({ ok: true, roots: null, host: { url }, containers: [{ id: 'd' }] });
  });

  it('reports the embedded host with --local, and lists the one of AHP_URL', async () => {
    const scratch = repository();
    const { url } = await listenDuringTest(
      new ScriptedHost(new ModelSession([directory('d', [skill('s')])])),
    );
    const env = { AHP_URL: url };
    const local = (await scratch.json(['doctor', '--json', '--local'], { env })) as Report;
    expect(local).toMatchObject({ roots: { root: scratch.cwd }, host: { kind: 'embedded' } });
    expect(local['hosts']).toMatchObject([{ name: 'embedded' }, { name: 'AHP_URL', url, state: 'answers' }]);
    const remote = (await scratch.json(['doctor', '--json'], { env })) as Report;
    expect(remote).toMatchObject({ roots: null, host: { url } });
  });

  it('reports the search roots of SKILLPICK_ROOT', async () => {
    const scratch = repository();
    const { roots } = (await scratch.json(['doctor', '--json'], {
      env: { SKILLPICK_ROOT: scratch.home },
    })) as Report;
    expect(roots).toMatchObject({ root: scratch.home, directories: [] });
  });
});
