import { describe, expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import {
  type AgentScript,
  commands,
  type ScriptedAgent,
  scriptedAgent,
  sessionId,
  silence,
} from '../support/scripted-agent.js';

const note = 'skillpick: Listed does not mean on: agents also list what is off.\n';
const checkIt = 'Check that the command line of --acp starts an ACP agent.';

async function list(script: AgentScript, args: readonly string[] = []) {
  const agent = await scriptedAgent(script);
  const ended = await makeScratch().run(['list', '--format', 'names', '--acp', agent.commandLine, ...args]);
  await agent.until(() => agent.isGone);
  expect(ended.signal).toBeNull();
  return ended;
}

/** Runs `list` and returns the one line that says why it fails. */
async function failure(script: AgentScript, args: readonly string[] = []): Promise<string> {
  const { code, stdout, stderr } = await list(script, args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^skillpick: [^\n]+\n$/);
  return stderr.slice('skillpick: '.length, -1);
}

const lists = (agent: ScriptedAgent) => agent.update(commands('alpha'));

/** Returns an update with one command, as the agent writes it. */
const updateLine = (name: string): string => {
  const params = { sessionId, update: commands(name) };
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
};

describe('rubbish on stdout of an ACP agent', () => {
  it.each([
    ['a log', 'Starting up ...\n', 1],
    ['blank lines', '\n\r\n  \n', 0],
    ['values that are no messages', '3\n"text"\nnull\n[]\n', 4],
    ['replies that were never asked for', '{"jsonrpc":"2.0","id":99,"result":{}}\n{"result":{}}\n', 2],
    ['control characters', '\u0000\ufffd\u001b[2J\n', 1],
  ])('is counted, and the list is still there: %s', async (_what, text, count) => {
    const script: AgentScript = {
      early: (agent) => agent.sendRaw(text),
      listing: lists,
    };
    const unread =
      count === 0
        ? ''
        : `skillpick: ${count === 1 ? '1 message or entry' : `${count} messages and entries`} could not be read, so the list may be incomplete.\n`;
    expect(await list(script)).toMatchObject({ code: 0, stdout: 'alpha\n', stderr: note + unread });
  });

  it('is a problem in doctor', async () => {
    const agent = await scriptedAgent({ early: (scripted) => scripted.sendRaw('log\n'), listing: lists });
    const report = await makeScratch().json(['doctor', '--json', '--acp', agent.commandLine]);
    expect(report).toMatchObject({
      ok: false,
      problems: [{ message: '1 message or entry could not be read' }],
    });
  });

  it('ends in one line if it goes on', async () => {
    const script: AgentScript = { early: (agent) => agent.sendRaw('rubbish\n'.repeat(10_001)) };
    expect(await failure(script)).toBe(`The agent scripted writes lines that are no messages. ${checkIt}`);
  });

  it('ends in one line if it never stops', async () => {
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early: (agent) => agent.act({ type: 'flood', text: 'rubbish\n'.repeat(1_000) }),
    };
    expect(await failure(script)).toBe(`The agent scripted writes lines that are no messages. ${checkIt}`);
  });
});

