import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectToHost } from '../../src/client/connect-to-host.js';
import { findHosts } from '../../src/client/endpoints.js';
import { bundleScript, type Script } from '../support/bundle.js';
import { Child } from '../support/child-process.js';
import { makeTree } from '../support/host-tree.js';

let server: Script;
beforeAll(async () => {
  server = await bundleScript('server');
});
afterAll(() => server.remove());

const endings: [string, (child: Child) => void, { code: number | null; signal: string | null }][] = [
  ['is asked to end', (child) => child.endInput(), { code: 0, signal: null }],
  ['exits by itself', (child) => child.sendLine('exit'), { code: 3, signal: null }],
  ['fails', (child) => child.sendLine('throw'), { code: 1, signal: null }],
  ['receives SIGTERM', (child) => child.kill('SIGTERM'), { code: 143, signal: null }],
  ['is interrupted', (child) => child.kill('SIGINT'), { code: 130, signal: null }],
  ['loses its terminal', (child) => child.kill('SIGHUP'), { code: 129, signal: null }],
];

it.each(endings)('another process finds a host, until the process of the host %s', async (_, end, ending) => {
  const tree = makeTree();
  const child = new Child(server, [tree.cwd, tree.home]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.ended;
  });
  await child.until(() => child.lines.length > 0);
  const { url, token, tokenFile } = JSON.parse(child.lines[0]!);
  const [found] = findHosts(tree.environment).hosts;
  expect(found).toMatchObject({ pid: child.pid, url, isAlive: true });
  expect(found?.revealToken()).toBe(token);
  const client = await connectToHost({ url, token });
  expect(await client.listSessions()).toHaveLength(1);
  await client.close();
  end(child);
  expect(await child.ended).toEqual(ending);
  expect(findHosts(tree.environment).hosts).toEqual([]);
  expect(existsSync(tokenFile)).toBe(false);
});
