import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import type { RawClient, RawDecision } from '../support/raw-client.js';
import { makeSampleRepository } from '../support/sample-repository.js';
import { servedHost } from '../support/served-host.js';

/** A host on the sample repository, and a client that follows its session. */
async function start() {
  const scene = makeSampleRepository();
  const host = await servedHost(scene, { plugins: scene.plugins });
  const client = await host.greet();
  const session = await client.session();
  const id = (name: string) => client.entry(session, name).then((entry) => entry.id);
  return { scene, host, client, session, id, workspace: fileUri(scene.cwd) };
}

/** Returns the flag of an entry on another host over the same tree. */
async function afterRestart(scene: Tree & { plugins: string[] }, name: string) {
  const client = await (await servedHost(scene, { plugins: scene.plugins })).greet();
  return client.entry(await client.session(), name);
}

const storedIn = (tree: Tree) =>
  JSON.parse(readFileSync(join(tree.home, '.local/state/skillpick/switches.json'), 'utf8'));

async function decisions(client: RawClient, session: string, name: string): Promise<RawDecision[]> {
  const { enablement, _meta } = await client.entry(session, name);
  return enablement ?? _meta?.skillpick?.enablement ?? [];
}

describe('a toggle', () => {
  const shapes = [
    ['the flag', { enabled: false }],
    ['the decisions', { enablement: [{ kind: 'workspace', enabled: false }] }],
    ['both', { enabled: false, enablement: [{ kind: 'workspace', enabled: false }] }],
    [
      'both, the decisions being right',
      { enabled: true, enablement: [{ kind: 'workspace', enabled: false }] },
    ],
  ] as const;

  it.each(shapes)(
    'may be spelled with %s, and is echoed once to every client with its origin',
    async (_, fields) => {
      const { host, client, session, id, workspace } = await start();
      const other = await host.greet();
      await other.subscribe(session);
      const alpha = await id('alpha');
      const echo = await client.toggle(session, { id: alpha, ...fields });
      expect(echo).toEqual({
        channel: session,
        serverSeq: 1,
        origin: { clientId: client.clientId, clientSeq: 1 },
        action: {
          type: 'session/customizationToggled',
          id: alpha,
          enablement: [{ kind: 'workspace', enabled: false, uri: workspace }],
        },
      });
      await other.until(() => other.envelopes('session/customizationToggled').length === 1);
      expect(other.envelopes('session/customizationToggled')).toEqual([echo]);
      expect(await other.entry(session, 'alpha')).toMatchObject({ enabled: false });
      expect(await other.entry(session, 'beta')).not.toHaveProperty('enabled');
    },
  );

  it('reaches every kind of entry and outlives the host', async () => {
    const { scene, client, session, id } = await start();
    const names = ['alpha', 'gamma', 'AGENTS.md', 'delta', 'pack', 'packed', 'local'];
    for (const name of names) await client.toggle(session, { id: await id(name), enabled: false });
    const later = await (await servedHost(scene, { plugins: scene.plugins })).greet();
    for (const name of [...names, 'beta', 'remote']) {
      const { enabled, enablement } = await later.entry(await later.session(), name);
      expect(enablement?.[0]?.enabled ?? enabled ?? true, name).toBe(!names.includes(name));
    }
  });

  it('does not mix a plugin with its children', async () => {
    const { client, session, id } = await start();
    await client.toggle(session, { id: await id('pack'), enabled: false });
    expect(await client.entry(session, 'packed')).not.toHaveProperty('enablement');
    await client.toggle(session, { id: await id('packed'), enabled: false });
    await client.toggle(session, { id: await id('pack'), enabled: true });
    expect((await client.entry(session, 'packed')).enablement).toMatchObject([{ enabled: false }]);
  });

  it('of a directory switches its entries', async () => {
    const { client, session, id } = await start();
    await client.toggle(session, { id: await id('.agents/skills'), enabled: false });
    for (const name of ['alpha', 'beta', '.agents/skills'])
      expect(await client.entry(session, name), name).toMatchObject({ enabled: false });
    await client.toggle(session, { id: await id('beta'), enabled: true });
    expect(await client.entry(session, '.agents/skills')).toMatchObject({ enabled: true });
  });

  it('is confirmed only when it is on disk', async () => {
    const { scene, client, session, id, workspace } = await start();
    await client.toggle(session, { id: await id('alpha'), enabled: false });
    const { uri } = await client.entry(session, 'alpha');
    expect(storedIn(scene)).toEqual({
      version: 1,
      global: {},
      workspaces: { [workspace]: { [uri]: false } },
    });
  });

  it('works for many at once, each echoed once and in order', async () => {
    const { client, session, id } = await start();
    const [alpha, beta] = [await id('alpha'), await id('beta')];
    const sent: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      for (const target of [alpha, beta]) {
        const action = { type: 'session/customizationToggled', id: target, enabled: round % 2 === 0 };
        sent.push(client.dispatch(session, action));
      }
    }
    await client.echo(sent.at(-1)!);
    const echoes = client.envelopes('session/customizationToggled');
    expect(echoes.map(({ origin }) => origin?.clientSeq)).toEqual(sent);
    const numbers = client.envelopes().map(({ serverSeq }) => serverSeq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await client.entry(session, 'beta')).toMatchObject({ enabled: false });
  });

  it('follows the file, not the lines within it', async () => {
    const { scene, client, session, id } = await start();
    await client.toggle(session, { id: await id('remote'), enabled: false });
    scene.write('.mcp.json', `\n\n{"mcpServers": {"remote": {"url": "https://x.example"}}}`);
    expect((await afterRestart(scene, 'remote')).enablement).toMatchObject([{ enabled: false }]);
  });
});