describe('an ACP agent that sends too much', () => {
  it.each(['a message', 'what is no message'])('fails with %s of more than 16 MiB', async (what) => {
    const start = what === 'a message' ? '{"jsonrpc":"2.0","method":"session/update","params":"' : '';
    const script: AgentScript = {
      early: (agent) => agent.sendRaw(start + 'x'.repeat(16 * 1024 * 1024 + 1)),
    };
    expect(await failure(script)).toBe(`The agent scripted sends a message of more than 16 MiB. ${checkIt}`);
  });

  it('is read up to that', async () => {
    const description = 'x'.repeat(15 * 1024 * 1024);
    const script: AgentScript = {
      listing: (agent) => agent.update(commands({ name: 'alpha', description })),
    };
    expect(await list(script)).toMatchObject({ code: 0, stdout: 'alpha\n' });
  });

  it('is listed as its last update of many says', async () => {
    const updates = Array.from({ length: 5_000 }, (_, index) => updateLine(`command-${index}`));
    const script: AgentScript = { listing: (agent) => agent.sendRaw(updates.join('')) };
    expect(await list(script)).toMatchObject({ code: 0, stdout: 'command-4999\n', stderr: note });
  });

  it('is listed even if its updates never stop', async () => {
    const script: AgentScript = {
      listing: (agent) => agent.act({ type: 'flood', text: updateLine('alpha') }),
    };
    expect(await list(script)).toMatchObject({ code: 0, stdout: 'alpha\n', stderr: note });
  });

  it('fails if it does not read the replies to its own requests', async () => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(1_000), method: 'fs/read_text_file' });
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early(agent) {
        agent.act({ type: 'stop-reading' });
        agent.sendRaw(`${request}\n`.repeat(3_000));
      },
      ignores: ['end-of-input'],
    };
    expect(await failure(script)).toBe(`The agent scripted does not read what it is sent. ${checkIt}`);
  });
});

describe('an ACP agent that is silent', () => {
  it.each([
    ['initialize', 'node', 300],
    // The agent has to start within this time.
    ['session/new', 'scripted', 3_000],
  ])('fails once the time for %s is over', async (method, name, timeoutMs) => {
    expect(await failure({ replies: { [method]: silence } }, ['--timeout', String(timeoutMs)])).toBe(
      `The agent ${name} did not reply to ${method} within ${timeoutMs / 1_000} s. It may be busy: try again, or give it longer with --timeout.`,
    );
  });
});

describe('an ACP agent that ends by itself', () => {
  const debug = '--debug shows what it writes to stderr.';

  it.each([0, 7])('before its reply fails with its code %s', async (code) => {
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early: (agent) => agent.exit(code),
    };
    expect(await failure(script)).toBe(`The agent scripted has ended with code ${code}. ${debug}`);
  });

  it('by a signal fails with its name', async () => {
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early: (agent) => agent.act({ type: 'kill' }),
    };
    expect(await failure(script)).toBe(`The agent scripted has ended by SIGKILL. ${debug}`);
  });

  it('between its reply and its list fails', async () => {
    const script: AgentScript = { listing: (agent) => agent.exit(1) };
    expect(await failure(script)).toBe(`The agent scripted has ended with code 1. ${debug}`);
  });

  it('after its list is still listed', async () => {
    const script: AgentScript = {
      listing(agent) {
        lists(agent);
        agent.exit(1);
      },
    };
    const { code, stdout, stderr } = await list(script);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'alpha\n' });
    expect(stderr).toContain('The agent scripted has ended with code 1. This is what it had listed.');
  });

  it('after its list is a problem in doctor', async () => {
    const agent = await scriptedAgent({
      listing(scripted) {
        lists(scripted);
        scripted.exit(1);
      },
    });
    const { stdout } = await makeScratch().run(['doctor', '--json', '--acp', agent.commandLine]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      session: { customizations: 1 },
      problems: [{ message: 'The agent scripted has ended with code 1', severity: 'error' }],
    });
  });

  it('fails at once if it closes its stdout and leaves', async () => {
    const script: AgentScript = {
      replies: { 'session/new': silence },
      early(agent) {
        agent.act({ type: 'close-stdout' });
        agent.exit(3);
      },
    };
    expect(await failure(script)).toBe(`The agent scripted has ended with code 3. ${debug}`);
  });

  it('is a problem in doctor', async () => {
    const agent = await scriptedAgent({ listing: (scripted) => scripted.exit(1) });
    const { code, stdout, stderr } = await makeScratch().run([
      ...['doctor', '--json', '--acp', agent.commandLine],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      host: null,
      problems: [{ code: 'agent-failed', message: 'The agent scripted has ended with code 1.', fix: debug }],
    });
  });
});
