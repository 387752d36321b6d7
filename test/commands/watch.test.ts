import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentUri, chatHost } from '../support/agent-hosts.js';
import { makeScratch, type Running } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';

interface Line {
  schema: string;
  event: string;
  at: string;
  state?: string;
  reason?: string;
  fields?: string[];
  entry?: { name: string; enabled: boolean; effectiveEnabled: boolean; description: string | null };
  container?: { name: string; enabled: boolean };
  change?: string;
}

const linesOf = (running: Running): Line[] => running.lines.map((line) => JSON.parse(line) as Line);

/** Waits until it has printed all of these, as event and name. */
async function prints(running: Running, ...wanted: string[]): Promise<void> {
  const printed = () =>
    linesOf(running).map(
      ({ event, entry, container, state }) => `${event} ${entry?.name ?? container?.name ?? state}`,
    );
  await running.until(() => wanted.every((line) => printed().includes(line)));
}

describe('watch', () => {
  it('prints changes on disk and by other commands, and ends with 130 on Ctrl+C', async () => {
    const scratch = makeScratch();
    const one = scratch.skill('one');
    const running = scratch.start(['watch']);
    await prints(running, 'connection live');
    const two = scratch.skill('two');
    await prints(running, 'added two');
    writeFileSync(one, '---\nname: one\ndescription: Something else.\n---\n');
    await prints(running, 'updated one');
    await scratch.run(['disable', 'one']);
    await prints(running, 'switched one');
    rmSync(dirname(two), { recursive: true });
    await prints(running, 'removed two');
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null, stderr: '' });
    const lines = linesOf(running);
    for (const { schema, at } of lines) {
      expect(schema).toBe('skillpick.watch/1');
      expect(new Date(at).toISOString()).toBe(at);
    }
    const updated = lines.find(({ event, entry }) => event === 'updated' && entry?.name === 'one');
    expect(updated).toMatchObject({
      fields: expect.arrayContaining(['description']),
      entry: { description: 'Something else.' },
    });
    expect(lines.find(({ event }) => event === 'switched')).toMatchObject({
      entry: { enabled: false, effectiveEnabled: false },
    });
  });

  it('prints a container and everything that goes off with it', async () => {
    const host = new ScriptedHost(
      new ModelSession([plugin('p', [skill('a'), skill('b', { enabled: false })])]),
    );
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.toggleByAnother('p', false);
    await prints(running, 'switched p', 'switched a');
    const b = linesOf(running).filter(({ entry }) => entry?.name === 'b');
    expect(b).toEqual([]);
  });

  it('prints the new title, status, agent and lifecycle of the session, and what they were', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    host.session.fields = { lifecycle: 'creating', title: 'One', status: 1 };
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    const sessions = () => linesOf(running).filter(({ event }) => event === 'session');
    const actions = [
      [{ type: 'session/titleChanged', title: 'Two' }, { title: 'One' }, { title: 'Two' }],
      [
        { type: 'session/inputNeededSet', request: { id: 'q', kind: 'question' } },
        { status: ['idle'] },
        { status: ['input needed'] },
      ],
      [
        { type: 'session/agentChanged', agent: { uri: 'file:///p.agent.md' } },
        { agent: null },
        { agent: 'file:///p.agent.md' },
      ],
      [{ type: 'session/ready' }, { lifecycle: 'creating' }, { lifecycle: 'ready' }],
    ] as const;
    for (const [at, [action, before, session]] of actions.entries()) {
      host.emit(SESSION, action);
      await running.until(() => sessions().length > at);
      expect(sessions()[at]).toMatchObject({ fields: Object.keys(before), before, session });
    }
    expect(sessions()).toHaveLength(actions.length);
    // The same title again is no change.
    host.emit(SESSION, { type: 'session/titleChanged', title: 'Two' });
    host.toggleByAnother('a', false);
    await prints(running, 'switched a');
    expect(sessions()).toHaveLength(actions.length);
  });

  it('prints problems that appear and that are gone', async () => {
    const scratch = makeScratch();
    scratch.write('.agents/skills/old/SKILL.md', '---\nname: old\n---\n');
    const running = scratch.start(['watch']);
    await prints(running, 'connection live');
    const problems = () => linesOf(running).filter(({ event }) => event === 'problem');
    expect(problems()).toEqual([]);
    const file = scratch.write('.agents/skills/flawed/SKILL.md', '---\nname: flawed\n---\n');
    await running.until(() => problems().length > 0);
    const problem = { uri: `file://${file}`, code: 'description-missing', severity: 'warning' };
    expect(problems()).toMatchObject([{ change: 'added', problem }]);
    writeFileSync(file, '---\nname: flawed\ndescription: Better.\n---\n');
    await running.until(() => problems().length > 1);
    expect(problems()[1]).toMatchObject({ change: 'gone', problem });
  });

  it('prints once that the host sent what cannot be read', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    const problems = () => linesOf(running).filter(({ event }) => event === 'problem');
    host.emit(SESSION, { type: 'session/titleChanged', title: 7 });
    await running.until(() => problems().length > 0);
    host.emit(SESSION, { type: 'session/titleChanged', title: 7 });
    host.toggleByAnother('a', false);
    await prints(running, 'switched a');
    const message = '1 message or entry could not be read';
    const problem = { uri: SESSION, line: null, message, code: null, severity: 'error' };
    expect(problems()).toMatchObject([{ change: 'added', problem }]);
  });

  it('prints a lost connection and continues after it', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.drop();
    await prints(running, 'connection waiting');
    await running.until(() => linesOf(running).filter(({ state }) => state === 'live').length === 2);
    host.toggleByAnother('a', false);
    await prints(running, 'switched a');
  });

  it('ends when the session ends', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.sessions.delete(SESSION);
    host.drop();
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skillpick: This session no longer exists. See skillpick sessions.\n',
    });
    expect(linesOf(running).at(-1)).toMatchObject({
      event: 'ended',
      reason: 'This session no longer exists.',
    });
  });

  it('ends as soon as somebody else closes the session', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.sessions.delete(SESSION);
    host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION });
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skillpick: This session was closed elsewhere. See skillpick sessions.\n',
    });
    expect(linesOf(running).at(-1)).toMatchObject({
      event: 'ended',
      reason: 'This session was closed elsewhere.',
    });
  });

  it('continues with a new temporary session after the host has restarted', async () => {
    const host = new ScriptedHost();
    host.sessions.clear();
    const served = [directory('d', [skill('a')])];
    host.script = (call, _peer, proceed) => {
      proceed();
      if (call.method === 'createSession')
        host.sessions.set(String(call.params['channel']), new ModelSession(structuredClone(served)));
    };
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    const [first] = host.sessions.keys();
    host.sessions.clear();
    served[0]!.children!.push(skill('b'));
    host.restart();
    await prints(running, 'added b');
    const [second] = host.sessions.keys();
    expect(second).not.toBe(first);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    expect([...host.sessions.keys()]).toEqual([]);
  });

  it('ends once the host refuses for too long to make a lost temporary session anew', async () => {
    const host = new ScriptedHost();
    let isRefused = false;
    host.script = (call, peer, proceed) => {
      if (call.method !== 'createSession') return proceed();
      if (isRefused) return host.refuse(peer, call, -32603, 'not signed in');
      proceed();
      host.sessions.set(String(call.params['channel']), new ModelSession([directory('d', [skill('a')])]));
    };
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.sessions.clear();
    isRefused = true;
    host.restart();
    expect(await running.ended).toMatchObject({ code: 1 });
    expect(linesOf(running).at(-1)).toMatchObject({
      event: 'ended',
      reason: 'This session no longer exists.',
    });
  });

  it('leaves no session behind that was created but could not be opened', async () => {
    const host = new ScriptedHost();
    host.sessions.clear();
    let refusals = 0;
    host.script = (call, peer, proceed) => {
      const isOpened = call.method === 'subscribe' && host.sessions.has(String(call.params['channel']));
      if (isOpened && refusals-- > 0) return host.refuse(peer, call, -32000, 'out of memory');
      proceed();
      if (call.method === 'createSession')
        host.sessions.set(String(call.params['channel']), new ModelSession([directory('d', [skill('a')])]));
    };
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    host.sessions.clear();
    refusals = 1;
    const disposed = host.next('disposeSession');
    host.restart();
    const { params } = await disposed;
    expect(params['channel']).not.toBe(String(host.calls('createSession')[0]?.params['channel']));
    const agents = [{ provider: 'copilotcli', displayName: 'Copilot again' }];
    host.serverSeq += 1;
    const action = { type: 'root/agentsChanged', agents };
    host.notify('action', { channel: ROOT, serverSeq: host.serverSeq, action });
    await running.until(() => host.sessions.size === 1);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    expect([...host.sessions.keys()]).toEqual([]);
  });

  it('says nothing of the agent while another chat is read that has the same', async () => {
    const draft = { text: '', agent: { uri: agentUri('planner') } };
    const host = chatHost({ draft });
    const { url } = await listenDuringTest(host);
    const running = makeScratch().start(['watch', '--url', url, '-s', SESSION]);
    await prints(running, 'connection live');
    const other = new ModelSession([]);
    other.fields = { turns: [], draft };
    host.sessions.set('ahp-chat:/two', other);
    const asked = host.next('subscribe', ({ params }) => params['channel'] === 'ahp-chat:/two');
    host.emit(SESSION, { type: 'session/defaultChatChanged', defaultChat: 'ahp-chat:/two' });
    await asked;
    host.emit(SESSION, { type: 'session/titleChanged', title: 'Two' });
    await running.until(() => linesOf(running).some(({ fields }) => fields?.includes('title')));
    running.process.kill('SIGTERM');
    await running.ended;
    expect(linesOf(running).flatMap(({ fields = [] }) => fields)).toEqual(['title']);
  });

  it('ends cleanly when its reader goes away', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));
    const running = makeScratch().start(['watch', '--url', (await listenDuringTest(host)).url]);
    await prints(running, 'connection live');
    running.process.stdout?.destroy();
    // The first write to a closed pipe may still succeed.
    const timer = setInterval(() => host.toggleByAnother('a', host.session.flag('a') === false), 5);
    const { code, signal, stderr } = await running.ended;
    clearInterval(timer);
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
  });
});
