/** Switches through our client, checked against what a client that knows only frames sees on the same host. */

import { expect, test } from 'vitest';
import type { SessionStore } from '../../src/client/index.js';
import { ownEnabled, walk } from '../../src/protocol/index.js';
import { flatten, isOn, type RawClient } from './raw-client.js';
import { describeHosts, entry } from './setting.js';

/** Every flag of the session, as our client has it and as the host says it. */
async function bothFlags(store: SessionStore, raw: RawClient) {
  const ours = [...walk(store.getSnapshot().confirmed.customizations)].map(({ node }) => node);
  const theirs = flatten(await raw.customizations(store.uri));
  return {
    ours: ours.map((node) => [node.type, node.id, ownEnabled(node)]),
    theirs: theirs.map((node) => [node.type, node.id, isOn(node)]),
  };
}

async function hostSays(raw: RawClient, store: SessionStore, id: string): Promise<boolean> {
  return isOn(flatten(await raw.customizations(store.uri)).find((node) => node.id === id)!);
}

describeHosts('toggles', (setting, version) => {
  const kinds = [
    ['skill', '/release-notes/SKILL.md'],
    ['skill', '/acme-tools/skills/relay/SKILL.md'],
    ['agent', '/planner.agent.md'],
    ['agent', '/acme-tools/agents/helper.agent.md'],
    ['rule', '/style.instructions.md'],
    ['hook', '/notify.json'],
    ['directory', '/workspace/.github/skills'],
    ['plugin', '/acme-tools'],
    // Older hosts list no MCP servers.
    ...(version === '4.133.0' ? [] : ([['mcpServer', '/.mcp.json']] as const)),
  ] as const;

  test.each(kinds)('%s %s goes off and on again, and a second client sees it', async (type, uriEnd) => {
    const [client, raw] = [await setting().connect(), await setting().connectRaw()];
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), type, uriEnd);
    await raw.customizations(store.uri);
    for (const enabled of [false, true]) {
      const seen = raw.nextAction(store.uri, 'session/customizationToggled');
      expect(await store.toggle(id, enabled)).toEqual({ kind: 'confirmed', enabled });
      expect((await seen)['action']).toMatchObject({ id, enabled });
      expect(await hostSays(raw, store, id)).toBe(enabled);
      const { ours, theirs } = await bothFlags(store, raw);
      expect(ours).toEqual(theirs);
    }
  });

  test('many at once are all confirmed and nothing else changes', async () => {
    const [client, raw] = [await setting().connect(), await setting().connectRaw()];
    const store = await setting().openSession(client);
    const nodes = [...walk(store.getSnapshot().confirmed.customizations)].map(({ node }) => node);
    const skills = nodes.filter(({ type }) => type === 'skill' || type === 'agent');
    const outcomes = await Promise.all(skills.map(({ id }) => store.toggle(id, false)));
    expect(outcomes).toEqual(skills.map(() => ({ kind: 'confirmed', enabled: false })));
    const { ours, theirs } = await bothFlags(store, raw);
    expect(ours).toEqual(theirs);
    expect(theirs.filter(([, , on]) => !on).map(([, id]) => id)).toEqual(skills.map(({ id }) => id));
  });

  test('a switch of another client appears', async () => {
    const [client, raw] = [await setting().connect(), await setting().connectRaw()];
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'skill', '/review/SKILL.md');
    await raw.customizations(store.uri);
    await raw.toggle(store.uri, id, false);
    await store.refresh();
    const { ours, theirs } = await bothFlags(store, raw);
    expect(ours).toEqual(theirs);
    expect(ownEnabled(entry(store.getSnapshot(), 'skill', '/review/SKILL.md'))).toBe(false);
  });

  test('an unknown entry is never sent', async () => {
    const [client, raw] = [await setting().connect(), await setting().connectRaw()];
    const store = await setting().openSession(client);
    await raw.customizations(store.uri);
    await expect(store.toggle('no-such-entry', false)).rejects.toMatchObject({ code: 'entry-unknown' });
    await store.refresh();
    await raw.customizations(store.uri);
    expect(raw.actions(store.uri, 'session/customizationToggled')).toEqual([]);
  });

  test('a decision for the workspace applies to new sessions, if the host keeps it', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'plugin', '/acme-tools');
    expect(await store.toggle(id, false, 'workspace')).toEqual({ kind: 'confirmed', enabled: false });
    const another = await setting().openSession(client);
    expect(ownEnabled(entry(another.getSnapshot(), 'plugin', '/acme-tools'))).toBe(version === '4.133.0');
    expect(await store.reset(id)).toEqual({ kind: 'confirmed', enabled: true });
    const third = await setting().openSession(client);
    expect(ownEnabled(entry(third.getSnapshot(), 'plugin', '/acme-tools'))).toBe(true);
  });
});
