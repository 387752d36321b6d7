import { describe, expect, it, onTestFinished } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import type { Forgotten } from '../../src/client/session-view.js';
import { sourceLimits } from '../../src/source/limits.js';
import { TemporarySession } from '../../src/source/temporary-session.js';
import { unlessAborted } from '../../src/source/waiting.js';
import { agents, agentUri, keepsSelections } from '../support/agent-hosts.js';
import { connectInMemory, letReconnect } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { ROOT, ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

/** A temporary session of a host that refuses to create others as often as asked. */
async function openTemporary({ version = '0.9.0', list = skills(2) } = {}) {
  const host = new ScriptedHost();
  host.version = version;
  const refusals = { left: 0 };
  host.script = (call, peer, proceed) => {
    if (call.method === 'createSession' && refusals.left-- > 0) {
      host.refuse(peer, call, -32603, 'not ready');
      return;
    }
    proceed();
    if (call.method === 'createSession')
      host.sessions.set(String(call.params['channel']), new ModelSession(list));
  };
  const { client, clock } = await connectInMemory(host);
  onTestFinished(() => client.close());
  const create = async () => client.openSession(await client.createSession());
  const ending = new AbortController();
  const bounded = async () => unlessAborted(ending, create());
  const session = new TemporarySession(await create(), client, {
    create: bounded,
    signal: ending.signal,
    clock,
  });
  const forgotten: Forgotten[] = [];
  session.onForgotten((one) => forgotten.push(one));
  const restart = async () => {
    host.sessions.clear();
    host.restart();
    await letReconnect(clock);
    await clock.advance(clientLimits.missingCheckMs);
    await quiet();
  };
  return { host, client, clock, session, refusals, forgotten, restart, ending, list };
}

describe('a temporary session', () => {
  it('is replaced after the host has restarted, and its switches are reported as forgotten', async () => {
    const { host, session, forgotten, restart } = await openTemporary();
    const { uri } = session.store;
    await session.store.toggle('s0', false);
    await restart();
    expect(session.store.uri).not.toBe(uri);
    expect([...host.sessions.keys()]).toEqual([session.store.uri]);
    expect(shownFlags(session.store)).toEqual({ d: true, s0: true, s1: true });
    expect(forgotten).toEqual([
      { cause: 'restart', switches: [{ id: 's0', enabled: false, scope: 'session' }] },
    ]);
  });

  it('has a switch reported as forgotten that waited for the connection', async () => {
    const { host, session, clock, forgotten } = await openTemporary();
    host.sessions.clear();
    host.restart();
    await quiet();
    const outcome = session.store.toggle('s1', false);
    await letReconnect(clock);
    await clock.advance(clientLimits.missingCheckMs);
    await expect(outcome).resolves.toMatchObject({ kind: 'unconfirmed' });
    await quiet();
    expect(forgotten).toEqual([
      { cause: 'restart', switches: [{ id: 's1', enabled: false, scope: 'session' }] },
    ]);
  });

  it('is replaced once more after a second restart', async () => {
    const { host, session, restart } = await openTemporary();
    await restart();
    const { uri } = session.store;
    await restart();
    expect(session.store.uri).not.toBe(uri);
    expect([...host.sessions.keys()]).toEqual([session.store.uri]);
  });

  it('is shown as gone while the host refuses to create another, and replaced on request', async () => {
    const { session, refusals, restart } = await openTemporary();
    refusals.left = Number.POSITIVE_INFINITY;
    await restart();
    expect(session.store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: false });
    expect(await session.refresh()).toBe(false);
    refusals.left = 0;
    expect(await session.refresh()).toBe(true);
    expect(session.store.getSnapshot().isMissing).toBe(false);
  });

  it('is replaced once the host offers its agents again', async () => {
    const { host, session, refusals, restart } = await openTemporary();
    refusals.left = Number.POSITIVE_INFINITY;
    await restart();
    refusals.left = 0;
    const agents = [{ provider: 'copilotcli', displayName: 'Copilot again' }];
    host.serverSeq += 1;
    host.notify('action', {
      channel: ROOT,
      serverSeq: host.serverSeq,
      action: { type: 'root/agentsChanged', agents },
    });
    await quiet();
    expect(session.store.getSnapshot().isMissing).toBe(false);
  });

  it('is asked for a bounded number of times if each attempt makes the host report a change', async () => {
    const { host, session, refusals, restart } = await openTemporary();
    refusals.left = Number.POSITIVE_INFINITY;
    const { script } = host;
    host.script = (call, peer, proceed) => {
      script(call, peer, proceed);
      if (call.method !== 'createSession') return;
      host.serverSeq += 1;
      const action = { type: 'root/activeSessionsChanged', activeSessions: host.serverSeq };
      host.notify('action', { channel: ROOT, serverSeq: host.serverSeq, action });
    };
    await restart();
    for (let round = 0; round < 20; round += 1) await quiet();
    // The first one was before the restart.
    expect(host.calls('createSession')).toHaveLength(1 + sourceLimits.renewalAttempts);
    refusals.left = 0;
    expect(await session.refresh()).toBe(true);
  });

  it('is tried again for a while, and then given up', async () => {
    const { host, session, refusals, restart, clock } = await openTemporary();
    refusals.left = 2;
    await restart();
    expect(session.isRenewable).toBe(true);
    expect(session.store.getSnapshot().isMissing).toBe(true);
    await clock.advance(sourceLimits.renewalFirstDelayMs);
    await clock.advance(2 * sourceLimits.renewalFirstDelayMs);
    await quiet();
    expect(session.store.getSnapshot().isMissing).toBe(false);
    refusals.left = Number.POSITIVE_INFINITY;
    await restart();
    let isTold = false;
    session.subscribe(() => {
      isTold ||= !session.isRenewable;
    });
    const before = host.calls('createSession').length;
    for (let round = 0; round < 40; round += 1) await clock.advance(1_000);
    expect(host.calls('createSession').length - before).toBeLessThan(sourceLimits.renewalAttempts);
    expect([session.isRenewable, isTold]).toEqual([false, true]);
  });

  it('has the agent that was selected in the one before it', async () => {
    const { host, session, restart } = await openTemporary({ version: '0.4.0', list: [agents] });
    keepsSelections(host);
    const uri = agentUri('planner');
    await session.store.selectAgent(uri);
    const before = session.store;
    await restart();
    await quiet();
    expect(session.store).not.toBe(before);
    expect(session.store.getSnapshot()).toMatchObject({ agent: { uri }, isAgentPending: false });
  });

  it('has it also after two restarts, the first of which lists no agents yet', async () => {
    const { host, session, restart, list } = await openTemporary({ version: '0.4.0', list: [agents] });
    keepsSelections(host);
    const uri = agentUri('planner');
    await session.store.selectAgent(uri);
    list.length = 0;
    await restart();
    expect(session.store.getSnapshot().agent).toBeNull();
    list.push(agents);
    await restart();
    await quiet();
    expect(session.store.getSnapshot()).toMatchObject({ agent: { uri }, isAgentPending: false });
  });

  it('is not given up while there is no connection', async () => {
    const { host, session, refusals, restart, clock } = await openTemporary();
    refusals.left = Number.POSITIVE_INFINITY;
    await restart();
    const { script } = host;
    host.script = (call, peer, proceed) =>
      call.method === 'reconnect' || call.method === 'initialize' ? host.drop() : script(call, peer, proceed);
    host.drop();
    for (let round = 0; round < 30; round += 1) await clock.advance(1_000);
    expect(session.isRenewable).toBe(true);
    refusals.left = 0;
    host.script = script;
    for (let round = 0; round < 20; round += 1) await clock.advance(1_000);
    expect(session.store.getSnapshot().isMissing).toBe(false);
  });

  it('is not replaced if the process is asked to end meanwhile', async () => {
    const { host, session, clock, ending } = await openTemporary();
    host.sessions.clear();
    host.script = (call, _peer, proceed) => {
      if (call.method !== 'createSession') proceed();
    };
    host.restart();
    const asked = host.next('createSession');
    await letReconnect(clock);
    await clock.advance(clientLimits.missingCheckMs);
    await asked;
    ending.abort();
    await quiet();
    expect(await session.refresh()).toBe(false);
    expect(host.calls('createSession')).toHaveLength(2);
  });

  it('stays closed if somebody else has closed it', async () => {
    const { host, session } = await openTemporary();
    const { uri } = session.store;
    host.sessions.clear();
    host.notify('root/sessionRemoved', { channel: ROOT, session: uri });
    await quiet();
    expect(await session.refresh()).toBe(false);
    expect(session.store.uri).toBe(uri);
    expect(session.store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: true });
    expect(host.calls('createSession')).toHaveLength(1);
  });
});
