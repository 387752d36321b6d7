import { describe, expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import {
  type AgentScript,
  commands,
  Refusal,
  type Reply,
  type ScriptedAgent,
  scriptedAgent,
  silence,
} from '../support/scripted-agent.js';

const lists = (agent: ScriptedAgent) => agent.update(commands('alpha'));

/** Starts a process in the group of the agent, and lists once it runs. */
function listsWithChild(agent: ScriptedAgent): void {
  agent.act({ type: 'start-child' });
  void agent.until(() => agent.processes.length === 2).then(() => lists(agent));
}

const initialized = (sessionCapabilities: unknown): Reply => ({
  protocolVersion: 1,
  agentInfo: { name: 'scripted' },
  agentCapabilities: { sessionCapabilities },
});

/** Runs `list`, after which nothing of the agent is left. */
async function leave(script: AgentScript): Promise<ScriptedAgent> {
  const agent = await scriptedAgent({ listing: lists, ...script });
  const ended = await makeScratch().run(['list', '--quiet', '--format', 'names', '--acp', agent.commandLine]);
  expect(ended).toEqual({ code: 0, signal: null, stdout: 'alpha\n', stderr: '' });
  await agent.until(() => agent.isGone);
  return agent;
}

/** Returns the processes of the agent, each with what was done to end it. */
const endings = ({ processes }: ScriptedAgent) =>
  processes.map(({ role, endings: of }) => [role, ...of].join(' '));

const endOfChild = (agent: ScriptedAgent) => endings(agent)[1];

describe('before leaving an ACP agent, its session is', () => {
  const usual = ['initialize', 'session/new'];

  it.each([
    ['deleted if it can be', { delete: {}, close: {} }, ['session/delete']],
    ['closed if it can only be closed', { close: {} }, ['session/close']],
    ['closed if deleting it is not possible', { delete: null, close: {} }, ['session/close']],
    ['left if it can be neither', {}, []],
    ['left if it can be neither, by null', { delete: null, close: null }, []],
    ['left if it can be neither, by false', { delete: false, close: false }, []],
    ['left if nothing is said of it', undefined, []],
  ])('%s', async (_what, capabilities, methods) => {
    const agent = await leave({ replies: { initialize: initialized(capabilities) } });
    expect(agent.methods).toEqual([...usual, ...methods]);
    if (methods.length > 0) expect(agent.received.at(-1)?.params).toEqual({ sessionId: 'session-1' });
    expect(endings(agent)).toEqual(['agent end-of-input']);
  });

  it.each<[string, Reply]>([
    ['refuses', new Refusal(-32_603, 'No.')],
    ['does not reply', silence],
  ])('given up if the agent %s', async (_what, reply) => {
    const agent = await leave({
      replies: { initialize: initialized({ delete: {}, close: {} }), 'session/delete': reply },
    });
    expect(agent.methods).toEqual([...usual, 'session/delete']);
  });
});

describe('an ACP agent ends', () => {
  it('by the end of its input', async () => {
    expect(endings(await leave({}))).toEqual(['agent end-of-input']);
  });

  it('by SIGTERM if it ignores that', async () => {
    expect(endings(await leave({ ignores: ['end-of-input'] }))).toEqual(['agent end-of-input sigterm']);
  });

  it('by SIGKILL if it ignores both, and so does what it has started', async () => {
    const agent = await leave({ ignores: ['end-of-input', 'sigterm'], listing: listsWithChild });
    expect(endings(agent)).toEqual(['agent end-of-input sigterm', 'child sigterm']);
  });

  it('with what it has started, if it leaves that behind', async () => {
    expect(endings(await leave({ listing: listsWithChild }))).toEqual([
      'agent end-of-input',
      'child sigterm',
    ]);
  });

  it('with what it has started, if it crashes', async () => {
    const agent = await leave({
      listing(scripted) {
        scripted.act({ type: 'start-child' });
        void scripted
          .until(() => scripted.processes.length === 2)
          .then(() => {
            lists(scripted);
            scripted.exit(1);
          });
      },
    });
    expect(endings(agent)).toEqual(['agent', 'child sigterm']);
  });

  it('if it is refused, too', async () => {
    const agent = await scriptedAgent({
      replies: { 'session/new': new Refusal(-32_000, 'Sign in first.') },
      ignores: ['end-of-input'],
    });
    expect(await makeScratch().run(['list', '--acp', agent.commandLine])).toMatchObject({ code: 1 });
    await agent.until(() => agent.isGone);
    expect(endings(agent)).toEqual(['agent end-of-input sigterm']);
  });
});

describe('a signal', () => {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ];

  /** Ends the command by the signal, and waits until all is gone. */
  async function interrupt(args: string[], script: AgentScript, [signal, code]: [NodeJS.Signals, number]) {
    const agent = await scriptedAgent(script);
    const running = makeScratch().start([...args, '--acp', agent.commandLine]);
    await agent.until(() => agent.processes.length === 2);
    if (args.includes('watch')) await running.until(() => running.lines.length > 0);
    running.process.kill(signal);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code, signal: null, stderr: '' });
    await agent.until(() => agent.isGone);
    return { agent, ended };
  }

  it.each(signals)('%s ends an agent that waits, and what it has started', async (...signal) => {
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early: (agent) => agent.act({ type: 'start-child' }),
    };
    const { agent, ended } = await interrupt(['list'], script, signal);
    expect(ended.stdout).toBe('');
    expect(endOfChild(agent)).toBe('child sigterm');
  });

  it.each(signals)('%s ends an agent that ignores all, and what it has started', async (...signal) => {
    const script: AgentScript = {
      replies: { initialize: initialized({ delete: {} }), 'session/delete': silence },
      listing: listsWithChild,
      ignores: ['end-of-input', 'sigterm'],
    };
    const { agent } = await interrupt(['watch'], script, signal);
    expect(agent.processes[0]?.endings.toSorted()).toEqual(['end-of-input', 'sigterm']);
    expect(endOfChild(agent)).toBe('child sigterm');
    expect(agent.methods.at(-1)).toBe('session/delete');
  });

  it('SIGINT hurries the end of an agent that ignores all', async () => {
    const agent = await scriptedAgent({ listing: lists, ignores: ['end-of-input', 'sigterm'] });
    const running = makeScratch().start(['list', '--acp', agent.commandLine]);
    await agent.until(() => agent.processes[0]?.endings.includes('end-of-input') === true);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
    await agent.until(() => agent.isGone);
  });

  it('ends an agent that ignores all if it comes twice', async () => {
    const agent = await scriptedAgent({ listing: listsWithChild, ignores: ['end-of-input', 'sigterm'] });
    const running = makeScratch().start(['list', '--acp', agent.commandLine]);
    await agent.until(() => agent.processes[0]?.endings.includes('end-of-input') === true);
    running.process.kill('SIGINT');
    await agent.until(() => agent.processes[0]?.endings.includes('sigterm') === true);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
    await agent.until(() => agent.isGone);
  });

  it('that cannot be caught closes the input of the agent', async () => {
    const agent = await scriptedAgent({ listing: lists });
    const running = makeScratch().start(['watch', '--acp', agent.commandLine]);
    await running.until(() => running.lines.length > 0);
    running.process.kill('SIGKILL');
    await agent.until(() => agent.isGone);
    expect(endings(agent)).toEqual(['agent end-of-input']);
  });
});
