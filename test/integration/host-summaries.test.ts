import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { type Json, type RawClient, rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

async function start(version = '0.9.0') {
  const tree = makeTree();
  for (const name of ['alpha', 'beta', 'gamma']) tree.skill(name);
  tree.write('pack/.claude-plugin/plugin.json', '{"name":"pack"}');
  const host = await servedHost(tree, { plugins: [`${tree.cwd}/pack`] });
  const [client, lister] = [await host.greet(), await host.greet(version)];
  const session = await client.session();
  await client.subscribe(session);
  await lister.subscribe(rootChannel);
  const id = async (name: string) => (await client.entry(session, name)).id;
  return { client, lister, session, id };
}

const summaries = (lister: RawClient) =>
  lister.notifications().map(({ method, params }) => [method, params?.['changes']]);

async function listed(client: RawClient): Promise<Json> {
  return (await client.request<{ items: Json[] }>('listSessions')).items[0]!;
}

describe('a switch in a session', () => {
  it('updates the time of the session once per batch', async () => {
    const { client, lister, session, id } = await start();
    const before = (await listed(client))['modifiedAt'] as string;
    const ids = await Promise.all(['alpha', 'beta', 'gamma'].map(id));
    const type = 'session/customizationToggled';
    const last = ids.map((entry) => client.dispatch(session, { type, id: entry, enabled: false })).at(-1)!;
    await client.echo(last);
    await lister.ping();
    const { modifiedAt } = (await listed(client)) as { modifiedAt: string };
    expect(modifiedAt >= before).toBe(true);
    expect(summaries(lister).at(-1)).toEqual(['root/sessionSummaryChanged', { modifiedAt }]);
    expect(summaries(lister).length).toBeLessThanOrEqual(ids.length);
    expect((await client.subscribe(session)).state).not.toHaveProperty('modifiedAt');
  });

  it('reports the time as a number where the version does', async () => {
    const { client, lister, session, id } = await start('0.4.0');
    await client.toggle(session, { id: await id('alpha'), enabled: false });
    await lister.ping();
    const modifiedAt = (await listed(lister))['modifiedAt'];
    expect(modifiedAt).toEqual(expect.any(Number));
    expect(summaries(lister)).toEqual([['root/sessionSummaryChanged', { modifiedAt }]]);
  });

  it('does not update the time when it is refused', async () => {
    const { client, lister, session } = await start();
    await client.toggle(session, { id: 'nowhere', enabled: false });
    await lister.ping();
    expect(summaries(lister)).toEqual([]);
  });
});

it('the root state leaves switches to the sessions', async () => {
  const { client, lister, session, id } = await start();
  const before = (await lister.subscribe(rootChannel)).state['agents'];
  await client.toggle(session, { id: await id('.agents/skills'), enabled: false });
  await lister.ping();
  expect((await lister.subscribe(rootChannel)).state['agents']).toEqual(before);
  expect(lister.envelopes('root/agentsChanged')).toEqual([]);
});
