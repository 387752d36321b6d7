import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsLimits } from '../../src/commands/limits.js';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill(
    'deploy',
    'license: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\nallowed-tools: Bash Read\n',
  );
  scratch.write('.agents/skills/deploy/scripts/run.sh', 'echo hi\n');
  scratch.write('.agents/skills/deploy/references/more.md', 'More.\n');
  scratch.write(
    '.opencode/skills/deploy/SKILL.md',
    '---\nname: deploy\ndescription: Another one.\n---\nText.\n',
  );
  scratch.write(
    '.mcp.json',
    JSON.stringify(
      { mcpServers: { local: { command: 'secret-command', env: { KEY: 'secret-key' } } } },
      null,
      2,
    ),
  );
  return scratch;
}

describe('show', () => {
  it('prints the entry with its file and the files next to it', async () => {
    const scratch = repository();
    const { code, stdout, stderr } = await scratch.run(['show', '.agents/skills/deploy']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const file = join(scratch.cwd, '.agents/skills/deploy/SKILL.md');
    expect(stdout).toContain('deploy  skill\nDoes deploy.\n');
    for (const line of [
      /^state +on$/m,
      /^use +Once a tool reads it, you can run it as \/deploy, and the model may use it by itself\.$/m,
      /^from +this repo: \.agents\/skills$/m,
      /^comes before +skill deploy in \.opencode\/skills, file:/m,
      /^license +MIT$/m,
      /^compatibility +! Needs git$/m,
      /^metadata +author: me$/m,
      /^allowed tools +Bash, Read$/m,
      /^tokens +about \d+ for name and description$/m,
    ])
      expect(stdout).toMatch(line);
    expect(stdout).toContain(`file           ${file}\n`);
    expect(stdout).toMatch(/files\n6 B +references\/more\.md\n8 B +scripts\/run\.sh\n/);
    expect(stdout.trimEnd().endsWith('Body.')).toBe(true);
  });

  it.each(['skills/linked', 'skills/linked/SKILL.md', 'all/deploy/SKILL.md'])(
    'finds an entry by a path that leads to it through a link: %s',
    async (path) => {
      const scratch = repository();
      mkdirSync(join(scratch.cwd, '.claude/skills'), { recursive: true });
      symlinkSync('../../.agents/skills/deploy', join(scratch.cwd, '.claude/skills/linked'));
      symlinkSync('../.agents/skills', join(scratch.cwd, '.claude/all'));
      const { code, stdout } = await scratch.run(['show', `./.claude/${path}`]);
      expect(code).toBe(0);
      expect(stdout).toContain('deploy  skill\nDoes deploy.\n');
    },
  );

  it('names the problem of a file that a link leads to', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.cwd, '.agents/skills/torn'), { recursive: true });
    symlinkSync('nowhere', join(scratch.cwd, '.agents/skills/torn/SKILL.md'));
    symlinkSync('.agents/skills/torn', join(scratch.cwd, 'link'));
    const { code, stderr } = await scratch.run(['show', './link']);
    expect(code).toBe(3);
    expect(stderr).toContain('"./link" cannot be read: ');
  });

  it.each([
    [['disable', './.agents/skills/deploy'], /^why +It is switched off itself\.$/m],
    [['disable', '.agents/skills'], /^why +It is switched off itself\.$/m],
  ])('prints why an entry is off after %j', async (args, why) => {
    const scratch = repository();
    await scratch.run(args);
    expect((await scratch.run(['show', './.agents/skills/deploy'])).stdout).toMatch(why);
  });

  it('prints a document with the file and its path', async () => {
    const scratch = repository();
    const shown = (await scratch.json(['show', './.agents/skills/deploy', '--json'])) as Record<
      string,
      unknown
    >;
    const dir = join(scratch.cwd, '.agents/skills/deploy');
    expect(shown).toMatchObject({
      schema: 'skillpick.show/1',
      skill_id: (shown['entry'] as { id: string }).id,
      name: 'deploy',
      path: `${dir}/SKILL.md`,
      dir,
      mtime_ms: expect.any(Number),
      text: expect.stringMatching(/^---\nname: deploy\n[\s\S]*Body\.\n$/),
      truncated: false,
      files: [
        { uri: `file://${dir}/references/more.md`, path: 'references/more.md', size: 6 },
        { uri: `file://${dir}/scripts/run.sh`, path: 'scripts/run.sh', size: 8 },
      ],
    });
  });

  it('prints the same from a host in another process', async () => {
    const scratch = repository();
    const { args } = await serveIn(scratch);
    const here = (await scratch.json(['show', './.agents/skills/deploy', '--json'])) as {
      text: string;
      files: unknown;
    };
    const there = (await scratch.json(['show', './.agents/skills/deploy', '--json', ...args])) as typeof here;
    expect([there.text, there.files]).toEqual([here.text, here.files]);
  });

  it('prints what a container holds', async () => {
    const { stdout } = await repository().run(['show', '.agents/skills']);
    expect(stdout).toMatch(/^\.agents\/skills {2}folder\n/);
    expect(stdout).toMatch(/^contents +Holds 1\. New ones can be written into it\.$/m);
  });

  it('prints which files of a container are broken', async () => {
    const scratch = repository();
    scratch.write('.agents/skills/torn/SKILL.md', 'No frontmatter.\n');
    const { stdout } = await scratch.run(['show', '.agents/skills']);
    expect(stdout).toMatch(/^problem +torn\/SKILL\.md: line 1: /m);
  });

  it('does not print files that hold commands and secrets', async () => {
    const scratch = repository();
    const { stdout } = await scratch.run(['show', 'mcpServer:local']);
    expect(stdout).toContain('Its text is not shown: such files hold commands and secrets.');
    expect(stdout).toMatch(/^file +.*\.mcp\.json:\d+$/m);
    const document = await scratch.run(['show', 'mcpServer:local', '--json']);
    expect(stdout + document.stdout).not.toContain('secret-');
  });

  it('removes escape sequences from the file', async () => {
    const scratch = makeScratch();
    scratch.write(
      '.agents/skills/evil/SKILL.md',
      '---\nname: evil\ndescription: x\n---\n\u001b[2Jgone\u001b]52;c;eA==\u0007\n',
    );
    const { stdout } = await scratch.run(['show', 'evil']);
    expect(stdout).toContain('gone');
    expect(stdout).not.toMatch(/[\u001b\u0007]/);
  });
});

