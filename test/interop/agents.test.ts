/** The selected agent, on real hosts: they keep it in the draft of the default chat, and ignore what 0.4 had for it. */

import { expect, onTestFinished, test } from 'vitest';
import type { SessionStore } from '../../src/client/index.js';
import { type Cut, CuttingProxy, type PassingFrame } from './cutting-proxy.js';
import type { Json, RawClient } from './raw-client.js';
import { describeHosts, entry, reached, type Setting } from './setting.js';

const planner = '/planner.agent.md';
const helper = '/helper.agent.md';

async function start(setting: Setting, url?: string) {
  const client = await setting.connect(url === undefined ? {} : { url });
  const store = await setting.openSession(client);
  await reached(store, ({ confirmed }) => JSON.stringify(confirmed).includes(planner));
  await store.followAgent();
  const raw = await setting.connectRaw();
  const uriOf = (end: string) => entry(store.getSnapshot(), 'agent', end).uri;
  return { store, raw, uriOf };
}

const stateOf = async (raw: RawClient, channel: string): Promise<Json> => {
  const { snapshot } = await raw.request('subscribe', { channel });
  return (snapshot as { state: Json }).state;
};

const chatOf = async (raw: RawClient, store: SessionStore): Promise<string> =>
  (await stateOf(raw, store.uri))['defaultChat'] as string;

const draftOf = async (raw: RawClient, chat: string): Promise<Json | undefined> =>
  (await stateOf(raw, chat))['draft'] as Json | undefined;

describeHosts('agent selection', (setting) => {
  test('a selection is in the draft that a second client sees, and so is the way back', async () => {
    const { store, raw, uriOf } = await start(setting());
    expect(store.getSnapshot().agent).toBeNull();
    const chat = await chatOf(raw, store);
    await stateOf(raw, chat);
    const seen = raw.nextAction(chat, 'chat/draftChanged');
    const uri = uriOf(planner);
    expect(await store.selectAgent(uri)).toEqual({ kind: 'confirmed', agent: uri });
    expect((await seen)['action']).toMatchObject({ draft: { agent: { uri } } });
    expect(await draftOf(raw, chat)).toMatchObject({ agent: { uri } });
    expect(await store.selectAgent(null)).toEqual({ kind: 'confirmed', agent: null });
    expect(await draftOf(raw, chat)).toBeUndefined();
  });

  test('the rest of the draft stays', async () => {
    const { store, raw, uriOf } = await start(setting());
    const chat = await chatOf(raw, store);
    await stateOf(raw, chat);
    const draft = { text: 'half a thought', origin: { kind: 'user' }, model: { id: 'm' } };
    const echo = raw.nextAction(chat, 'chat/draftChanged');
    raw.dispatch(chat, { type: 'chat/draftChanged', draft });
    await echo;
    const uri = uriOf(helper);
    expect(await store.selectAgent(uri)).toMatchObject({ kind: 'confirmed' });
    expect(await draftOf(raw, chat)).toEqual({ ...draft, agent: { uri } });
    expect(await store.selectAgent(null)).toMatchObject({ kind: 'confirmed' });
    expect(await draftOf(raw, chat)).toEqual(draft);
  });

  test('a selection by another client is followed', async () => {
    const { store, raw, uriOf } = await start(setting());
    const chat = await chatOf(raw, store);
    const agent = { uri: uriOf(helper) };
    raw.dispatch(chat, { type: 'chat/draftChanged', draft: { text: '', origin: { kind: 'user' }, agent } });
    await reached(store, (view) => view.agent?.uri === agent.uri);
    raw.dispatch(chat, { type: 'chat/draftChanged' });
    await reached(store, (view) => view.agent === null);
  });

  test('without a draft, the agent is that of the last message', async () => {
    const { store, raw, uriOf } = await start(setting());
    const chat = await chatOf(raw, store);
    const agent = { uri: uriOf(planner) };
    const message = { text: 'Hello', origin: { kind: 'user' }, agent };
    const startedAt = new Date().toISOString();
    raw.dispatch(chat, { type: 'chat/turnStarted', turnId: 't1', startedAt, message });
    await reached(store, (view) => view.agent?.uri === agent.uri);
    expect(await draftOf(raw, chat)).toBeUndefined();
    expect(await store.selectAgent(null)).toEqual({ kind: 'confirmed', agent: null });
    expect(await draftOf(raw, chat)).toEqual({ text: '', origin: { kind: 'user' } });
  });

  test.each<[string, Cut, PassingFrame['from']]>([
    ['before it is sent', 'before', 'client'],
    ['right after it is sent', 'after', 'client'],
    ['before its echo', 'before', 'host'],
  ])('a selection survives a drop %s', async (_moment, cut, from) => {
    const proxy = await CuttingProxy.before(setting().host.url);
    onTestFinished(() => proxy.close());
    const { store, raw, uriOf } = await start(setting(), proxy.url);
    const chat = await chatOf(raw, store);
    const uri = uriOf(planner);
    proxy.cutAt((frame) =>
      frame.from === from && frame.text.includes('chat/draftChanged') ? cut : undefined,
    );
    expect(await store.selectAgent(uri)).toEqual({ kind: 'confirmed', agent: uri });
    expect(proxy.rulesLeft).toBe(0);
    expect(await draftOf(raw, chat)).toMatchObject({ agent: { uri } });
  });

  test('the action on the session is echoed and ignored, and so is the agent of a new session', async () => {
    const { store, raw, uriOf } = await start(setting());
    const agent = { uri: uriOf(planner) };
    await stateOf(raw, store.uri);
    for (const fields of [{ agent }, {}]) {
      const echo = raw.nextAction(store.uri, 'session/agentChanged');
      raw.dispatch(store.uri, { type: 'session/agentChanged', ...fields });
      expect(await echo).not.toHaveProperty('rejectionReason');
      expect(await stateOf(raw, store.uri)).not.toHaveProperty('agent');
    }
    expect(store.getSnapshot().agent).toBeNull();
    const provider = store.uri.split(':')[0]!;
    const channel = `${provider}:/${crypto.randomUUID()}`;
    await raw.request('createSession', { channel, provider, agent });
    expect(await stateOf(raw, channel)).not.toHaveProperty('agent');
    expect(await draftOf(raw, (await stateOf(raw, channel))['defaultChat'] as string)).toBeUndefined();
    await raw.request('disposeSession', { channel });
  });

  test('what is no agent of the session is not sent', async () => {
    const { store, raw } = await start(setting());
    const chat = await chatOf(raw, store);
    await expect(store.selectAgent('file:///nobody.agent.md')).rejects.toMatchObject({
      code: 'entry-unknown',
    });
    expect(await draftOf(raw, chat)).toBeUndefined();
  });
});
