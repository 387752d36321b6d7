import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { fileTree } from '../support/file-tree.js';
import { type CommandItem, commands, listOf, scriptedAgent } from '../support/scripted-agent.js';

const byFiles = 'ACP has no switches; this is by the files';
const notFound = ['not in a folder we look into'];

/** Agents by the name they give themselves, the tool whose files they read, and how they list the skill `alpha`. */
const agents = [
  ['OpenCode', 'opencode', 'alpha'],
  ['@agentclientprotocol/codex-acp', 'codex', '$alpha'],
  ['qwen-code', 'qwen', '/alpha'],
] as const;

const listing = (name: string, ...list: CommandItem[]) =>
  scriptedAgent({ name, listing: (agent) => agent.update(commands(...list)) });

/** Writes a skill into a directory of the repository, and returns its path. */
const skillIn = (scratch: Scratch, directory: string, name = 'alpha'): string =>
  scratch.write(
    `${directory}/skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Of a file.\nlicense: MIT\n---\nBody.\n`,
  );

describe('a row of an agent whose files are known', () => {
  it.each(agents)('gets the one file of its name with %s', async (name, tool, listed) => {
    const scratch = makeScratch();
    const file = skillIn(scratch, '.agents');
    skillIn(scratch, '.agents', 'other');
    const { entries, session } = await listOf(await listing(name, listed), [], scratch);
    expect(session.provider).toBe(tool);
    expect(entries).toMatchObject([
      {
        name: 'alpha',
        description: `Does ${listed}.`,
        uri: pathToFileURL(file).href,
        from: 'repo',
        enabled: true,
        effectiveEnabled: true,
        tools: [{ id: tool, enabled: true, inEffect: true, switchable: [], note: byFiles }],
        details: { license: 'MIT' },
      },
    ]);
    expect(entries[0]?.details).not.toHaveProperty('notes');
  });

  it.each(agents)("is off where %s's own settings say so", async (name, tool, listed) => {
    const scratch = makeScratch();
    skillIn(scratch, '.agents');
    // Makes the tools present, so that they can be switched.
    for (const folder of ['home/.codex', 'home/.qwen', 'config/opencode'])
      mkdirSync(join(scratch.root, folder), { recursive: true });
    expect(await scratch.run(['disable', 'alpha', '--tool', tool])).toMatchObject({ code: 0 });
    const { entries } = await listOf(await listing(name, listed), [], scratch);
    expect(entries).toMatchObject([
      { name: 'alpha', enabled: false, effectiveEnabled: false, tools: [{ id: tool, enabled: false }] },
    ]);
  });

  it.each([
    ['OpenCode', 'alpha', ['.agents', '.opencode']],
    ['qwen-code', 'alpha', ['.agents', '.qwen']],
  ])('names all files of its name with %s, and chooses none', async (name, listed, directories) => {
    const scratch = makeScratch();
    const files = directories.map((directory) => skillIn(scratch, directory));
    const { entries } = await listOf(await listing(name, listed), [], scratch);
    expect(entries).toMatchObject([
      {
        ...{ uri: 'acp:/command/alpha', enabled: null, tools: [] },
        details: {
          notes: [
            `several files have this name, and the agent does not say which it uses: ${files.join(', ')}`,
          ],
        },
      },
    ]);
  });

  it('says that there is no file of its name', async () => {
    const scratch = makeScratch();
    skillIn(scratch, '.agents');
    const { entries } = await listOf(await listing('OpenCode', 'init'), [], scratch);
    expect(entries).toMatchObject([
      { uri: 'acp:/command/init', enabled: null, tools: [], details: { invoke: '/init', notes: notFound } },
    ]);
  });

  it('is not linked to a file that only other tools read', async () => {
    const scratch = makeScratch();
    skillIn(scratch, '.qwen');
    const { entries } = await listOf(await listing('OpenCode', 'alpha'), [], scratch);
    expect(entries).toMatchObject([{ tools: [], details: { notes: notFound } }]);
  });

  it('gets the file at the path that the agent names', async () => {
    const scratch = makeScratch();
    skillIn(scratch, '.agents');
    const file = skillIn(scratch, '.opencode');
    symlinkSync(scratch.cwd, join(scratch.root, 'linked'));
    const named = (skillPath: string) => ({
      name: 'alpha',
      description: 'x',
      _meta: { jetbrains: { air: { skillPath } } },
    });
    const linked = file.replace(scratch.cwd, join(scratch.root, 'linked'));
    for (const path of [file, linked]) {
      const { entries } = await listOf(await listing('OpenCode', named(path)), [], scratch);
      expect(entries).toMatchObject([{ type: 'skill', uri: pathToFileURL(file).href, enabled: true }]);
    }
    const elsewhere = await listOf(await listing('OpenCode', named('/elsewhere/SKILL.md')), [], scratch);
    expect(elsewhere.entries).toMatchObject([
      { type: 'skill', uri: 'acp:/skill/alpha', enabled: null, details: { notes: notFound } },
    ]);
  });

  it('may be an agent', async () => {
    const scratch = makeScratch();
    const text = '---\nname: reviewer\ndescription: Reviews.\nmode: primary\n---\nReview.\n';
    const file = scratch.write('.opencode/agents/reviewer.md', text);
    const options = [
      { value: 'build', name: 'Build' },
      { value: 'reviewer', name: 'Reviewer' },
    ];
    const mode = { id: 'mode', name: 'Mode', category: 'mode', currentValue: 'reviewer', options };
    const agent = await scriptedAgent({
      name: 'OpenCode',
      replies: { 'session/new': { sessionId: 'session-1', configOptions: [mode] } },
      listing: (scripted) => scripted.update(commands()),
    });
    const { entries, session } = await listOf(agent, [], scratch);
    expect(entries).toMatchObject([
      { type: 'agent', name: 'build', tools: [] },
      { type: 'agent', name: 'reviewer', uri: pathToFileURL(file).href, tools: [{ id: 'opencode' }] },
    ]);
    expect(session).toMatchObject({ agent: pathToFileURL(file).href, agentName: 'reviewer' });
  });

  it('shows the text of its file', async () => {
    const scratch = makeScratch();
    const file = skillIn(scratch, '.agents');
    const agent = await listing('OpenCode', 'alpha');
    const { stdout } = await scratch.run(['show', 'alpha', '--acp', agent.commandLine]);
    expect(stdout).toContain(`opencode   on; /alpha; cannot be switched: ${byFiles}\n`);
    expect(stdout).toContain(`file       ${file}\n`);
    expect(stdout).toContain('\nBody.\n');
  });

  it('is looked for in the directory of --cwd', async () => {
    const scratch = makeScratch();
    const elsewhere = makeScratch();
    const file = skillIn(scratch, '.agents');
    const { entries } = await listOf(await listing('OpenCode', 'alpha'), ['-C', scratch.cwd], elsewhere);
    expect(entries).toMatchObject([{ uri: pathToFileURL(file).href }]);
  });
});

describe('a row of an agent that is not known', () => {
  it('is linked to nothing', async () => {
    const scratch = makeScratch();
    skillIn(scratch, '.agents');
    const { entries, session } = await listOf(await listing('opencode-next', 'alpha'), [], scratch);
    expect(session.provider).toBe('opencode-next');
    expect(entries).toMatchObject([
      { uri: 'acp:/command/alpha', enabled: null, tools: [], details: { invoke: '/alpha' } },
    ]);
    expect(entries[0]?.details).not.toHaveProperty('notes');
  });
});

it('leaves all files as they are', async () => {
  const scratch = makeScratch();
  skillIn(scratch, '.agents');
  const before = fileTree(scratch.root);
  for (const [name, , listed] of agents) {
    const agent = await listing(name, listed);
    for (const args of [['list'], ['show', 'alpha'], ['search', 'alpha'], ['doctor']])
      expect(await scratch.run([...args, '--acp', agent.commandLine])).toMatchObject({ code: 0 });
  }
  expect(fileTree(scratch.root)).toEqual(before);
});
