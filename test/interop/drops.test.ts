/** Connections to a real host that break at the worst moment: every switch has an outcome that matches the host. */

import { expect, onTestFinished, test } from 'vitest';
import type { Client, SessionStore } from '../../src/client/index.js';
import { ownEnabled, walk } from '../../src/protocol/index.js';
import { type Cut, type CutRule, CuttingProxy, type PassingFrame } from './cutting-proxy.js';
import { flatten, isOn, type RawClient } from './raw-client.js';
import { describeHosts, entry, type Setting, statusReached } from './setting.js';

interface Stage {
  proxy: CuttingProxy;
  client: Client;
  store: SessionStore;
  /** Connected past the proxy, following the same session. */
  raw: RawClient;
}

async function set(setting: Setting): Promise<Stage> {
  const proxy = await CuttingProxy.before(setting.host.url);
  onTestFinished(() => proxy.close());
  const client = await setting.connect({ url: proxy.url });
  const store = await setting.openSession(client);
  const raw = await setting.connectRaw();
  await raw.customizations(store.uri);
  return { proxy, client, store, raw };
}

async function offAtHost(raw: RawClient, store: SessionStore): Promise<string[]> {
  const nodes = flatten(await raw.customizations(store.uri));
  return nodes.filter((node) => !isOn(node)).map(({ id }) => id);
}

type At = (frame: PassingFrame) => boolean;

const sent =
  (part: string): At =>
  ({ from, text }) =>
    from === 'client' && text.includes(part);
const answered =
  (part: string): At =>
  ({ from, text }) =>
    from === 'host' && text.includes(part);
const cutting =
  (cut: Cut, at: At): CutRule =>
  (frame) =>
    at(frame) ? cut : undefined;

describeHosts('drops', (setting) => {
  const moments: [name: string, cut: Cut, at: At][] = [
    ['before the switch is sent', 'before', sent('customizationToggled')],
    ['in the middle of the switch', 'middle', sent('customizationToggled')],
    ['right after the switch', 'after', sent('customizationToggled')],
    ['before its echo', 'before', answered('customizationToggled')],
    ['in the middle of its echo', 'middle', answered('customizationToggled')],
    ['right after its echo', 'after', answered('customizationToggled')],
    ['before the state is asked for', 'before', sent('"subscribe"')],
    ['in the middle of the state', 'middle', answered('"snapshot"')],
  ];

  test.each(moments)('cut %s', async (_name, cut, at) => {
    const { proxy, client, store, raw } = await set(setting());
    const { id } = entry(store.getSnapshot(), 'skill', '/release-notes/SKILL.md');
    proxy.cutAt(cutting(cut, at));
    expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
    expect(proxy.rulesLeft).toBe(0);
    await statusReached(client, 'live');
    expect(await offAtHost(raw, store)).toEqual([id]);
    expect(ownEnabled(entry(store.getSnapshot(), 'skill', '/release-notes/SKILL.md'))).toBe(false);
    expect(raw.actions(store.uri, 'session/customizationToggled')).toHaveLength(1);
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  test('the response to reconnect is cut as well', async () => {
    const { proxy, client, store, raw } = await set(setting());
    const { id } = entry(store.getSnapshot(), 'agent', '/planner.agent.md');
    proxy.cutAt(
      cutting('before', answered('customizationToggled')),
      cutting('middle', answered('"result"')),
      cutting('before', sent('"reconnect"')),
    );
    expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
    expect(proxy.rulesLeft).toBe(0);
    await statusReached(client, 'live');
    expect(await offAtHost(raw, store)).toEqual([id]);
  });

  test('every switch of a batch that is cut in the middle is confirmed', async () => {
    const { proxy, store, raw } = await set(setting());
    const nodes = [...walk(store.getSnapshot().confirmed.customizations)];
    const ids = nodes.filter(({ container }) => container !== undefined).map(({ node }) => node.id);
    const third = [answered('customizationToggled'), sent('customizationToggled')].map((at) => {
      let count = 0;
      return cutting('middle', (frame) => at(frame) && ++count === 3);
    });
    proxy.cutAt(...third);
    const outcomes = await Promise.all(ids.map((id) => store.toggle(id, false)));
    expect(outcomes).toEqual(ids.map(() => ({ kind: 'confirmed', enabled: false })));
    expect(proxy.rulesLeft).toBeLessThan(third.length);
    expect((await offAtHost(raw, store)).toSorted()).toEqual(ids.toSorted());
  });

  test('switches made while disconnected arrive once, with the last one for each entry', async () => {
    const { proxy, client, store, raw } = await set(setting());
    const idOf = (name: string) => entry(store.getSnapshot(), 'skill', `/${name}/SKILL.md`).id;
    const [notes, review, triage] = [idOf('release-notes'), idOf('review'), idOf('triage')];
    proxy.refuse();
    await statusReached(client, 'waiting');
    const outcomes = [store.toggle(notes, false), store.toggle(review, false), store.toggle(triage, false)];
    const last = store.toggle(triage, true);
    const again = store.toggle(triage, false);
    expect(ownEnabled(entry(store.getSnapshot(), 'skill', '/review/SKILL.md'))).toBe(true);
    expect([...store.getSnapshot().pending.keys()]).toEqual(expect.arrayContaining([notes, review, triage]));
    proxy.allow();
    expect(await Promise.all([...outcomes.slice(0, 2), again])).toEqual(
      [notes, review, triage].map(() => ({ kind: 'confirmed', enabled: false })),
    );
    expect(await outcomes[2]).toMatchObject({ kind: 'unconfirmed' });
    expect(await last).toMatchObject({ kind: 'unconfirmed' });
    expect((await offAtHost(raw, store)).toSorted()).toEqual([notes, review, triage].toSorted());
    const arrived = raw.actions(store.uri, 'session/customizationToggled');
    expect(arrived.map(({ id }) => id)).toEqual([notes, review, triage]);
  });

  test('switches of another client are known after the reconnect', async () => {
    const { proxy, client, store, raw } = await set(setting());
    const { id } = entry(store.getSnapshot(), 'skill', '/review/SKILL.md');
    proxy.refuse();
    await statusReached(client, 'waiting');
    await raw.toggle(store.uri, id, false);
    proxy.allow();
    await statusReached(client, 'live');
    expect(ownEnabled(entry(store.getSnapshot(), 'skill', '/review/SKILL.md'))).toBe(false);
  });

  test('a switch that another client already made is not sent again', async () => {
    const { proxy, client, store, raw } = await set(setting());
    const [seen, id] = ['/triage/SKILL.md', '/review/SKILL.md'].map(
      (uriEnd) => entry(store.getSnapshot(), 'skill', uriEnd).id,
    ) as [string, string];
    // An echo is trusted only for a type of entry that was seen to change, also by another client.
    expect(await store.toggle(seen, false)).toMatchObject({ kind: 'confirmed' });
    proxy.refuse();
    await statusReached(client, 'waiting');
    const outcome = store.toggle(id, false);
    await raw.toggle(store.uri, id, false);
    proxy.allow();
    expect(await outcome).toEqual({ kind: 'confirmed', enabled: false });
    expect((await offAtHost(raw, store)).toSorted()).toEqual([seen, id].toSorted());
    const arrived = raw.actions(store.uri, 'session/customizationToggled');
    expect(arrived.map((action) => action['id'])).toEqual([seen, id]);
  });
});
