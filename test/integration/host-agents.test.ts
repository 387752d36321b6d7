import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { type Json, type RawClient, rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

const text = (name: string, more = '') => `---\nname: ${name}\ndescription: Helps.\n${more}---\n\nHelp.\n`;

const places = {
  planner: '.github/agents/planner.agent.md',
  reviewer: '.github/agents/reviewer.agent.md',
  hidden: '.github/agents/hidden.agent.md',
};

function treeWithAgents(): Tree {
  const tree = makeTree();
  tree.skill('alpha');
  tree.write(places.planner, text('planner'));
  tree.write(places.reviewer, text('reviewer'));
  tree.write(places.hidden, text('hidden', 'user-invocable: false\n'));
  return tree;
}

async function start(tree = treeWithAgents()) {
  const host = await servedHost(tree);
  const client = await host.greet();
  const channel = await client.session();
  await client.subscribe(channel);
  const uri = (place: keyof typeof places) => fileUri(join(tree.cwd, places[place]));
  return { tree, host, client, channel, uri };
}

const stateOf = async (client: RawClient, channel: string) =>
  (await client.subscribe(channel)).state as { agent?: Json; summary?: Json };

const selecting = (client: RawClient, channel: string, uri?: string) =>
  client.echo(
    client.dispatch(channel, { type: 'session/agentChanged', ...(uri !== undefined && { agent: { uri } }) }),
  );

const summariesOf = async (client: RawClient) =>
  (await client.request<{ items: Json[] }>('listSessions', { channel: rootChannel })).items;

describe('the selected agent of a session', () => {
  it('is the default at first', async () => {
    const { client, channel } = await start();
    expect(await stateOf(client, channel)).not.toHaveProperty('agent');
    expect((await summariesOf(client))[0]).not.toHaveProperty('agent');
  });

  it('is what a client selects, for all clients and in the list of sessions', async () => {
    const { host, client, channel, uri } = await start();
    const [other, follower] = [await host.greet(), await host.greet()];
    await other.subscribe(channel);
    await follower.subscribe(rootChannel);
    const agent = { uri: uri('planner') };
    const echo = await selecting(client, channel, agent.uri);
    expect(echo).toMatchObject({ action: { type: 'session/agentChanged', agent } });
    expect(echo).not.toHaveProperty('rejectionReason');
    expect(await stateOf(client, channel)).toMatchObject({ agent });
    expect((await summariesOf(client))[0]).toMatchObject({ agent });
    await other.ping();
    expect(other.envelopes()).toMatchObject([{ action: { type: 'session/agentChanged', agent } }]);
    await selecting(client, channel);
    expect(await stateOf(client, channel)).not.toHaveProperty('agent');
    await follower.ping();
    expect(follower.notifications().map(({ params }) => params)).toMatchObject([
      { session: channel, changes: { agent } },
      { session: channel, changes: { agent: null } },
    ]);
  });

  it('is nested for a client of 0.4', async () => {
    const { host, client, channel, uri } = await start();
    await selecting(client, channel, uri('planner'));
    const old = await host.greet('0.4.0');
    const { summary, agent } = await stateOf(old, channel);
    expect([summary?.['agent'], agent]).toEqual([{ uri: uri('planner') }, undefined]);
  });

  it.each<[string, (uri: (place: keyof typeof places) => string, tree: Tree) => string, string]>([
    ['is unknown', () => 'file:///nobody.agent.md', 'the session has no such agent'],
    [
      'is a skill',
      (_uri, tree) => fileUri(join(tree.cwd, '.agents/skills/alpha/SKILL.md')),
      'the session has no such agent',
    ],
    ['is not the user’s', (uri) => uri('hidden'), 'hidden cannot be selected: the user may not invoke it'],
  ])('is refused if it %s', async (_what, pick, reason) => {
    const { tree, client, channel, uri } = await start();
    await selecting(client, channel, uri('planner'));
    const echo = await selecting(client, channel, pick(uri, tree));
    expect(echo.rejectionReason).toBe(reason);
    expect(await stateOf(client, channel)).toMatchObject({ agent: { uri: uri('planner') } });
  });

  it('is refused while it is off, and not used while it is off or gone', async () => {
    const { tree, host, client, channel, uri } = await start();
    const agent = { uri: uri('planner') };
    const { id } = await client.entry(channel, 'planner');
    await client.toggle(channel, { id, enabled: false });
    expect(await selecting(client, channel, agent.uri)).toMatchObject({
      rejectionReason: 'planner cannot be selected: it is off',
    });
    await client.toggle(channel, { id, enabled: true });
    await selecting(client, channel, agent.uri);
    const follower = await host.greet();
    await follower.subscribe(rootChannel);
    await client.toggle(channel, { id, enabled: false });
    expect(await stateOf(client, channel)).not.toHaveProperty('agent');
    await follower.ping();
    expect(follower.notifications().map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ changes: { agent: null } }),
    );
    await client.toggle(channel, { id, enabled: true });
    expect(await stateOf(client, channel)).toMatchObject({ agent });
    rmSync(join(tree.cwd, places.planner));
    await host.host.rescan();
    expect(await stateOf(client, channel)).not.toHaveProperty('agent');
    tree.write(places.planner, text('planner'));
    await host.host.rescan();
    expect(await stateOf(client, channel)).toMatchObject({ agent });
  });

  it('waits for the toggles before it', async () => {
    const { client, channel, uri } = await start();
    const { id } = await client.entry(channel, 'planner');
    await client.toggle(channel, { id, enabled: false });
    client.dispatch(channel, { type: 'session/customizationToggled', id, enabled: true });
    const echo = await selecting(client, channel, uri('planner'));
    expect(echo).not.toHaveProperty('rejectionReason');
  });

  it.each([{ agent: 'planner' }, { agent: {} }])('is refused if the action carries %j', async (fields) => {
    const { client, channel } = await start();
    const echo = await client.echo(client.dispatch(channel, { type: 'session/agentChanged', ...fields }));
    expect(echo.rejectionReason).toContain('agent');
  });
});

