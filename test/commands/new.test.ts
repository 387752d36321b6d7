import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { type Call, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';

describe('new', () => {
  it('writes the skill into the repository’s own directory and ends once it is listed', async () => {
    const scratch = makeScratch();
    scratch.write('.claude/skills/other/SKILL.md', '---\nname: other\ndescription: x\n---\n');
    const { code, stdout, stderr } = await scratch.run([
      'new',
      'my-skill',
      '--description',
      'Does it.',
      '--no-user',
    ]);
    const file = join(scratch.cwd, '.agents/skills/my-skill/SKILL.md');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${file}\n`, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(
      '---\nname: my-skill\ndescription: Does it.\nuser-invocable: false\n---\n\n# my-skill\n\nWrite the instructions here.\n',
    );
    const [entry] = ((await scratch.json(['list', 'my-skill', '--json'])) as { entries: object[] }).entries;
    expect(entry).toMatchObject({
      name: 'my-skill',
      description: 'Does it.',
      userInvocable: false,
      modelInvocable: true,
    });
  });

  it('writes into an empty directory of a tool in that tool’s session', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.claude'));
    mkdirSync(join(scratch.cwd, '.claude/skills'), { recursive: true });
    const made = await scratch.run(['new', 'x', '--provider', 'claude', '--description', 'X.']);
    const file = join(scratch.cwd, '.claude/skills/x/SKILL.md');
    expect(made).toMatchObject({ code: 0, stdout: `${file}\n` });
  });

  it('reads the text from a file or from standard input', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.cwd, 'body.md'), '\nThe text.\n\n');
    await scratch.run(['new', 'a', '--description', 'A.', '--body', 'body.md']);
    await scratch.run(['new', 'b', '--description', 'B.', '--body', '-', '--no-model'], {
      input: 'From a pipe.',
    });
    const text = (name: string) => readFileSync(join(scratch.cwd, `.agents/skills/${name}/SKILL.md`), 'utf8');
    expect(text('a')).toBe('---\nname: a\ndescription: A.\n---\n\nThe text.\n');
    expect(text('b')).toBe(
      '---\nname: b\ndescription: B.\ndisable-model-invocation: true\n---\n\nFrom a pipe.\n',
    );
  });

  it('writes into the named container and prints a document', async () => {
    const scratch = makeScratch();
    scratch.write('.claude/skills/other/SKILL.md', '---\nname: other\ndescription: x\n---\n');
    const made = await scratch.json(['new', 'x', '--in', '.claude/skills', '--description', 'X.', '--json']);
    const path = join(scratch.cwd, '.claude/skills/x/SKILL.md');
    expect(made).toEqual({
      schema: 'skillpick.new/1',
      id: expect.any(String),
      type: 'skill',
      name: 'x',
      uri: `file://${path}`,
      path,
      containerId: expect.any(String),
    });
    expect(existsSync(path)).toBe(true);
  });

  it('never overwrites a file', async () => {
    const scratch = makeScratch();
    const file = scratch.skill('taken');
    const before = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = await scratch.run(['new', 'taken', '--description', 'X.']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `skillpick: There is a file ${file} already. Choose another name; nothing was written.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('notes a missing description', async () => {
    const { code, stderr } = await makeScratch().run(['new', 'x']);
    expect(code).toBe(0);
    expect(stderr).toContain('Its description is a placeholder');
  });

  it.each([
    ['.claude/agents', 'holds agents.'],
    ['acme', 'is a plugin, not a folder.'],
  ])('refuses %s', async (container, reason) => {
    const scratch = makeScratch();
    scratch.write('.claude/agents/a.md', '---\nname: a\ndescription: x\n---\n');
    scratch.write('acme/.claude-plugin/plugin.json', '{"name":"acme"}');
    mkdirSync(join(scratch.cwd, 'acme/skills'));
    const { code, stderr } = await scratch.run(['new', 'x', '--in', container, '--plugin', 'acme']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${container} ${reason}`);
  });

  it.each([
    ['agent', '.claude/agents', 'planner.md'],
    ['agent', '.github/agents', 'planner.agent.md'],
    ['agent', '.codex/agents', 'planner.toml'],
    ['agent', '.opencode/agents', 'planner.md'],
    ['prompt', '.github/prompts', 'planner.prompt.md'],
    ['prompt', '.gemini/commands', 'planner.toml'],
    ['rule', '.github/instructions', 'planner.instructions.md'],
    ['rule', '.claude/rules', 'planner.md'],
    ['skill', '.claude/commands', 'planner.md'],
  ])('writes a new %s into %s, which is listed without a problem', async (type, folder, file) => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.cwd, folder), { recursive: true });
    const args = ['--type', type, '--in', folder, '--description', 'Plans the work.'];
    const path = join(scratch.cwd, folder, file);
    const made = await scratch.run(['new', 'planner', ...args]);
    expect(made).toEqual({ code: 0, signal: null, stdout: `${path}\n`, stderr: '' });
    const listed = (await scratch.json(['list', '--type', type, '--json'])) as {
      entries: object[];
      problems: object[];
    };
    expect(listed.entries).toEqual([
      expect.objectContaining({
        type,
        name: 'planner',
        description: 'Plans the work.',
        uri: `file://${path}`,
      }),
    ]);
    expect(listed.problems).toEqual([]);
  });

  it('needs no folder if only one of this type is writable, and reports a tool that does not use the file', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.codex'));
    mkdirSync(join(scratch.cwd, '.codex/agents'), { recursive: true });
    const made = await scratch.run(['new', 'planner', '--type', 'agent', '--description', 'Plans.']);
    expect(made).toMatchObject({ code: 0, stdout: `${join(scratch.cwd, '.codex/agents/planner.toml')}\n` });
    expect(made.stderr).toMatch(/^skillpick: Codex does not load it: you do not trust its directory/);
  });

  it.each([
    [['--type', 'hook'], 'A hook cannot be created. --type can be one of skill, agent, prompt, rule.'],
    [['--type', 'skill,agent'], 'That cannot be created.'],
    [['--type', 'rule', '--no-user'], '--no-user has no effect on a rule. Leave it out.'],
    [['--type', 'prompt', '--no-model'], '--no-model has no effect on a prompt. Leave it out.'],
    [
      ['--type', 'agent', '--in', '.claude/agents', '--no-model'],
      '--no-model has no effect on what is in .claude/agents.',
    ],
  ])('refuses %j', async (args, message) => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.cwd, '.claude/agents'), { recursive: true });
    const { code, stdout, stderr } = await scratch.run(['new', 'x', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(readdirSync(join(scratch.cwd, '.claude/agents'))).toEqual([]);
  });

  it('refuses a folder whose files are not known, such as one that a variable names', async () => {
    const scratch = makeScratch();
    const folder = join(scratch.root, 'elsewhere', 'agents');
    mkdirSync(folder, { recursive: true });
    const env = { CODEX_HOME: join(scratch.root, 'elsewhere') };
    const { code, stderr } = await scratch.run(['new', 'x', '--type', 'agent', '--in', folder], { env });
    expect(code).toBe(1);
    expect(stderr).toContain('holds agents in a form that is not known.');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('works through a host in another process', async () => {
    const scratch = makeScratch();
    const { args } = await serveIn(scratch);
    expect(await scratch.run(['new', 'x', '--description', 'X.', ...args])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(existsSync(join(scratch.cwd, '.agents/skills/x/SKILL.md'))).toBe(true);
  });
});

describe('new on another host', () => {
  /** A host that has files, and lists a new skill when it is written. */
  function writing(session: ModelSession, list = true): ScriptedHost {
    const host = new ScriptedHost(session);
    const files = new Set<string>();
    host.script = (call, peer, proceed) => {
      const uri = String(call.params['uri']);
      if (call.method === 'resourceResolve') {
        if (files.has(uri)) host.answer(peer, call, { uri });
        else host.refuse(peer, call, -32008);
      } else if (call.method === 'resourceMkdir') host.refuse(peer, call, -32010);
      else if (call.method === 'resourceWrite') {
        files.add(uri);
        host.answer(peer, call, {});
        if (!list) return;
        session.find('d')?.children?.push(skill('x', { uri }));
        host.sendList(SESSION);
      } else proceed();
    };
    return host;
  }

  it('sends a request that never overwrites', async () => {
    const host = writing(new ModelSession([directory('d', []), plugin('p', [])]));
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['new', 'x', '--description', 'X.', '--url', url]);
    expect(ended).toMatchObject({ code: 0, stdout: '/d/x/SKILL.md\n' });
    expect(host.calls('resourceWrite').map(({ params }: Call) => params)).toEqual([
      {
        channel: 'ahp-root://',
        uri: 'file:///d/x/SKILL.md',
        data: expect.stringContaining('name: x\n'),
        encoding: 'utf-8',
        createOnly: true,
      },
    ]);
    expect(await makeScratch().run(['new', 'x', '--description', 'X.', '--url', url])).toMatchObject({
      code: 1,
    });
  });

  it.each([
    ['escapes and line breaks', 'file:///d%1b]52;c;ZXZpbA==%07y%0Az', '/dy z/x/SKILL.md'],
    ['two spaces, which stay,', 'file:///d%20%20e', '/d  e/x/SKILL.md'],
  ])('prints the path on one line if the host has %s in it', async (_what, uri, path) => {
    const host = writing(new ModelSession([directory('d', [], { uri })]));
    const { url } = await listenDuringTest(host);
    const { stdout } = await makeScratch().run(['new', 'x', '--description', 'X.', '--url', url]);
    expect(stdout).toBe(`${path}\n`);
  });

  it('asks for a container if several are writable', async () => {
    const host = writing(new ModelSession([directory('d', []), directory('e', [])]));
    const { url } = await listenDuringTest(host);
    const { code, stderr } = await makeScratch().run(['new', 'x', '--url', url]);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        'skillpick: It could go to any of: d, e. Choose one with --in; use its uri if names are the same.\n',
    });
    expect(host.calls('resourceWrite')).toEqual([]);
  });

  it('names folders of one name by their paths, and finds them by these', async () => {
    const scratch = makeScratch();
    const at = (id: string, path: string) => directory(id, [], { name: 'skills', uri: `file://${path}` });
    const session = new ModelSession([
      at('d', join(scratch.cwd, '.agents/skills')),
      at('e', join(scratch.cwd, '.github/skills')),
      at('f', join(scratch.home, '.agents/skills')),
    ]);
    session.fields['workingDirectory'] = `file://${scratch.cwd}`;
    const host = writing(session);
    const { url } = await listenDuringTest(host);
    const create = (name: string, ...args: string[]) =>
      scratch.run(['new', name, '--description', 'X.', '--url', url, ...args]);
    const labels = '.agents/skills, .github/skills, ~/.agents/skills';
    expect((await create('x')).stderr).toContain(`It could go to any of: ${labels}.`);
    expect((await create('x', '--in', 'docs')).stderr).toContain(
      `This session has no folder "docs". It has: ${labels}.`,
    );
    expect(await create('x', '--in', '.github/skills')).toMatchObject({ code: 0 });
    expect(await create('y', '--in', './.github/skills/')).toMatchObject({ code: 0 });
    expect(await create('z', '--in', '~/.agents/skills')).toMatchObject({ code: 0 });
    expect(host.calls('resourceWrite').map(({ params }) => params['uri'])).toEqual([
      `file://${scratch.cwd}/.github/skills/x/SKILL.md`,
      `file://${scratch.cwd}/.github/skills/y/SKILL.md`,
      `file://${scratch.home}/.agents/skills/z/SKILL.md`,
    ]);
  });

  it.each([
    ['agent', 'x.agent.md'],
    ['prompt', 'x.prompt.md'],
    ['rule', 'x.instructions.md'],
  ])('writes a new %s into a folder with these contents', async (type, file) => {
    const folders = [directory('d', []), directory('e', [], { contents: type })];
    const host = writing(new ModelSession(folders), false);
    const { url } = await listenDuringTest(host);
    const args = ['--type', type, '--description', 'X.', '--url', url, '--timeout', '3000'];
    expect((await makeScratch().run(['new', 'x', ...args])).stderr).toContain(`/e/${file} is not listed yet`);
    expect(host.calls('resourceWrite').map(({ params }) => params)).toMatchObject([
      { uri: `file:///e/${file}`, data: expect.stringContaining('description: X.\n'), createOnly: true },
    ]);
  });

  it('fails if no container is writable', async () => {
    const host = writing(new ModelSession([directory('d', [], { writable: false })]));
    const { url } = await listenDuringTest(host);
    for (const args of [[], ['--in', 'd']]) {
      const { code, stderr } = await makeScratch().run(['new', 'x', '--url', url, ...args]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/writable/);
    }
    expect(host.calls('resourceWrite')).toEqual([]);
  });

  it('refuses a directory whose contents the host does not name', async () => {
    const { contents: _, ...unnamed } = directory('d', []);
    const { url } = await listenDuringTest(writing(new ModelSession([unnamed])));
    const { code, stderr } = await makeScratch().run(['new', 'x', '--url', url, '--in', 'd']);
    expect(code).toBe(1);
    expect(stderr).toContain('skillpick: d does not say what it holds. ');
  });

  it('fails if the host does not list the file', async () => {
    const host = writing(new ModelSession([directory('d', [])]), false);
    const { url } = await listenDuringTest(host);
    const { code, stdout, stderr } = await makeScratch().run(['new', 'x', '--url', url, '--timeout', '300']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('/d/x/SKILL.md is not listed yet. The file is written;');
  });
});
