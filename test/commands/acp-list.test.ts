import { describe, expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import {
  type AgentScript,
  type CommandItem,
  commands,
  listed,
  scriptedAgent,
} from '../support/scripted-agent.js';

const note = 'skillpick: Listed does not mean on: agents also list what is off.\n';

const withCommands = (...list: CommandItem[]): AgentScript => ({
  listing: (agent) => agent.update(commands(...list)),
});

/** Runs the command on an agent that lists a skill, a command and an agent. */
async function run(args: readonly string[], script: AgentScript = withCommands('$alpha', 'beta')) {
  const agent = await scriptedAgent(script);
  return makeScratch().run([...args, '--acp', agent.commandLine]);
}

describe('list of an ACP agent', () => {
  it('prints a table in which nothing is said to be on', async () => {
    expect(await run(['list'])).toEqual({
      code: 0,
      signal: null,
      stdout:
        '-  -  -  skill    alpha  skill    Does $alpha.\n-  -  -  command  beta   command  Does beta.\n',
      stderr: note,
    });
  });

  it('prints one document with null for what the agent does not say', async () => {
    const { host, session, entries, containers, problems } = await listed(withCommands('/alpha'));
    expect(host).toEqual({ kind: 'acp', name: 'scripted', url: null, protocolVersion: '1' });
    expect(session).toEqual({
      uri: 'acp:/session/session-1',
      provider: 'scripted',
      title: '',
      lifecycle: 'ready',
      status: ['idle'],
      agent: null,
      agentName: null,
      agentId: null,
      customizations: 1,
      options: [],
      meta: null,
    });
    expect(entries).toEqual([
      {
        ...{ id: 'command:alpha', type: 'command', name: 'alpha', uri: 'acp:/command/alpha', range: null },
        ...{ description: 'Does /alpha.', containerId: null, from: null, duplicateOf: null },
        ...{ enabled: null, effectiveEnabled: null, mixed: false, offBy: null, enablement: null },
        ...{ gatesFrom: null, userInvocable: null, modelInvocable: null },
        ...{ state: null, stateMessage: null, tools: [], details: { invoke: '/alpha' } },
      },
    ]);
    expect({ containers, problems }).toEqual({ containers: [], problems: [] });
  });

  it('uses the title and the version that the agent gives itself', async () => {
    const agent = await scriptedAgent({
      replies: {
        initialize: { protocolVersion: 1, agentInfo: { name: 'x', title: 'The Agent', version: '7' } },
      },
      listing: (scripted) => scripted.update(commands('alpha')),
    });
    const scratch = makeScratch();
    const report = await scratch.json(['doctor', '--json', '--acp', agent.commandLine]);
    expect(report).toMatchObject({
      ok: true,
      host: { kind: 'acp', name: 'The Agent' },
      tools: [{ id: 'x', title: 'The Agent', description: '7' }],
      roots: null,
      problems: [],
    });
  });

  it('says on stderr that listed is not on, unless it is to be quiet', async () => {
    expect(await run(['list', '--quiet'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['list', '--json'])).toMatchObject({ code: 0, stderr: note });
    expect(await run(['search', 'alpha'])).toMatchObject({ code: 0, stderr: note });
  });

  it('is also what runs without a command and without a terminal', async () => {
    expect(await run(['beta'])).toMatchObject({
      code: 0,
      stdout: '-  -  -  command  beta  command  Does beta.\n',
    });
  });

  it('says that an agent lists nothing', async () => {
    expect(await run(['list'], withCommands())).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `${note}skillpick: The agent lists nothing.\n`,
    });
  });

  it('says that an agent never sends a list', async () => {
    expect(await run(['list'], {})).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `${note}skillpick: The agent does not say what the session has.\n`,
    });
  });

  it.each([
    ['skill', 'alpha'],
    ['command', 'beta'],
  ])('shows only entries of the type %s', async (type, name) => {
    const { stdout } = await run(['list', '--type', type, '--format', 'names']);
    expect(stdout).toBe(`${name}\n`);
  });

  it('counts what is unknown as neither on nor off', async () => {
    for (const state of ['--on', '--off'])
      expect(await run(['list', state, '--format', 'names'])).toMatchObject({ code: 0, stdout: '' });
  });

  it('finds entries of one license', async () => {
    const skill = (name: string, license?: string) => ({ name, description: 'Does it.', license });
    const availableSkills = [skill('one', 'MIT'), skill('two', 'Apache-2.0'), skill('three')];
    const script: AgentScript = {
      listing: (agent) => agent.update({ sessionUpdate: 'available_skills_update', availableSkills }),
    };
    const { stdout } = await run(['list', '--license', 'mit', '--format', 'names'], script);
    expect(stdout).toBe('one\n');
  });
});

