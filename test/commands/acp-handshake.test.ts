import { describe, expect, it } from 'vitest';
import { makeScratch, type RunOptions } from '../support/command.js';
import {
  type AgentScript,
  commands,
  type Message,
  Refusal,
  type ScriptedAgent,
  scriptedAgent,
} from '../support/scripted-agent.js';

const listing = (agent: ScriptedAgent) => agent.update(commands('alpha'));

async function list(script: AgentScript, args: readonly string[] = [], options: RunOptions = {}) {
  const agent = await scriptedAgent({ listing, ...script });
  const scratch = makeScratch();
  const ended = await scratch.run(
    ['list', '--format', 'names', '--acp', agent.commandLine, ...args],
    options,
  );
  return { agent, scratch, ended };
}

/** Runs `list` and returns the one line that says why it fails. */
async function failure(script: AgentScript): Promise<string> {
  const { agent, ended } = await list(script);
  expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' });
  expect(ended.stderr).toMatch(/^skillpick: [^\n]+\n$/);
  await agent.until(() => agent.isGone);
  return ended.stderr.slice('skillpick: '.length, -1);
}

describe('an ACP agent is asked', () => {
  it('what it is and for a session, and for nothing else', async () => {
    const { agent, scratch, ended } = await list({});
    expect(ended).toMatchObject({ code: 0, stdout: 'alpha\n' });
    expect(agent.received).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: 1,
          clientCapabilities: {},
          clientInfo: { name: 'skillpick', title: 'skillpick', version: expect.any(String) },
        },
      },
      { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: scratch.cwd, mcpServers: [] } },
    ]);
  });

  it('in the directory of --cwd', async () => {
    const other = makeScratch();
    const { agent } = await list({}, ['-C', other.cwd]);
    expect(agent.processes).toMatchObject([{ cwd: other.cwd }]);
    expect(agent.paramsOf('session/new')).toMatchObject({ cwd: other.cwd });
  });

  it('without the token of a host, and with the rest of the environment', async () => {
    const { agent } = await list({}, [], { env: { AHP_TOKEN: 'secret', AGENT_KEY: 'key' } });
    const { env } = agent.processes[0]!;
    expect(env).toMatchObject({ AGENT_KEY: 'key' });
    expect(JSON.stringify(env)).not.toContain('secret');
  });
});

const requests: Message[] = [
  { id: 1, method: 'fs/read_text_file', params: { sessionId: 'session-1', path: '/etc/passwd' } },
  { id: 'ask', method: 'session/request_permission', params: { sessionId: 'session-1', options: [] } },
  { id: 0, method: 'terminal/create', params: { sessionId: 'session-1', command: 'ls' } },
  { id: null, method: '_unknown/method' },
];

describe('what an ACP agent asks for', () => {
  it('is refused, before and after the session has a name', async () => {
    const ask = (agent: ScriptedAgent) => {
      for (const request of requests) agent.send(request);
    };
    const { agent, ended } = await list({
      early: ask,
      listing(scripted) {
        ask(scripted);
        listing(scripted);
      },
    });
    expect(ended).toMatchObject({ code: 0, stdout: 'alpha\n' });
    const replies = agent.received.filter(({ method }) => method === undefined);
    const error = { code: -32_601, message: expect.any(String) };
    const refusals = requests.map(({ id }) => ({ jsonrpc: '2.0', id, error }));
    expect(replies).toEqual([...refusals, ...refusals]);
    expect(agent.methods).toEqual(['initialize', 'session/new']);
  });
});

describe('an ACP agent is given up', () => {
  it.each([0, 2, 1.5])('if it speaks version %s', async (protocolVersion) => {
    const agentInfo = { name: 'x', title: 'The Agent' };
    expect(await failure({ replies: { initialize: { protocolVersion, agentInfo } } })).toBe(
      `The Agent speaks version ${protocolVersion} of ACP, and skillpick version 1. Try another version of the agent.`,
    );
  });

  it.each([{}, { protocolVersion: '1' }])('if it names no version: %j', async (reply) => {
    expect(await failure({ replies: { initialize: reply } })).toBe(
      'node does not say which version of ACP it speaks.',
    );
  });

  it.each([{}, { sessionId: '' }, { sessionId: 7 }])('if it names no session: %j', async (reply) => {
    expect(await failure({ replies: { 'session/new': reply } })).toBe('scripted has not named its session.');
  });

  it.each(['initialize', 'session/new'])('if it refuses %s', async (method) => {
    const name = method === 'initialize' ? 'node' : 'scripted';
    expect(await failure({ replies: { [method]: new Refusal(-32_603, 'Something broke.') } })).toBe(
      `The agent ${name} refused ${method}: Something broke.`,
    );
  });
});

describe('an ACP agent that needs a login', () => {
  const loginOf = (authMethods?: unknown) =>
    failure({
      replies: {
        initialize: { protocolVersion: 1, agentInfo: { name: 'x', title: 'The Agent' }, authMethods },
        'session/new': new Refusal(-32_000, 'Sign in first.'),
      },
    });

  it('is not logged in to, but its own words and its ways are shown', async () => {
    const text = await loginOf([
      { id: 'key', name: 'API key', description: 'Set AGENT_KEY.' },
      { id: 'web', name: 'Browser' },
    ]);
    expect(text).toBe(
      'The Agent needs a login: Sign in first. Log in with the agent itself, then try again. It offers: API key (Set AGENT_KEY.); Browser.',
    );
  });

  it('may say with which arguments it is run in a terminal', async () => {
    const method = {
      id: 'cli',
      name: 'Terminal',
      type: 'terminal',
      args: ['auth', 'log in'],
      env: { A: 'b c' },
    };
    expect(await loginOf([{ id: 'web', name: 'Browser' }, method])).toMatch(
      /^The Agent needs a login: Sign in first\. Log in with: A='b c' \S+node \S+ \S+ auth 'log in'$/,
    );
  });

  it('may name the command of its own', async () => {
    const method = {
      id: 'cli',
      name: 'Terminal',
      _meta: { 'terminal-auth': { command: '/bin/my agent', args: ['login'], label: 'Log in' } },
    };
    expect(await loginOf([method])).toBe(
      "The Agent needs a login: Sign in first. Log in with: '/bin/my agent' login",
    );
  });

  it.each([[undefined], [[]], ['none'], [[null, 3]]])('may offer no way: %j', async (authMethods) => {
    expect(await loginOf(authMethods)).toBe(
      'The Agent needs a login: Sign in first. Log in with the agent itself, then try again.',
    );
  });

  it('is never sent authenticate', async () => {
    const { agent, ended } = await list({
      replies: { 'session/new': new Refusal(-32_000, 'Sign in first.') },
    });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(agent.methods).toEqual(['initialize', 'session/new']);
  });
});