describe('show --context', () => {
  const contextOf = (directory: string) =>
    [
      `<skill_context name="deploy" path="${directory}/SKILL.md">`,
      '---\nname: deploy',
      'description: Does deploy.',
      'license: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\nallowed-tools: Bash Read',
      '---\nBody.',
      '',
      `Base directory: file://${directory}/`,
      'Relative paths in this skill start from this directory.',
      '<skill_files>',
      `<file>${directory}/references/more.md</file>`,
      `<file>${directory}/scripts/run.sh</file>`,
      '</skill_files>',
      '</skill_context>',
      '',
    ].join('\n');

  it('prints a skill with its base directory and its files, also from a host in another process', async () => {
    const scratch = repository();
    const ref = './.agents/skills/deploy';
    const text = contextOf(join(scratch.cwd, ref.slice(2)));
    const here = await scratch.run(['show', '--context', ref]);
    expect(here).toMatchObject({ code: 0, stderr: '', stdout: text });
    const { args } = await serveIn(scratch);
    expect((await scratch.run(['show', '--context', ref, ...args])).stdout).toBe(text);
  });

  it('prints the text of an agent alone', async () => {
    const scratch = makeScratch();
    const text = '---\nname: planner\n---\nPlan.';
    const path = scratch.write('.claude/agents/planner.md', `${text}\n`);
    const { stdout } = await scratch.run(['show', 'planner', '--context']);
    expect(stdout).toBe(`<agent_context name="planner" path="${path}">\n${text}\n</agent_context>\n`);
  });

  it('prints the first files of a large skill, and says so', async () => {
    const scratch = makeScratch();
    scratch.skill('big');
    for (let index = 0; index <= commandsLimits.bundledFiles; index += 1)
      scratch.write(`.agents/skills/big/${String(index).padStart(3, '0')}`, 'x');
    const { stdout, stderr, code } = await scratch.run(['show', 'big', '--context']);
    expect(code).toBe(0);
    expect(stdout.match(/^<file>/gm)).toHaveLength(commandsLimits.bundledFiles);
    expect(stdout).toContain('<skill_files truncated="true">');
    expect(stderr).toBe(
      'skillpick: Not all files of skill big are listed: at most 200 files and 512 KiB are.\n',
    );
  });

  it.each([
    [['mcpServer:local'], 'There is no text of MCP server local for a prompt: such files hold commands', 1],
    [['.agents/skills'], 'There is no text of folder .agents/skills for a prompt: it is a directory.', 1],
    [['mcpServer:local', '--json'], '--context cannot be used with --json.', 2],
    [['/etc/passwd'], 'There is no entry "/etc/passwd".', 3],
    [['deploy'], '"deploy" matches more than one entry:', 3],
  ])('refuses %j', async (args, message, exitCode) => {
    const { stdout, stderr, code } = await repository().run(['show', '--context', ...args]);
    expect({ stdout, code }).toEqual({ stdout: '', code: exitCode });
    expect(stderr).toContain(`skillpick: ${message}`);
  });

  it('says that a host does not serve the file', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('s')])]));
    const { url } = await listenDuringTest(host);
    const { stdout, stderr, code } = await makeScratch().run(['show', 's', '--context', '--url', url]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toContain('The text of skill s cannot be read: reading it was refused.');
  });
});

