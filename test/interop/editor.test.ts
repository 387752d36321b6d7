/** An editor's host, found by the entry it publishes and reached over its socket. */

import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findHosts } from '../../src/client/index.js';
import { describeHosts, entry, type Setting } from './setting.js';

function hostsOf({ scene }: Setting) {
  const env = { XDG_CONFIG_HOME: dirname(scene.userData), APPDATA: dirname(scene.userData) };
  return findHosts({ env, platform: process.platform, home: scene.home });
}

/** The host publishes its entry some time after it listens. */
function published(setting: Setting) {
  const look = () => {
    const found = hostsOf(setting);
    return found.hosts.length > 0 && found;
  };
  return vi.waitUntil(look, { timeout: 10_000 });
}

describeHosts(
  'editor',
  (setting, version) => {
    test('its entry is found and trusted', async () => {
      const { hosts, refused } = await published(setting());
      expect(refused).toEqual([]);
      expect(hosts).toHaveLength(1);
      expect(hosts[0]).toMatchObject({
        type: 'editor',
        pid: setting().host.pid,
        isAlive: true,
        protocolVersion: version === '4.133.0' ? '0.8.0' : '0.9.0',
      });
      expect(hosts[0]?.url).toMatch(/^ws\+unix:/);
      expect(JSON.stringify(hosts[0])).not.toContain(hosts[0]?.revealToken());
    });

    test('a client connects over its socket, with its own token', async () => {
      const [found] = (await published(setting())).hosts;
      const client = await setting().connect({ url: found!.url, token: found!.revealToken() });
      const store = await setting().openSession(client);
      const { id } = entry(store.getSnapshot(), 'skill', '/triage/SKILL.md');
      expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
      const wrong = setting().connect({ url: found!.url, token: 'another-token' });
      await expect(wrong).rejects.toMatchObject({ code: 'wrong-token' });
    });

    test('its entry counts as stale once it has ended', async () => {
      await published(setting());
      await setting().host.kill();
      expect(hostsOf(setting()).hosts.map(({ isAlive }) => isAlive)).toEqual([false]);
    });
  },
  { editor: true },
);
