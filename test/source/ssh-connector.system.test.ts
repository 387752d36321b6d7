import { expect, vi } from 'vitest';
import type { Io } from '../../src/io.js';
import { sshConnector } from '../../src/source/ssh/ssh-connector.js';
import { SshTunnel } from '../../src/source/ssh/ssh-tunnel.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { itWithSshd } from '../support/sshd.js';

itWithSshd('a connector over ssh forgets the tunnels that have ended', async (sshd) => {
  const { port } = await listenDuringTest(new ScriptedHost());
  const { signal } = new AbortController();
  const io = { env: sshd.env, platform: process.platform, signal } as unknown as Io;
  const connector = await sshConnector(`ssh://box/${port}`, { asksNothing: true }, io);
  const close = vi.spyOn(SshTunnel.prototype, 'close');
  for (let drop = 0; drop < 2; drop += 1) {
    const transport = await connector.open(signal);
    const ended = new Promise<void>((end) => transport.open({ frame: () => {}, end: () => end() }));
    sshd.hangUp();
    await ended;
  }
  await Promise.all(close.mock.results.map(({ value }) => value));
  expect(close.mock.contexts).toHaveLength(2);
  await connector.open(signal);
  close.mockClear();
  await connector.close?.();
  expect(close.mock.contexts).toHaveLength(1);
  await sshd.allEnded();
});