describe('the files next to a skill', () => {
  it.each([
    [
      'are all listed up to the bound',
      commandsLimits.bundledFiles - 1,
      1,
      commandsLimits.bundledFiles - 1,
      false,
    ],
    ['are cut after the bound', commandsLimits.bundledFiles + 1, 1, commandsLimits.bundledFiles - 1, true],
    ['are cut after too many bytes', 4, commandsLimits.bundledBytes / 2, 1, true],
  ])('%s', async (_what, count, size, shown, isCut) => {
    const scratch = makeScratch();
    scratch.skill('big');
    mkdirSync(join(scratch.cwd, '.agents/skills/big/data'));
    for (let index = 0; index < count; index += 1)
      writeFileSync(join(scratch.cwd, `.agents/skills/big/data/${index}`), 'x'.repeat(size));
    const { files, truncated } = (await scratch.json(['show', 'big', '--json'])) as {
      files: unknown[];
      truncated: boolean;
    };
    expect({ shown: files.length, truncated }).toEqual({ shown, truncated: isCut });
    const { stdout } = await scratch.run(['show', 'big']);
    expect(stdout.includes('…  ')).toBe(isCut);
  });

  it('never include files outside its directory through a link', async () => {
    const scratch = makeScratch();
    scratch.skill('linked');
    writeFileSync(join(scratch.home, 'private'), 'private');
    symlinkSync(scratch.home, join(scratch.cwd, '.agents/skills/linked/out'));
    const { files } = (await scratch.json(['show', 'linked', '--json'])) as { files: unknown[] };
    expect(files).toEqual([]);
  });

  it('are never links of another host, which lists what they lead to', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('s')])]));
    host.script = (call, peer, proceed) => {
      const name = String(call.params['uri']).split('/').at(-1)!;
      const type = { etc: 'directory', passwd: 'file', docs: 'directory', 'a.md': 'file' }[name];
      const linked = ['etc', 'passwd'].includes(name) && call.params['followSymlinks'] === false;
      const names = name === 's' ? ['a.md', 'docs', 'etc', 'passwd'] : ['a.md'];
      const types: Record<string, string> = { etc: 'directory', docs: 'directory' };
      const entries = names.map((entry) => ({ name: entry, type: types[entry] ?? 'file' }));
      if (call.method === 'resourceList') host.answer(peer, call, { entries });
      else if (call.method === 'resourceResolve')
        host.answer(peer, call, { type: linked ? 'symlink' : type, size: 1 });
      else if (call.method === 'resourceRead') host.answer(peer, call, { data: 'Text.', encoding: 'utf-8' });
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const { stdout } = await makeScratch().run(['show', 's', '--context', '--url', url]);
    expect(stdout.match(/<file>.*<\/file>/g)).toEqual([
      '<file>/skills/s/a.md</file>',
      '<file>/skills/s/docs/a.md</file>',
    ]);
    expect(host.calls('resourceList').map(({ params }) => params['uri'])).toEqual([
      'file:///skills/s',
      'file:///skills/s/docs',
    ]);
  });

  it('have valid names only', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('s')])]));
    const asked: string[] = [];
    host.script = (call, peer, proceed) => {
      const uri = String(call.params['uri']);
      if (call.method?.startsWith('resource')) asked.push(uri);
      if (call.method === 'resourceList') {
        const names = ['..', '.', 'a/b', '../x', 'c:\\d', 'deeper', ''];
        host.answer(peer, call, { entries: names.map((name) => ({ name, type: 'directory' })) });
      } else if (call.method === 'resourceRead') host.answer(peer, call, { data: 'text', encoding: 'utf-8' });
      else if (call.method === 'resourceResolve') host.refuse(peer, call, -32601);
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const { truncated, text } = (await makeScratch().json(['show', 's', '--json', '--url', url])) as {
      truncated: boolean;
      text: string;
    };
    expect({ truncated, text }).toEqual({ truncated: true, text: 'text' });
    for (const uri of asked) expect(uri).toMatch(/^file:\/\/\/skills\/s(\/SKILL\.md|(\/deeper)*)$/);
    expect(host.calls('resourceList')).toHaveLength(commandsLimits.bundledDepth + 1);
  });

  it('are not listed by a host that serves no files', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('s')])]));
    const { code, stdout } = await makeScratch().run([
      'show',
      's',
      '--url',
      (await listenDuringTest(host)).url,
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('Its text is not shown: reading it was refused.');
  });
});

