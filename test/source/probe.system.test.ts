import { expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import type { Io } from '../../src/io.js';
import { monotonicMs } from '../../src/monotonic.js';
import { probeHosts } from '../../src/source/probe.js';
import { makeTree } from '../support/host-tree.js';
import { rawHost } from '../support/raw-socket-host.js';

it('waits only a short time for a server that accepts and stays silent', async () => {
  const { cwd, home } = makeTree();
  const { signal } = new AbortController();
  const io = { cwd, home, env: { XDG_RUNTIME_DIR: home }, platform: 'linux', signal } as unknown as Io;
  const { url } = await rawHost(() => {});
  const startedAtMs = monotonicMs();
  const { hosts } = await probeHosts({ url }, io);
  expect(monotonicMs() - startedAtMs).toBeLessThan(clientLimits.connectTimeoutMs - 1_000);
  expect(hosts).toMatchObject([
    { name: 'embedded', state: 'answers' },
    { name: '--url', state: 'refused', reason: `No agent host answers at ${url} (timed out).` },
  ]);
});
