import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { RootStore } from '../../src/client/root-store.js';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { ROOT, ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const newHost = () => new ScriptedHost(new ModelSession(skills(1)));
const store = () => new RootStore({ count: 0 });
const uris = (root: RootStore) => root.getSnapshot().sessions?.map(({ resource }) => resource);
const activeSessions = (activeSessions: number, serverSeq: number) => ({
  channel: ROOT,
  serverSeq,
  action: { type: 'root/activeSessionsChanged', activeSessions },
});

describe('the root state', () => {
  it('takes what came before its snapshot only if the snapshot does not hold it', () => {
    const root = store();
    for (const seq of [4, 7, 6, 5]) root.receive(activeSessions(seq, seq));
    root.restore({ resource: ROOT, fromSeq: 5, state: { agents: [], activeSessions: 0 } });
    expect(root.getSnapshot().root.activeSessions).toBe(7);
    root.receive(activeSessions(3, 3));
    root.receive({ ...activeSessions(8, 8), rejectionReason: 'no' });
    expect(root.getSnapshot().root.activeSessions).toBe(7);
  });

  it('starts over with the numbers of a new snapshot', () => {
    const root = store();
    root.restore({ resource: ROOT, fromSeq: 500, state: {} });
    root.restore({ resource: ROOT, fromSeq: 1, state: {} });
    root.receive(activeSessions(2, 2));
    expect(root.getSnapshot().root.activeSessions).toBe(2);
  });
});

describe('the list of sessions', () => {
  it('follows the notifications of the host, and ignores invalid ones', async () => {
    const root = store();
    root.notify('root/sessionAdded', { summary: { resource: 'a:/0' } });
    expect(uris(root)).toBeUndefined();
    await root.fill(async () => [{ resource: 'a:/1', title: 'one' }]);
    root.notify('root/sessionAdded', { summary: { resource: 'a:/2' } });
    root.notify('root/sessionSummaryChanged', { session: 'a:/1', changes: { title: 'uno', status: 'x' } });
    root.notify('root/sessionSummaryChanged', { session: 'a:/9', changes: { title: 'nobody' } });
    root.notify('root/sessionSummaryChanged', { session: 'a:/1', changes: 'x'.repeat(1_000_000) });
    root.notify('root/sessionSummaryChanged', { session: 'a:/1' });
    root.notify('root/sessionRemoved', { session: 7 });
    root.notify('root/sessionAdded', { summary: 7 });
    root.notify('root/somethingElse', { session: 'a:/1' });
    expect(root.getSnapshot().sessions).toEqual([{ resource: 'a:/1', title: 'uno' }, { resource: 'a:/2' }]);
    root.notify('root/sessionRemoved', { session: 'a:/1' });
    expect(uris(root)).toEqual(['a:/2']);
  });

  it('does not lose notifications while it is being fetched, even twice at once', async () => {
    const root = store();
    const answers: ((list: { resource: string }[]) => void)[] = [];
    const fetch = () => new Promise<{ resource: string }[]>((resolve) => answers.push(resolve));
    const first = root.fill(fetch);
    root.notify('root/sessionAdded', { summary: { resource: 'a:/2' } });
    const second = root.fill(fetch);
    root.notify('root/sessionRemoved', { session: 'a:/1' });
    answers[0]?.([{ resource: 'a:/1' }]);
    expect((await first).map(({ resource }) => resource)).toEqual(['a:/2']);
    answers[1]?.([{ resource: 'a:/1' }, { resource: 'a:/2' }]);
    await second;
    expect(uris(root)).toEqual(['a:/2']);
  });

  it('stays as it was when it cannot be fetched', async () => {
    const root = store();
    await root.fill(async () => [{ resource: 'a:/1' }]);
    await expect(root.fill(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(uris(root)).toEqual(['a:/1']);
  });

  it('is put together from its pages', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') proceed();
      else if (call.params['cursor'] === undefined)
        host.answer(peer, call, { items: [{ resource: 'a:/1' }, { nothing: 1 }], nextCursor: 'c' });
      else host.answer(peer, call, { items: [{ resource: 'a:/2' }] });
    };
    expect((await client.listSessions()).map(({ resource }) => resource)).toEqual(['a:/1', 'a:/2']);
    expect(host.calls('listSessions').map(({ params }) => params['cursor'])).toEqual([undefined, 'c']);
  });

  it.each([
    ['with ever new pages', (page: number) => String(page), clientLimits.sessionPages],
    ['with the same page again', () => 'same', 2],
    ['with pages in a circle', (page: number) => `page ${page % 3}`, 4],
  ])('is cut off if the host never ends it, %s', async (_what, cursor, pages) => {
    const host = newHost();
    const { client } = await openInMemory(host);
    let page = 0;
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') proceed();
      else {
        page += 1;
        host.answer(peer, call, { items: [{ resource: `a:/${page}` }], nextCursor: cursor(page) });
      }
    };
    expect(await client.listSessions()).toHaveLength(pages);
    expect(host.calls('listSessions')).toHaveLength(pages);
  });

  it.each([
    ['sends its pages too slowly', 'listing-timeout', (page: number) => `page ${page}`, 5_000],
    [
      'sends a cursor that is too long',
      'malformed-frame',
      () => 'x'.repeat(clientLimits.pageCursorChars + 1),
      0,
    ],
  ])('is given up if the host %s', async (_what, code, cursor, pageMs) => {
    const host = newHost();
    const { client, clock } = await openInMemory(host, { keepAliveIntervalMs: 1_000_000 });
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') proceed();
      else {
        const nextCursor = cursor(host.calls('listSessions').length);
        clock.after(pageMs, () => host.answer(peer, call, { items: [], nextCursor }));
      }
    };
    const failed = client.listSessions().catch((error) => error);
    await quiet();
    await clock.advance(60_000);
    expect(await failed).toMatchObject({ code, exitCode: 1 });
    expect(host.calls('listSessions').length).toBeLessThanOrEqual(1 + clientLimits.listingTimeoutMs / 5_000);
  });

  it('is cut off if the host has far too many sessions', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const items = Array.from({ length: 300_000 }, (_, index) => ({ resource: `a:/${index}` }));
    host.script = (call, peer, proceed) => {
      if (call.method === 'listSessions') host.answer(peer, call, { items, nextCursor: 'more' });
      else proceed();
    };
    expect(await client.listSessions()).toHaveLength(clientLimits.sessions);
    expect(host.calls('listSessions')).toHaveLength(1);
  });
});
