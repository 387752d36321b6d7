import { describe, expect, it } from 'vitest';
import { openSession } from '../../../src/source/open-session.js';
import { fieldsOf, misfits, misfitsOfClient, requestNamed } from '../../support/acp-schema.js';
import { makeTree } from '../../support/host-tree.js';
import { commands, type Message, type ScriptedAgent, scriptedAgent } from '../../support/scripted-agent.js';

/** Opens a session of an agent that asks for a file, and closes it. Returns the agent with all that it got. */
async function afterSession(sessionCapabilities: object): Promise<ScriptedAgent> {
  const { cwd, home, environment } = makeTree();
  const agentInfo = { name: 'scripted', version: '1.2.3' };
  const agent = await scriptedAgent({
    replies: { initialize: { protocolVersion: 1, agentInfo, agentCapabilities: { sessionCapabilities } } },
    listing: (one) => {
      one.update(commands('review'));
      one.send({
        id: 'a',
        method: 'fs/read_text_file',
        params: { sessionId: 'session-1', path: '/etc/hosts' },
      });
      one.send({ id: 7, method: 'session/request_permission', params: {} });
    },
  });
  const { stdin, stdout, stderr, platform } = process;
  const { signal } = new AbortController();
  const io = { ...{ argv: [], env: environment.env, cwd, home, platform }, stdin, stdout, stderr, signal };
  const session = await openSession({ acp: agent.commandLine }, io, { mayBeTemporary: true });
  await agent.until(() => agent.received.filter(({ error }) => error !== undefined).length === 2);
  await session.close();
  return agent;
}

/** What is wrong with a request by the schema, which allows fields that it does not name. */
function misfitsOfRequest({ method = '', params = {} }: Message): string[] {
  const name = requestNamed(method);
  if (name === undefined) return [`ACP has no ${method}`];
  const unnamed = Object.keys(params).filter((field) => !fieldsOf(name).includes(field));
  return [...misfits(name, params), ...unnamed.map((field) => `${method} has no ${field}`)];
}

describe('what skillpick sends to an agent', () => {
  it.each([
    ['session/delete', { delete: {}, close: {} }],
    ['session/close', { close: {} }],
  ])('fits the schema of ACP, with %s at the end', async (last, capabilities) => {
    const { received, methods } = await afterSession(capabilities);
    expect(methods).toEqual(['initialize', 'session/new', last]);
    for (const message of received) expect(misfitsOfClient(message), JSON.stringify(message)).toEqual([]);
    const requests = received.filter(({ method }) => method !== undefined);
    expect(requests.flatMap(misfitsOfRequest)).toEqual([]);
  });

  it('offers no capabilities and no servers', async () => {
    const agent = await afterSession({});
    expect(agent.methods).toEqual(['initialize', 'session/new']);
    expect(agent.paramsOf('initialize')).toMatchObject({
      ...{ protocolVersion: 1, clientCapabilities: {}, clientInfo: { name: 'skillpick' } },
    });
    expect(agent.paramsOf('session/new')).toEqual({ cwd: agent.processes[0]!.cwd, mcpServers: [] });
  });

  it('refuses the requests of the agent as the schema has it', async () => {
    const { received } = await afterSession({});
    const refusals = received.filter(({ error }) => error !== undefined);
    const error = { code: -32_601, message: 'skillpick offers nothing to agents' };
    expect(refusals).toEqual(['a', 7].map((id) => ({ jsonrpc: '2.0', id, error })));
    for (const refusal of refusals) expect(misfits('Error', refusal.error)).toEqual([]);
  });
});
