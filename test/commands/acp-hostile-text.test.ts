import { describe, expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { type AgentScript, commands, Refusal, scriptedAgent } from '../support/scripted-agent.js';

/** Ends lines, moves the cursor, sets the title of the window, and turns the reading direction. */
const text =
  'x\nskillpick: fake\rfake\r\nfake\u0085fake\u2028fake\u2029fake\u001b[2J\u001b]0;title\u0007\u009b1A\u202efake';

const agentInfo = { name: `agent ${text}`, title: `Agent ${text}`, version: text };

const option = {
  id: `option ${text}`,
  name: text,
  category: text,
  currentValue: text,
  options: [{ value: text, name: text, description: text }],
};

/** An agent that has this text in every field. */
const saying: AgentScript = {
  replies: {
    initialize: { protocolVersion: 1, agentInfo },
    'session/new': { sessionId: text, configOptions: [option, { ...option, id: 'agent' }] },
  },
  listing(agent) {
    const item = { name: `one ${text}`, description: text, input: { hint: text }, _meta: { [text]: text } };
    const fields = { license: text, compatibility: text, metadata: { key: text }, allowedTools: [text] };
    const availableSkills = [
      { name: 'skilled', description: text, ...fields },
      { name: text, description: text },
    ];
    agent.writeError(`${text}\n`);
    agent.update({ sessionUpdate: 'session_info_update', title: text }, text);
    agent.update({ sessionUpdate: 'available_skills_update', availableSkills }, text);
    agent.update(commands(item), text);
  },
};

/** An agent that fails with this text. */
const failing = (method: string, code: number): AgentScript => ({
  replies: {
    initialize: {
      protocolVersion: 1,
      agentInfo,
      authMethods: [{ id: 'x', name: text, description: text, type: 'other' }],
    },
    [method]: new Refusal(code, text),
  },
});

const loginByTerminal: AgentScript = {
  replies: {
    initialize: {
      protocolVersion: 1,
      agentInfo,
      authMethods: [{ id: 'x', type: 'terminal', args: [text], env: { KEY: text } }],
    },
    'session/new': new Refusal(-32_000, text),
  },
};

const runs: [string, string[], AgentScript][] = [
  ...[
    ['list'],
    ['list', '--json'],
    ['list', '--strict'],
    ['list', '--debug'],
    ...['names', 'ids', 'uris', 'tsv', 'jsonl'].map((format) => ['list', '--format', format]),
    ['search', 'one'],
    ['search', 'one', '--json'],
    ['show', 'skilled'],
    ['show', 'skilled', '--json'],
    ['show', 'one'],
    ['show', 'skille'],
    ['doctor'],
    ['doctor', '--json'],
  ].map((args): [string, string[], AgentScript] => [args.join(' '), args, saying]),
  ['a refused initialize', ['list'], failing('initialize', -32_603)],
  ['a refused session', ['list'], failing('session/new', -32_603)],
  ['a login', ['list'], failing('session/new', -32_000)],
  ['a login in a terminal', ['list'], loginByTerminal],
  ['a failing doctor', ['doctor'], failing('session/new', -32_000)],
];

const lineEnds = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
// Controls besides line ends and tabs, and characters that turn the reading direction.
const controls = /[^\P{Cc}\t\n]|\p{Bidi_Control}/u;

describe('text of an ACP agent', () => {
  it.each(runs)('is cleaned in %s', async (_what, args, script) => {
    const agent = await scriptedAgent(script);
    const { stdout, stderr } = await makeScratch().run([...args, '--acp', agent.commandLine]);
    expect(agent.processes).toHaveLength(1);
    expect(stdout + stderr).not.toMatch(controls);
    const lines = `${stdout}\n${stderr}`.split(lineEnds);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toMatch(/^\s*(skillpick: )?fake|^\s+at .*:\d+/);
  });

  it('is cleaned in watch', async () => {
    const agent = await scriptedAgent(saying);
    const running = makeScratch().start(['watch', '--acp', agent.commandLine]);
    await running.until(() => running.lines.length > 0);
    agent.update(commands(`two ${text}`), text);
    await running.until(() => running.lines.some((line) => line.includes('"added"')));
    agent.exit(1);
    const { stdout, stderr } = await running.ended;
    expect(stdout + stderr).not.toMatch(controls);
  });
});

describe('--debug with an ACP agent', () => {
  const secretive: AgentScript = {
    early(agent) {
      agent.writeError(`loading settings\n\nlong ${'x'.repeat(600)} end\nlast`);
      agent.send({ id: 'ask-1', method: 'fs/read_text_file', params: { path: 'secret-path' } });
    },
    listing(agent) {
      agent.sendRaw('secret rubbish\n');
      agent.update(commands({ name: 'alpha', description: 'secret text' }));
    },
  };

  const list = async (...args: string[]) => {
    const agent = await scriptedAgent(secretive);
    return makeScratch().run(['list', '--format', 'names', '--acp', agent.commandLine, ...args]);
  };

  it('shows what the agent writes to stderr', async () => {
    const { stderr } = await list('--debug');
    const said = stderr.split('\n').flatMap((line) => /agent: (.*)$/.exec(line)?.[1] ?? []);
    expect(said).toEqual(['loading settings', `long ${'x'.repeat(495)}`, 'last']);
  });

  it('shows names and sizes of messages, but nothing of their content', async () => {
    const { stdout, stderr } = await list('--debug');
    expect(stdout).toBe('alpha\n');
    const traced = stderr.split('\n').flatMap((line) => / ms (.. .*), \d+ B$/.exec(line)?.[1] ?? []);
    expect(traced).toEqual([
      '-> #1 initialize',
      '<- #1 result',
      '-> #2 session/new',
      '<- #ask-1 fs/read_text_file',
      '-> #ask-1 error -32601',
      '<- #2 result',
      '<- not JSON',
      '<- session/update',
    ]);
    expect(stderr).not.toContain('secret');
  });

  it('is needed to see any of it', async () => {
    const { stderr } = await list();
    expect(stderr).not.toMatch(/loading|initialize/);
  });

  it('is not needed for an agent to go on that writes much to stderr', async () => {
    const agent = await scriptedAgent({
      early: (scripted) => scripted.writeError('x'.repeat(4 * 1024 * 1024)),
      listing: (scripted) => scripted.update(commands('alpha')),
    });
    expect(await makeScratch().run(['list', '--quiet', '--acp', agent.commandLine])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});