describe('other commands on an ACP agent', () => {
  it('shows an entry that has no file', async () => {
    expect(await run(['show', 'alpha'])).toMatchObject({
      code: 0,
      stdout: [
        'alpha  skill',
        'Does $alpha.',
        '',
        'state   listed, but whether it is on is not said',
        'use     It is listed as $alpha. It is not known whether the model may use it.',
        'invoke  $alpha',
        '',
        'Its text is not shown: the agent does not say which file it is from.',
        '',
      ].join('\n'),
    });
  });

  it('shows an entry as JSON without a path', async () => {
    const { stdout } = await run(['show', 'alpha', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'skillpick.show/1',
      host: { kind: 'acp' },
      entry: { name: 'alpha', enabled: null },
      path: null,
      dir: null,
      text: null,
      files: [],
    });
  });

  it('says that no entry has the name', async () => {
    const { code, stdout, stderr } = await run(['show', 'nowhere']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('nowhere');
    expect(stderr).not.toContain('    at ');
  });

  it('searches the descriptions', async () => {
    const described = { name: 'beta', description: 'Writes release notes.' };
    const { stdout } = await run(['search', 'release', '--json'], withCommands('alpha', described));
    expect(JSON.parse(stdout)).toMatchObject({ count: 1, results: [{ name: 'beta', enabled: null }] });
  });

  it('reports the session and its options in doctor', async () => {
    const options = [
      { value: 'big', name: 'Big One' },
      { value: 'small', name: 'Small One' },
    ];
    const model = { id: 'model', name: 'Model', category: 'model', currentValue: 'big', options };
    const { code, stdout } = await run(['doctor'], {
      replies: { 'session/new': { sessionId: 'session-1', configOptions: [model] } },
      ...withCommands('alpha'),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('scripted (acp), protocol 1');
    expect(stdout).toMatch(/provider scripted +scripted: 1\.2\.3/);
    expect(stdout).toMatch(/Model +Big One, one of 2/);
  });

  it('fails with --strict if there is a problem', async () => {
    const availableSkills = [{ name: 'a--b', description: 'x' }];
    const script: AgentScript = {
      listing: (agent) => agent.update({ sessionUpdate: 'available_skills_update', availableSkills }),
    };
    for (const command of ['list', 'doctor'])
      expect(await run([command, '--strict', '--quiet'], script)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^skillpick: One problem[^\n]*\n$/),
      });
  });

  it('shows with a mark what a skill needs', async () => {
    const availableSkills = [{ name: 'needy', description: 'x', compatibility: 'Needs git' }];
    const script: AgentScript = {
      listing: (agent) => agent.update({ sessionUpdate: 'available_skills_update', availableSkills }),
    };
    const { stdout } = await run(['show', 'needy'], script);
    expect(stdout).toMatch(/^compatibility +! Needs git$/m);
  });

  it('starts no agent for a completion', async () => {
    const agent = await scriptedAgent();
    const typed = ['__complete', '--', 'show', '--acp', agent.commandLine, ''];
    expect(await makeScratch().run(typed)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(agent.processes).toEqual([]);
  });

  it('starts no agent for a choice without a terminal', async () => {
    const agent = await scriptedAgent();
    expect(await makeScratch().run(['pick', '--acp', agent.commandLine])).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'skillpick: There is no terminal to choose on. In a script, use skillpick search or list instead.\n',
    });
    expect(agent.processes).toEqual([]);
  });
});
