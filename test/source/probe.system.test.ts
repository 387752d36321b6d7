import { expect, it } from 'vitest';
import { connectToHost } from '../../src/client/connect-to-host.js';
import type { Io } from '../../src/io.js';
import { sourceLimits } from '../../src/source/limits.js';
import { probeHosts } from '../../src/source/probe.js';
import { makeTree } from '../support/host-tree.js';
import { rawHost } from '../support/raw-socket-host.js';

it('gives up a server that accepts and stays silent within the time for a probe', async () => {
  const { cwd, home } = makeTree();
  const { signal } = new AbortController();
  const io = { cwd, home, env: { XDG_RUNTIME_DIR: home }, platform: 'linux', signal } as unknown as Io;
  const { url } = await rawHost(() => {});
  const order: string[] = [];
  const connecting = connectToHost({ url, connectTimeoutMs: 2 * sourceLimits.probeTimeoutMs }).catch(() =>
    order.push('client'),
  );
  const { hosts } = await probeHosts({ url }, io);
  order.push('probe');
  await connecting;
  expect(order).toEqual(['probe', 'client']);
  expect(hosts).toMatchObject([
    { name: 'embedded', state: 'answers' },
    { name: '--url', state: 'refused', reason: `No agent host answers at ${url} (timed out).` },
  ]);
});
