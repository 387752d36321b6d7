/** Our client publishes a directory, and our host lists it: both ends over a real socket. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { connectToHost, type Forgotten, readPluginFiles } from '../../src/client/index.js';
import { Host } from '../../src/host/host.js';
import { serveSocket } from '../../src/host/wire/server.js';
import { type AnyCustomization, childrenOf, ownEnabled } from '../../src/protocol/index.js';
import { DirectoryPublisher } from '../../src/source/directory-publisher.js';
import { makeTree } from '../support/host-tree.js';
import { servedHost } from '../support/served-host.js';
import { until } from '../support/until.js';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nBody.\n`;

async function open() {
  const tree = makeTree();
  tree.skill('own');
  const host = await servedHost(tree);
  const directory = join(tree.root, 'my pack');
  write(join(directory, 'plugin.json'), '{"name":"my-pack"}');
  write(join(directory, 'skills/deploy/SKILL.md'), skill('deploy'));
  write(join(directory, 'skills/deploy/icon.png'), '\x89PNG');
  const watching = await host.greet();
  const session = await watching.session();
  await watching.subscribe(session);
  const client = await connectToHost(host);
  onTestFinished(() => client.close());
  const store = await client.openSession(session);
  const names = () => {
    const { customizations = [] } = store.getSnapshot().state;
    const plugin = customizations.find(({ type }) => type === 'plugin') as { children?: { name: string }[] };
    return plugin?.children?.map(({ name }) => name);
  };
  return { tree, host, directory, watching, session, client, store, names };
}

it('lists the plugin, follows its files, and forgets it when the client leaves', async () => {
  const { tree, directory, watching, session, client, store, names } = await open();
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  await publisher.publishIn(client, session);
  await until(store.subscribe, () => names()?.length === 1);
  const deploy = await watching.entry(session, 'deploy');
  expect(deploy.uri).toBe(pathToFileURL(join(directory, 'skills/deploy/SKILL.md')).href);
  expect(await watching.entry(session, 'my-pack')).toMatchObject({ clientId: client.clientId });
  expect(await store.toggle(deploy.id, false)).toMatchObject({ kind: 'confirmed', enabled: false });

  write(join(directory, 'skills/review/SKILL.md'), skill('review'));
  write(join(tree.root, 'elsewhere/SKILL.md'), skill('secret'));
  symlinkSync('../../elsewhere', join(directory, 'skills/secret'));
  await until(store.subscribe, () => names()?.length === 2);
  expect(names()).toEqual(['deploy', 'review']);
  expect(await watching.entry(session, 'deploy')).toMatchObject({ id: deploy.id, enabled: false });

  await client.close();
  await watching.until(() => watching.envelopes('session/customizationRemoved').length > 0);
  const left = (await watching.entries(session)).map(({ name }) => name);
  expect(left).not.toContain('deploy');
  expect(left).toContain('own');
});

it('is published again after a restart, and what was switched in it is reported as forgotten', async () => {
  const tree = makeTree();
  const directory = join(tree.root, 'my pack');
  write(join(directory, 'plugin.json'), '{"name":"my-pack"}');
  write(join(directory, 'skills/deploy/SKILL.md'), skill('deploy'));
  const path = join(tree.root, 'host.sock');
  const start = () =>
    serveSocket({ host: new Host({ environment: tree.environment }), path, token: 'a-token' });
  const first = await start();
  const client = await connectToHost({ url: first.url, token: 'a-token' });
  onTestFinished(() => client.close());
  const [session] = await client.listSessions();
  const store = await client.openSession(session!.resource);
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  await publisher.publishIn(client, store.uri);
  const deploy = () => {
    const all = store.getSnapshot().confirmed.customizations ?? [];
    return all
      .flatMap((one) => ('children' in one ? (one.children ?? []) : []))
      .find(({ name }) => name === 'deploy');
  };
  await until(store.subscribe, () => deploy() !== undefined);
  const { id } = deploy()!;
  await expect(store.toggle(id, false, 'workspace')).resolves.toMatchObject({ kind: 'confirmed' });
  const forgotten = new Promise<Forgotten>((resolve) => store.onForgotten(resolve));
  await first.close();
  const second = await start();
  onTestFinished(() => second.close());
  expect((await forgotten).switches).toEqual([{ id, enabled: false, scope: 'session' }]);
  expect(ownEnabled(deploy()!)).toBe(true);
});

it('finds the file of an entry in the directory, also if the host lists a copy', async () => {
  const { tree, directory, session, client, store, names } = await open();
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  await publisher.publishIn(client, session);
  await until(store.subscribe, () => names()?.length === 1);
  const { customizations = [] } = store.getSnapshot().state;
  const plugin = customizations.find(({ type }) => type === 'plugin')!;
  const deploy = childrenOf(plugin)![0]!;
  const path = join(directory, 'skills/deploy/SKILL.md');
  expect(publisher.pathOf(deploy, plugin)).toBe(path);
  const { nonce } = readPluginFiles(directory);
  const pathIn = (below: string, container: AnyCustomization | undefined = plugin) =>
    publisher.pathOf({ ...deploy, uri: `file:///host/copies/${below}` }, container);
  expect(pathIn(`${nonce}/skills/deploy/SKILL.md`)).toBe(path);
  expect(pathIn(`${nonce}/skills/deploy/none.md`)).toBeUndefined();
  expect(pathIn(`${nonce}/../skills/deploy/SKILL.md`)).toBeUndefined();
  expect(pathIn(`${nonce}/skills`)).toBeUndefined();
  expect(pathIn('other/skills/deploy/SKILL.md')).toBeUndefined();
  const others = { ...plugin, clientId: 'other' } as AnyCustomization;
  expect(pathIn(`${nonce}/skills/deploy/SKILL.md`, others)).toBeUndefined();
  const own = customizations.find(({ type }) => type === 'directory')!;
  expect(publisher.pathOf(childrenOf(own)![0]!, own)).toBeUndefined();
  write(join(tree.root, 'elsewhere/SKILL.md'), skill('deploy'));
  rmSync(path);
  symlinkSync(join(tree.root, 'elsewhere/SKILL.md'), path);
  expect(publisher.pathOf(deploy, plugin)).toBeUndefined();
});

it('keeps the plugin while its directory is away', async () => {
  const { directory, session, client, store, names } = await open();
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  await publisher.publishIn(client, session);
  await until(store.subscribe, () => names()?.length === 1);
  rmSync(directory, { recursive: true });
  write(join(directory, 'plugin.json'), '{"name":"my-pack"}');
  write(join(directory, 'skills/other/SKILL.md'), skill('other'));
  await until(store.subscribe, () => names()?.includes('other') === true);
});

it('reports once that the directory has no plugin, and follows it until it has one again', async () => {
  const { tree, directory, session, client, store, names } = await open();
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  const reports: string[][] = [];
  publisher.subscribe(() => reports.push(publisher.problems.map(({ message }) => message)));
  await publisher.publishIn(client, session);
  await until(store.subscribe, () => names()?.length === 1);
  const next = (count: number) =>
    until(
      (listener) => publisher.subscribe(listener),
      () => reports.length === count,
    );
  const manifest = join(directory, 'plugin.json');
  writeFileSync(manifest, '{"name": broken');
  await next(1);
  const uri = pathToFileURL(directory).href;
  expect(publisher.problems).toMatchObject([{ uri, line: null, code: null, severity: 'error' }]);
  const { message } = publisher.problems[0]!;
  expect(message).toMatch(/^The plugin in .*my pack cannot be published: plugin\.json: .*[^.]; what was/);
  expect(message).toMatch(/; what was published last stays$/);
  expect(names()).toEqual(['deploy']);
  writeFileSync(manifest, '{"name":"my-pack"}');
  await next(2);
  expect(publisher.problems).toEqual([]);

  const away = join(tree.root, 'away');
  renameSync(directory, away);
  await next(3);
  expect(publisher.problems[0]!.message).toContain('There is no directory');
  write(join(away, 'skills/review/SKILL.md'), skill('review'));
  renameSync(away, directory);
  await next(4);
  expect(publisher.problems).toEqual([]);
  await until(store.subscribe, () => names()?.length === 2);

  rmSync(directory, { recursive: true });
  mkdirSync(join(tree.root, 'empty'));
  symlinkSync('empty', directory);
  await next(5);
  expect(publisher.problems[0]!.message).toContain('it has no plugin.json');
  rmSync(directory);
  write(join(directory, 'skills/other/SKILL.md'), skill('other'));
  await until(store.subscribe, () => names()?.includes('other') === true);
});

it('reports what is left out of the plugin, from the start', async () => {
  const { directory, session, client } = await open();
  write(join(directory, 'large'), '');
  truncateSync(join(directory, 'large'), 5 * 1024 * 1024);
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  const message = (what: string) => `Of the plugin in ${directory}, ${what}`;
  expect(publisher.problems).toMatchObject([
    { message: message('1 file is left out: large'), severity: 'warning' },
  ]);
  await publisher.publishIn(client, session);
  for (const name of ['a', 'b', 'c', 'd']) symlinkSync('..', join(directory, name));
  if (process.platform === 'win32') symlinkSync('..', join(directory, 'e'));
  else execFileSync('mkfifo', [join(directory, 'e')]);
  await until(
    (listener) => publisher.subscribe(listener),
    () => publisher.problems[0]?.message === message('6 files are left out: a, b, c, d, e and more'),
  );
});

it.each([
  [
    'without anything that a plugin has',
    (at: string) => rmSync(join(at, 'skills'), { recursive: true }),
    'it has no plugin.json',
  ],
  ['with a broken manifest', (at: string) => writeFileSync(join(at, 'plugin.json'), '{'), 'plugin.json: '],
])('does not take a directory %s', async (_what, spoil, reason) => {
  const { directory } = await open();
  if (reason.startsWith('it has')) rmSync(join(directory, 'plugin.json'));
  spoil(directory);
  expect(() => new DirectoryPublisher(directory)).toThrow(
    expect.objectContaining({ code: 'bad-usage', message: expect.stringContaining(reason) }),
  );
});
