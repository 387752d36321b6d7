/** Hosts of a later protocol version, which accept that version alone. */

import { expect, test } from 'vitest';
import { describeHosts, entry } from './setting.js';

const versions = ['4.139.1'] as const;

describeHosts(
  'speaking 0.10 alone',
  (setting) => {
    test('a session is listed and switched', async () => {
      const client = await setting().connect();
      expect(client.protocolVersion).toBe('0.10.0');
      const store = await setting().openSession(client);
      const { id } = entry(store.getSnapshot(), 'skill', '/review/SKILL.md');
      expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
      expect(client.trouble).toEqual({ count: 0, malformedFrames: 0, lastMalformed: undefined });
    });
  },
  { versions, speaks: '0.10.0' },
);

describeHosts(
  'speaking 0.99 alone',
  (setting) => {
    test('the connection is refused as older than the host', async () => {
      await expect(setting().connect()).rejects.toThrow(/^This skillpick is older than the host/);
    });
  },
  { versions, speaks: '0.99.0' },
);
