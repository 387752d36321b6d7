import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { SwitchesFile, switchesPath } from '../../src/host/session/switches-file.js';
import { Workspace } from '../../src/host/session/workspace.js';
import { gemini } from '../../src/host/tools/gemini/gemini.js';
import { makeTree, trustInGemini } from '../support/host-tree.js';
import { rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';
import { follow, skillText, watchedHost } from '../support/watched-host.js';

describe('switches made elsewhere', () => {
  it('appear at once, from the first one on', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { client, session, shown } = await watchedHost(tree);
    const { uri } = await client.entry(session, 'alpha');
    const file = new SwitchesFile(switchesPath(tree.environment));
    await file.change([{ workspace: undefined, key: uri, enabled: false }]);
    await shown.shows(({ name, enabled }) => name === 'alpha' && enabled === false);
    await file.change([{ workspace: undefined, key: uri, enabled: undefined }]);
    await shown.shows(({ name, enabled }) => name === 'alpha' && enabled !== false);
    expect(client.envelopes('session/customizationUpdated')).toHaveLength(2);
  });

  it('are reported as unreadable when their file is damaged', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { client, session } = await watchedHost(tree);
    const { id } = await client.entry(session, 'alpha');
    await client.toggle(session, { id, enabled: false });
    writeFileSync(switchesPath(tree.environment), '{ not JSON');
    const problems = () =>
      JSON.stringify(client.envelopes('session/metaChanged').at(-1)?.action['_meta'] ?? '');
    await client.until(() => problems().includes('damaged'));
    expect(JSON.stringify((await client.subscribe(session)).state['_meta'])).toContain('damaged');
    expect(await client.toggle(session, { id, enabled: false })).not.toHaveProperty('rejectionReason');
    await client.until(() => problems().includes('set-aside'));
  });
});

const patience = { timeout: 10_000 };

it('a file that a rule reads only on first use is watched from then on', async () => {
  const tree = makeTree();
  trustInGemini(tree);
  const skill = tree.skill('alpha');
  tree.write('.gemini/agents/ga.md', '---\nname: ga\ndescription: Looks.\n---\nLook.\n');
  const workspace = new Workspace(tree.environment, {});
  onTestFinished(() => workspace.close());
  workspace.watch(
    () => {},
    () => {},
  );
  // The watcher reports what it starts with together with this, and nothing more after that.
  writeFileSync(skill, skillText('alpha', 'Other words.'));
  const words = () => JSON.stringify(workspace.catalog.containers);
  await expect.poll(words, patience).toContain('Other words.');
  const switches = workspace.switchesOf([gemini]).get(gemini)!;
  const refusals = () => [...workspace.tableOf(switches).values()].map(({ refused }) => refused);
  expect(refusals()).toContain('you have not approved it');
  const approvals = join(tree.home, '.gemini/acknowledgments');
  mkdirSync(approvals);
  writeFileSync(join(approvals, 'agents.json'), JSON.stringify({ [tree.cwd]: { ga: 'x' } }));
  await expect.poll(refusals, patience).toContain('it has changed since you approved it');
});

describe('without watching', () => {
  it('only what a client writes appears', async () => {
    const tree = makeTree();
    const served = await servedHost(tree);
    const client = await served.greet();
    const session = await client.session();
    const shown = await follow(client, session);
    const directory = shown.now().find(({ name }) => name === '.agents/skills')!;
    expect(directory).toMatchObject({ writable: true, contents: 'skill', children: [] });
    const uri = `${directory.uri}/made/SKILL.md`;
    const params = {
      channel: rootChannel,
      uri,
      data: skillText('made'),
      encoding: 'utf-8',
      createOnly: true,
    };
    expect(await client.request('resourceWrite', params)).toEqual({});
    await shown.has('made');
    expect(await client.refusal('resourceWrite', params)).toMatchObject({ code: -32010 });
    const elsewhere = { ...params, uri: fileUri(join(tree.cwd, 'elsewhere.md')) };
    expect(await client.refusal('resourceWrite', elsewhere)).toMatchObject({ code: -32009 });
    await client.ping();
    expect(client.envelopes()).toHaveLength(1);
  });
});

it('changes appear although there are more directories than can be watched', async () => {
  const tree = makeTree();
  tree.skill('alpha');
  const { served, client, session, shown } = await watchedHost(tree, { watchedDirectories: 1 });
  expect(served.host.watchMode).toBe('polling');
  const { id } = await client.entry(session, 'alpha');
  await client.toggle(session, { id, enabled: false });
  tree.skill('beta');
  await shown.has('beta');
  expect(shown.now().find(({ name }) => name === 'alpha')).toMatchObject({ enabled: false });
});