describe('the selection', () => {
  it('is kept for the working directory and the provider', async () => {
    const { tree, client, channel, uri } = await start();
    await selecting(client, channel, uri('planner'));
    const again = await (await servedHost(tree)).greet();
    expect((await summariesOf(again))[0]).toMatchObject({ agent: { uri: uri('planner') } });
    expect(await stateOf(again, channel)).toMatchObject({ agent: { uri: uri('planner') } });
    await selecting(again, channel);
    const last = await (await servedHost(tree)).greet();
    expect(await stateOf(last, channel)).not.toHaveProperty('agent');
  });

  it('of another process is followed', async () => {
    const { tree, host, client, channel, uri } = await start();
    const other = await (await servedHost(tree)).greet();
    await other.subscribe(channel);
    await selecting(other, channel, uri('reviewer'));
    await host.host.rescan();
    expect(await stateOf(client, channel)).toMatchObject({ agent: { uri: uri('reviewer') } });
  });

  it('of a session that a client created ends with it', async () => {
    const { tree, client, uri } = await start();
    const channel = 'agents:/mine';
    await client.request('createSession', { channel });
    await client.subscribe(channel);
    await selecting(client, channel, uri('planner'));
    expect(await stateOf(client, channel)).toMatchObject({ agent: { uri: uri('planner') } });
    expect(existsSync(agentsFile(tree))).toBe(false);
  });

  it('is refused if its file is damaged, which is left as it is', async () => {
    const { tree, client, channel, uri } = await start();
    await selecting(client, channel, uri('planner'));
    writeFileSync(agentsFile(tree), '{"version":2}');
    const echo = await selecting(client, channel, uri('reviewer'));
    expect(echo.rejectionReason).toContain('agents.json is damaged, or from a newer skillpick');
    expect(readFileSync(agentsFile(tree), 'utf8')).toBe('{"version":2}');
  });
});

const agentsFile = (tree: Tree) => join(tree.home, '.local/state/skillpick/agents.json');

describe('a session that is created with an agent', () => {
  it('uses it', async () => {
    const { client, uri } = await start();
    const [channel, agent] = ['agents:/mine', { uri: uri('planner') }];
    expect(await client.request('createSession', { channel, agent })).toBeNull();
    expect(await stateOf(client, channel)).toMatchObject({ agent });
  });

  it.each<[string, Json, string]>([
    ['is unknown', { uri: 'file:///nobody.agent.md' }, 'the session has no such agent'],
    ['has no uri', {}, '"uri" must be a string'],
  ])('is not created if the agent %s', async (_what, agent, message) => {
    const { client } = await start();
    const before = await summariesOf(client);
    const refusal = await client.refusal('createSession', { channel: 'agents:/mine', agent });
    expect(refusal).toMatchObject({ code: -32602, message });
    expect(await summariesOf(client)).toEqual(before);
  });

  it('in place of one from the start keeps its selection in memory', async () => {
    const { tree, client, channel, uri } = await start();
    await selecting(client, channel, uri('planner'));
    writeFileSync(agentsFile(tree), 'damaged');
    await client.request('disposeSession', { channel });
    const agent = { uri: uri('reviewer') };
    await client.request('createSession', { channel, provider: 'agents', agent });
    expect(await stateOf(client, channel)).toMatchObject({ agent });
    await selecting(client, channel, uri('planner'));
    expect(await stateOf(client, channel)).toMatchObject({ agent: { uri: uri('planner') } });
    expect(readFileSync(agentsFile(tree), 'utf8')).toBe('damaged');
  });
});
