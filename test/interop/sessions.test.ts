/** What our client learns of a real host: its version, its agents, and what a session of it holds. */

import { expect, test } from 'vitest';
import { effectiveState, walk } from '../../src/protocol/index.js';
import { uriOf } from './scene.js';
import { describeHosts, entry } from './setting.js';

describeHosts('sessions', (setting, version) => {
  const isOld = version === '4.133.0';

  test('the version is agreed on and the agents are known', async () => {
    const client = await setting().connect();
    expect(client.protocolVersion).toBe(isOld ? '0.8.0' : '0.9.0');
    expect(client.root.getSnapshot().root.agents.map(({ provider }) => provider)).toEqual(['copilotcli']);
    expect(client.trouble).toEqual({ count: 0, malformedFrames: 0, lastMalformed: undefined });
  });

  test('a session lists what its working directory contains', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const { confirmed } = store.getSnapshot();
    expect(store.uri).toMatch(/^copilotcli:\//);
    expect(confirmed.workingDirectories).toEqual([uriOf(setting().scene.workspace)]);
    const children = [...walk(confirmed.customizations)].filter(({ container }) => container !== undefined);
    const names = children.map(({ node }) => `${node.type} ${node.uri.split('/').slice(-2).join('/')}`);
    expect(names.toSorted()).toEqual([
      'agent agents/helper.agent.md',
      'agent agents/planner.agent.md',
      'hook hooks/notify.json',
      'rule instructions/style.instructions.md',
      'skill relay/SKILL.md',
      'skill release-notes/SKILL.md',
      'skill review/SKILL.md',
      'skill triage/SKILL.md',
    ]);
    expect(client.trouble).toEqual({ count: 0, malformedFrames: 0, lastMalformed: undefined });
  });

  test('everything starts on, with its gates if the host reports them', async () => {
    const client = await setting().connect();
    const view = (await setting().openSession(client)).getSnapshot();
    for (const { node, container } of walk(view.confirmed.customizations)) {
      expect(effectiveState(node, container).enabled, node.uri).toBe(true);
    }
    const gates = (end: string) => effectiveState(entry(view, 'skill', end), undefined, client.abilities);
    expect(gates('/triage/SKILL.md').userInvocable).toBe(isOld);
    expect(gates('/review/SKILL.md').modelInvocable).toBe(isOld);
    expect(gates('/release-notes/SKILL.md')).toMatchObject({ userCanInvoke: true, modelCanInvoke: true });
  });

  test('a session without a turn is not listed and is gone once disposed of', async () => {
    const client = await setting().connect();
    const { uri } = await setting().openSession(client);
    expect((await client.listSessions()).map(({ resource }) => resource)).not.toContain(uri);
    await client.disposeSession(uri);
    await expect(client.openSession(uri)).rejects.toMatchObject({ code: 'session-unknown' });
  });
});
