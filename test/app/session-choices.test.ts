import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CurrentChoice, listOffers } from '../../src/app/session-choices.js';
import type { Io } from '../../src/io.js';
import { SessionStatus } from '../../src/protocol/types.js';
import { ageEntry, publishEntry } from '../support/endpoint-entries.js';

const minuteMs = 60_000;

it.each([
  ['file:///home/me/my%20repo', 5 * minuteMs, 'copilotcli, ~/my repo, idle, 5 min ago'],
  ['file:///srv/repo', 119 * minuteMs, 'copilotcli, /srv/repo, idle, 1 h ago'],
  ['file:///C:/repo', 49 * 60 * minuteMs, 'copilotcli, C:/repo, idle, 2 d ago'],
  ['virtual://repo', undefined, 'copilotcli, virtual://repo, idle'],
  [undefined, undefined, 'copilotcli, idle'],
])('describes a session in %s as the lists do', async (workingDirectory, ageMs, note) => {
  const summary = {
    resource: 'copilotcli:/one',
    status: SessionStatus.Idle | SessionStatus.IsRead,
    workingDirectory,
    ...(ageMs !== undefined && { modifiedAt: Date.now() - ageMs }),
  };
  const connected = {
    listSessions: async () => [summary],
    host: { kind: 'url', name: 'agent host', url: 'ws://127.0.0.1:1' },
  } as unknown as CurrentChoice['connected'];
  const io = { env: {}, home: '/home/me', platform: 'linux' } as unknown as Io;
  const [offer] = await listOffers({ connected, session: null, options: {} }, io);
  expect(offer?.note).toBe(note);
});

it.each([
  ['another host', { kind: 'url', isOwn: false }, ['new', 'embedded']],
  ['a host of our own that is served', { kind: 'url', isOwn: true }, ['embedded']],
  ['a host of our own that has published itself', { kind: 'standalone', isOwn: true }, ['embedded']],
  ['the embedded host', { kind: 'embedded', isOwn: true }, []],
])('offers a new session on hosts that keep their own alone: %s', async (_what, kind, keys) => {
  const connected = {
    listSessions: async () => [],
    host: { name: 'host', url: null, ...kind },
  } as unknown as CurrentChoice['connected'];
  const io = { env: {}, home: '/nowhere', platform: 'linux' } as unknown as Io;
  const offers = await listOffers({ connected, session: null, options: {} }, io);
  expect(offers.map(({ key }) => key)).toEqual(keys);
});

it('says of a running host that it was started moments ago, because it may not answer yet', async () => {
  const root = mkdtempSync(join(tmpdir(), 'skillpick-choices-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const io = { env: { XDG_RUNTIME_DIR: `${root}/run` }, home: root, platform: 'linux' } as unknown as Io;
  const connected = {
    listSessions: async () => [],
    host: { kind: 'embedded', name: 'skillpick', url: null, isOwn: true },
  } as unknown as CurrentChoice['connected'];
  const offers = async () =>
    (await listOffers({ connected, session: null, options: {} }, io)).map(({ note }) => note);
  publishEntry({ root }, 'one', 'ws://127.0.0.1:9');
  const always = `standalone, pid ${process.pid}, 0.9.0`;
  expect(await offers()).toEqual([expect.stringMatching(new RegExp(`^${always}, started \\d s ago$`))]);
  ageEntry({ root }, 'one');
  expect(await offers()).toEqual([always]);
});
