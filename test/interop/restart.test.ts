/** A host that is killed and restarted on the same port, without the sessions that had no turn. */

import { expect, test } from 'vitest';
import { describeHosts, entry, reached, statusReached } from './setting.js';

describeHosts('restart', (setting, version) => {
  test('the session is gone, a switch made meanwhile is not confirmed, and nothing hangs', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'skill', '/release-notes/SKILL.md');
    const kept = entry(store.getSnapshot(), 'skill', '/review/SKILL.md');
    expect(await store.toggle(kept.id, false)).toEqual({ kind: 'confirmed', enabled: false });
    await setting().host.kill();
    await statusReached(client, 'waiting');
    const outcome = store.toggle(id, false);
    await setting().host.restart();
    expect(await outcome).toMatchObject({ kind: 'unconfirmed', enabled: undefined });
    expect((await reached(store, ({ isMissing }) => isMissing)).pending.size).toBe(0);
    expect(await store.toggle(id, false)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('the client continues with the new process', async () => {
    const client = await setting().connect();
    const before = setting().host.pid;
    const lost = statusReached(client, 'waiting');
    await setting().host.restart();
    await lost;
    await statusReached(client, 'live');
    expect(setting().host.pid).not.toBe(before);
    expect(client.protocolVersion).toBe(version === '4.133.0' ? '0.8.0' : '0.9.0');
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'skill', '/release-notes/SKILL.md');
    expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
    expect(await store.toggle(id, true)).toEqual({ kind: 'confirmed', enabled: true });
  });

  test('a switch that is under way when the host ends is not confirmed', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'agent', '/planner.agent.md');
    const killed = setting().host.kill();
    const outcome = store.toggle(id, false);
    await killed;
    await setting().host.restart();
    expect(await outcome).toMatchObject({ kind: 'unconfirmed' });
    await statusReached(client, 'live');
    expect(store.getSnapshot().isMissing).toBe(true);
  });
});