describe('a file behind a link of the repository', () => {
  it('is shown by no command if the link leads to another kind of file', async () => {
    const scratch = makeScratch();
    const secret = join(scratch.home, '.ssh-key');
    writeFileSync(secret, '---\nname: key\ndescription: Secret text.\n---\nSecret text.\n');
    mkdirSync(join(scratch.cwd, '.claude/agents'), { recursive: true });
    symlinkSync(secret, join(scratch.cwd, '.claude/agents/leak.md'));
    symlinkSync('/proc/self/environ', join(scratch.cwd, 'GEMINI.md'));
    const env = { SECRET_VARIABLE: 'Secret text.' };
    for (const args of [
      ['list', '--type', 'all', '--json'],
      ['show', 'leak'],
      ['show', 'GEMINI.md'],
      ['doctor'],
    ]) {
      const { stdout, stderr } = await scratch.run(args, { env });
      expect(stdout + stderr).not.toContain('Secret text.');
    }
    const { stderr } = await scratch.run(['show', './GEMINI.md']);
    expect(stderr).toContain('link leads to another kind of file');
  });

  it('is not read from another host on this machine', async () => {
    const scratch = makeScratch();
    const plain = scratch.write('.claude/agents/plain.md', 'Plain.');
    const linked = join(scratch.cwd, '.claude/agents/leak.md');
    symlinkSync('/etc/passwd', linked);
    const agents = [plain, linked].map((file, index) => ({
      ...{ id: `a${index}`, type: 'agent', name: `a${index}`, uri: `file://${file}` },
    }));
    const host = new ScriptedHost(new ModelSession([directory('d', agents)]));
    host.script = (call, peer, proceed) => {
      if (call.method === 'resourceRead') host.answer(peer, call, { data: 'the text', encoding: 'utf-8' });
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    expect(await scratch.json(['show', 'a0', '--json', '--url', url])).toMatchObject({ text: 'the text' });
    expect(await scratch.json(['show', 'a1', '--json', '--url', url])).toMatchObject({ text: null });
    const { stdout } = await scratch.run(['show', 'a1', '--url', url]);
    expect(stdout).toContain('Its text is not shown: a link leads to another kind of file.');
    expect(host.calls('resourceRead')).toHaveLength(1);
  });

  it('is not read from another host if it leads out of the working directory, unless it is a skill', async () => {
    const scratch = makeScratch();
    const diary = join(scratch.home, 'diary.md');
    writeFileSync(diary, 'Dear diary.');
    mkdirSync(join(scratch.home, 'shared'));
    writeFileSync(join(scratch.home, 'shared/SKILL.md'), 'A skill.');
    const [leak, linked] = [join(scratch.cwd, 'GEMINI.md'), join(scratch.cwd, 'skills/shared')];
    symlinkSync(diary, leak);
    mkdirSync(join(scratch.cwd, 'skills'));
    symlinkSync(join(scratch.home, 'shared'), linked);
    const model = new ModelSession([
      directory('d', [
        { id: 'r', type: 'rule', name: 'r', uri: `file://${leak}` },
        { id: 's', type: 'skill', name: 's', uri: `file://${linked}/SKILL.md` },
      ]),
    ]);
    model.fields = { ...model.fields, workingDirectories: [`file://${scratch.cwd}`] };
    const host = new ScriptedHost(model);
    host.script = (call, peer, proceed) => {
      if (call.method === 'resourceRead') host.answer(peer, call, { data: 'the text', encoding: 'utf-8' });
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const { stdout } = await scratch.run(['show', 'r', '--url', url]);
    expect(stdout).toContain('Its text is not shown: a link leads out of the working directory.');
    expect(await scratch.json(['show', 's', '--json', '--url', url])).toMatchObject({ text: 'the text' });
  });
});