describe('decisions', () => {
  const scopes = ['session', 'workspace', 'global'] as const;

  it.each(['alpha', 'pack', 'local'])(
    'are kept per scope for %s, and the most specific one counts',
    async (name) => {
      const { scene, client, session, id, workspace } = await start();
      const all = [
        { kind: 'session', enabled: true },
        { kind: 'workspace', enabled: false, uri: workspace },
        { kind: 'global', enabled: true },
      ];
      const target = await id(name);
      const { action } = await client.toggle(session, { id: target, enablement: all.toReversed() });
      expect(action).toMatchObject({ enablement: all });
      expect(await decisions(client, session, name)).toEqual(all);
      const later = await afterRestart(scene, name);
      expect(later.enablement ?? later._meta?.skillpick?.enablement).toEqual(all.slice(1));
    },
  );

  it.each(scopes)('for the %s are limited to their scope', async (kind) => {
    const { scene, host, client, session, id } = await start();
    await client.toggle(session, { id: await id('alpha'), enablement: [{ kind, enabled: false }] });
    const flag = async (channel: string) => (await client.entry(channel, 'alpha')).enabled ?? true;
    expect(await flag(session)).toBe(false);
    scene.write('elsewhere/.git/HEAD', '');
    const elsewhere = fileUri(join(scene.cwd, 'elsewhere'));
    await client.request('createSession', { channel: 'agents:/here' });
    await client.request('createSession', { channel: 'agents:/there', workingDirectories: [elsewhere] });
    expect(await flag('agents:/here')).toBe(kind === 'session');
    expect(host.host.sessions.size).toBe(3);
    expect((await afterRestart(scene, 'alpha')).enabled ?? true).toBe(kind === 'session');
  });

  it('for the workspace belong to one repository, global ones to all', async () => {
    const tree = makeTree();
    tree.write(
      '../home/.agents/skills/shared/SKILL.md',
      '---\nname: shared\ndescription: Of the home.\n---\n',
    );
    tree.write('other/.git/HEAD', '');
    const client = await (await servedHost(tree)).greet();
    const [here, there] = [await client.session(), 'agents:/there'];
    const workingDirectory = fileUri(join(tree.cwd, 'other'));
    await client.request('createSession', { channel: there, workingDirectory });
    const { id } = await client.entry(here, 'shared');
    await client.toggle(here, { id, enablement: [{ kind: 'workspace', enabled: false }] });
    expect(await client.entry(there, 'shared')).not.toHaveProperty('enabled');
    await client.toggle(here, { id, enablement: [{ kind: 'global', enabled: false }] });
    await client.request('disposeSession', { channel: there });
    await client.request('createSession', { channel: there, workingDirectory });
    expect(await client.entry(there, 'shared')).toMatchObject({ enabled: false });
  });

  it('are replaced by the list that is sent, and removed by an empty one', async () => {
    const { scene, client, session, id, workspace } = await start();
    const target = await id('pack');
    const global = { kind: 'global', enabled: false };
    await client.toggle(session, { id: target, enablement: [{ kind: 'workspace', enabled: true }, global] });
    await client.toggle(session, { id: target, enablement: [global] });
    expect(await decisions(client, session, 'pack')).toEqual([global]);
    expect(storedIn(scene).workspaces).toEqual({});
    const { action } = await client.toggle(session, { id: target, enabled: true, enablement: [] });
    expect(action).toMatchObject({ enablement: [] });
    expect(await client.entry(session, 'pack')).not.toHaveProperty('enablement');
    expect(storedIn(scene)).toEqual({ version: 1, global: {}, workspaces: {} });
    await client.toggle(session, { id: target, enabled: false });
    expect(await decisions(client, session, 'pack')).toEqual([
      { kind: 'workspace', enabled: false, uri: workspace },
    ]);
  });

  it('of an entry that is reset leave nothing behind', async () => {
    const { client, session, id } = await start();
    await client.toggle(session, {
      id: await id('alpha'),
      enablement: [{ kind: 'session', enabled: false }],
    });
    await client.toggle(session, { id: await id('alpha'), enabled: true, enablement: [] });
    const alpha = await client.entry(session, 'alpha');
    expect(alpha.enabled ?? true).toBe(true);
    expect(alpha._meta?.skillpick).not.toHaveProperty('enablement');
  });

  it('made with a bare flag are for the workspace and replace the one for the session', async () => {
    const { client, session, id, workspace } = await start();
    const global = { kind: 'global', enabled: true };
    const target = await id('alpha');
    await client.toggle(session, { id: target, enablement: [{ kind: 'session', enabled: true }, global] });
    await client.toggle(session, { id: target, enabled: false });
    const expected = [{ kind: 'workspace', enabled: false, uri: workspace }, global];
    expect(await decisions(client, session, 'alpha')).toEqual(expected);
  });

  it('survive the removal and return of their file', async () => {
    const tree = makeTree();
    const file = tree.skill('alpha');
    tree.skill('beta');
    const served = await servedHost(tree);
    served.host.watch();
    const client = await served.greet();
    const session = await client.session();
    const { id } = await client.entry(session, 'alpha');
    await client.toggle(session, { id, enabled: false });
    const children = () => {
      const last = client.envelopes('session/customizationUpdated').at(-1)?.action['customization'];
      return (last as { children: { name: string; enabled?: boolean }[] } | undefined)?.children;
    };
    renameSync(file, `${file}.away`);
    await client.until(() => children()?.length === 1);
    renameSync(`${file}.away`, file);
    await client.until(() => children()?.length === 2);
    expect(children()).toMatchObject([{ name: 'alpha', enabled: false }, { name: 'beta' }]);
    rmSync(join(tree.cwd, '.agents'), { recursive: true });
    await client.until(() => children()?.length === 0);
    tree.skill('alpha');
    await client.until(() => children()?.length === 1);
    expect(children()).toMatchObject([{ name: 'alpha', enabled: false }]);
  });
});
