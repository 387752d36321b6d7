import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectToHost } from '../../../src/client/connect-to-host.js';
import { findHosts } from '../../../src/client/endpoints.js';
import { publishEndpoint } from '../../../src/host/wire/publish.js';
import { runtimeDirectory } from '../../../src/protocol/runtime-directory.js';
import { makeTree } from '../../support/host-tree.js';
import { servedHost } from '../../support/served-host.js';

const at = (port: number) => ({ type: 'tcp', host: '127.0.0.1', port }) as const;
const mode = (path: string) => statSync(path).mode & 0o777;

it('publishes a host to this user alone', async () => {
  const tree = makeTree();
  tree.skill('alpha');
  const served = await servedHost(tree);
  const { tokenFile, withdraw } = publishEndpoint(tree.environment, served.server.endpoint, served.token);
  const runtime = runtimeDirectory(tree.environment);
  const [entry] = readdirSync(join(runtime, 'entries'));
  for (const directory of [runtime, join(runtime, 'entries'), join(runtime, 'tokens')])
    expect(mode(directory)).toBe(0o700);
  expect(mode(join(runtime, 'entries', entry!))).toBe(0o600);
  expect(mode(tokenFile)).toBe(0o600);
  expect(readFileSync(tokenFile, 'utf8')).toBe(`${served.token}\n`);

  const { hosts, refused } = findHosts(tree.environment);
  expect(refused).toEqual([]);
  expect(hosts).toMatchObject([
    { type: 'standalone', pid: process.pid, url: served.url, protocolVersion: '1.1.0', isAlive: true },
  ]);
  const client = await connectToHost({ url: hosts[0]!.url, token: hosts[0]!.revealToken() });
  expect((await client.listSessions()).map(({ title }) => title)).toEqual(['repo']);
  await client.close();

  withdraw();
  expect(existsSync(tokenFile)).toBe(false);
  expect(findHosts(tree.environment).hosts).toEqual([]);
  withdraw();
});

it('makes directories private that were open to others', () => {
  const tree = makeTree();
  const runtime = runtimeDirectory(tree.environment);
  mkdirSync(join(runtime, 'entries'), { recursive: true, mode: 0o755 });
  const { withdraw } = publishEndpoint(tree.environment, at(1), 'token');
  expect([mode(runtime), mode(join(runtime, 'entries'))]).toEqual([0o700, 0o700]);
  withdraw();
});

it('publishes several hosts side by side', () => {
  const tree = makeTree();
  const [one, other] = [1, 2].map((port) => publishEndpoint(tree.environment, at(port), `token-${port}`));
  expect(
    findHosts(tree.environment)
      .hosts.map(({ url }) => url)
      .toSorted(),
  ).toEqual(['ws://127.0.0.1:1', 'ws://127.0.0.1:2']);
  one!.withdraw();
  expect(findHosts(tree.environment).hosts.map(({ url }) => url)).toEqual(['ws://127.0.0.1:2']);
  other!.withdraw();
});

it('leaves no listener behind', () => {
  const tree = makeTree();
  const before = process.listenerCount('exit');
  const { withdraw } = publishEndpoint(tree.environment, at(1), 'token');
  expect(process.listenerCount('exit')).toBe(before + 1);
  withdraw();
  expect(process.listenerCount('exit')).toBe(before);
});

it.each(['', 'entries', 'tokens'])('writes nothing if its directory %s is a link', (name) => {
  const tree = makeTree();
  const path = join(runtimeDirectory(tree.environment), name);
  const elsewhere = join(tree.root, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o755 });
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  symlinkSync(elsewhere, path);
  const publish = () => publishEndpoint(tree.environment, at(1), 'token');
  expect(publish).toThrow(
    expect.objectContaining({ code: 'output-failed', message: expect.stringContaining('link') }),
  );
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(mode(elsewhere)).toBe(0o755);
});
