import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentOutcome, SessionStore } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';
import {
  agentUri,
  CHAT,
  chatHost,
  emitSelection,
  isSelection,
  SESSION,
  select,
  selectionsAt,
  sessionHost,
} from '../support/agent-hosts.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const planner = { uri: agentUri('planner') };
const reviewer = { uri: agentUri('reviewer') };

const agentOf = (store: SessionStore) => store.getSnapshot().agent;

async function open(host: ScriptedHost, options: Parameters<typeof openInMemory>[1] = {}) {
  const opened = await openInMemory(host, options);
  await opened.store.followAgent();
  await quiet();
  return opened;
}

const answer = { id: 't1', message: { text: 'Hello', agent: planner, model: { id: 'm' } } };

describe('the selected agent', () => {
  it.each<[string, () => ScriptedHost, unknown]>([
    ['of a session without one', () => sessionHost(), null],
    ['of a session', () => sessionHost(planner), planner],
    ['of a chat without messages', () => chatHost(), null],
    ['of a chat with a draft', () => chatHost({ draft: { text: 'x', agent: planner } }), planner],
    ['of a chat with a draft without one', () => chatHost({ draft: { text: 'x' }, turns: [answer] }), null],
    ['of a chat without a draft', () => chatHost({ turns: [answer] }), planner],
    [
      'of a chat with a turn under way',
      () => chatHost({ turns: [answer], activeTurn: { message: {} } }),
      null,
    ],
    ['of a chat with fields of a wrong type', () => chatHost({ draft: { agent: 'x' }, turns: 1 }), null],
  ])('%s is read', async (_what, host, expected) => {
    const { store } = await open(host());
    expect(agentOf(store)).toEqual(expected);
  });

  it('is unknown until somebody asks, because the chat may be long', async () => {
    const host = chatHost({ draft: { text: '', agent: planner } });
    const { store } = await openInMemory(host);
    await quiet();
    expect(agentOf(store)).toBeUndefined();
    expect(host.calls('subscribe').map(({ params }) => params['channel'])).not.toContain(CHAT);
  });

  it('is unknown if the host does not show the chat', async () => {
    const host = chatHost();
    host.sessions.delete(CHAT);
    const { store } = await open(host);
    expect(agentOf(store)).toBeUndefined();
    await expect(store.selectAgent(planner.uri)).resolves.toMatchObject({ kind: 'unconfirmed' });
    expect(selectionsAt(host)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>[], unknown]>([
    ['a draft', [{ type: 'chat/draftChanged', draft: { text: '', agent: reviewer } }], reviewer],
    ['the end of a draft', [{ type: 'chat/draftChanged' }], planner],
    ['a draft that is null', [{ type: 'chat/draftChanged', draft: null }], planner],
    [
      'a message after the draft',
      [{ type: 'chat/draftChanged' }, { type: 'chat/turnStarted', message: { agent: reviewer } }],
      reviewer,
    ],
  ])('follows %s by another client', async (_what, actions, expected) => {
    const host = chatHost({ draft: { text: 'x' }, turns: [answer] });
    const { store } = await open(host);
    for (const action of actions) host.emit(CHAT, action, { clientId: 'another', clientSeq: 1 });
    await quiet();
    expect(agentOf(store)).toEqual(expected);
  });

  it('is asked for again after a restart, until the host can describe the chat', async () => {
    const host = chatHost({ draft: { text: '', agent: planner } });
    const { store, clock } = await open(host);
    let refusals = 3;
    host.script = (call, peer, proceed) => {
      const isAsked = call.method === 'subscribe' && call.params['channel'] === CHAT;
      if (isAsked && refusals-- > 0) host.refuse(peer, call, -32603, 'could not describe the chat yet');
      else proceed();
    };
    host.sessions.get(CHAT)!.fields['draft'] = { text: '', agent: reviewer };
    host.restart();
    await quiet();
    for (let round = 0; round < 10; round += 1) await clock.advance(1_000);
    expect(refusals).toBeLessThan(0);
    expect(agentOf(store)).toEqual(reviewer);
  });

  it('is asked for again once messages are taken back', async () => {
    const host = chatHost({ turns: [answer] });
    const { store, clock } = await open(host);
    host.sessions.get(CHAT)!.fields['turns'] = [];
    host.emit(CHAT, { type: 'chat/truncated' });
    await quiet();
    expect(agentOf(store)).toBeUndefined();
    await clock.advance(1_000);
    expect(agentOf(store)).toBeNull();
  });

  it.each([
    ['is unreadable', { type: 'chat/draftChanged', draft: 7 }],
    ['lacks a message', { type: 'chat/turnStarted' }],
  ])('is asked for again after an action that %s', async (_what, action) => {
    const host = chatHost();
    const { store, clock } = await open(host);
    host.sessions.get(CHAT)!.fields['draft'] = { text: '', agent: planner };
    host.emit(CHAT, action);
    await quiet();
    await clock.advance(1_000);
    expect(agentOf(store)).toEqual(planner);
  });

  it('follows a session action on hosts that keep it there, and only there', async () => {
    const session = sessionHost();
    const { store } = await open(session);
    emitSelection(session, SESSION, { type: 'session/agentChanged', agent: planner });
    await quiet();
    expect(agentOf(store)).toEqual(planner);
    const chat = chatHost();
    const other = await open(chat);
    chat.emit(SESSION, { type: 'session/agentChanged', agent: planner });
    await quiet();
    expect(agentOf(other.store)).toBeNull();
  });

  it('follows another default chat', async () => {
    const host = chatHost({ draft: { text: '', agent: planner } });
    const { store } = await open(host);
    const other = new ModelSession([]);
    other.fields = { turns: [], draft: { text: '', agent: reviewer } };
    host.sessions.set('ahp-chat:/two', other);
    host.emit(SESSION, { type: 'session/defaultChatChanged', defaultChat: 'ahp-chat:/two' });
    await quiet();
    expect(agentOf(store)).toEqual(reviewer);
    expect(host.calls('unsubscribe').map(({ params }) => params['channel'])).toEqual([CHAT]);
  });
});

describe('a selection', () => {
  it('is an action on the session where the session keeps it', async () => {
    const host = sessionHost();
    const { store } = await open(host);
    await expect(store.selectAgent(planner.uri)).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    await expect(store.selectAgent(null)).resolves.toEqual({ kind: 'confirmed', agent: null });
    expect(selectionsAt(host)).toEqual([
      [SESSION, { type: 'session/agentChanged', agent: planner }],
      [SESSION, { type: 'session/agentChanged' }],
    ]);
  });

  it('keeps the rest of the draft', async () => {
    const draft = { text: 'half a thought', origin: { kind: 'user' }, model: { id: 'm' }, attachments: [1] };
    const host = chatHost({ draft });
    const { store } = await open(host);
    await expect(store.selectAgent(planner.uri)).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    await expect(store.selectAgent(null)).resolves.toEqual({ kind: 'confirmed', agent: null });
    expect(selectionsAt(host)).toEqual([
      [CHAT, { type: 'chat/draftChanged', draft: { ...draft, agent: planner } }],
      [CHAT, { type: 'chat/draftChanged', draft }],
    ]);
  });

  it('keeps the model of the last message, and says no agent where that one had one', async () => {
    const host = chatHost({ turns: [answer] });
    const { store } = await open(host);
    await store.selectAgent(reviewer.uri);
    await expect(store.selectAgent(null)).resolves.toEqual({ kind: 'confirmed', agent: null });
    const draft = { text: '', origin: { kind: 'user' }, model: { id: 'm' } };
    expect(selectionsAt(host).map(([, action]) => action)).toEqual([
      { type: 'chat/draftChanged', draft: { ...draft, agent: reviewer } },
      { type: 'chat/draftChanged', draft },
    ]);
  });

  it('leaves no empty draft behind', async () => {
    const host = chatHost();
    const { store } = await open(host);
    await store.selectAgent(planner.uri);
    await store.selectAgent(null);
    expect(host.sessions.get(CHAT)!.fields['draft']).toBeUndefined();
  });

  it('is shown at once, and as under way', async () => {
    const { store } = await open(chatHost());
    const outcome = store.selectAgent(planner.uri);
    await Promise.resolve();
    await Promise.resolve();
    expect(store.getSnapshot()).toMatchObject({ agent: planner, isAgentPending: true });
    await outcome;
    expect(store.getSnapshot()).toMatchObject({ agent: planner, isAgentPending: false });
  });

  it('of what is selected already sends nothing', async () => {
    const host = chatHost({ draft: { text: 'x', agent: planner } });
    const { store } = await open(host);
    await expect(store.selectAgent(planner.uri)).resolves.toMatchObject({ kind: 'confirmed' });
    expect(selectionsAt(host)).toEqual([]);
  });

  it.each(['file:///agents/nobody.agent.md', 'file:///agents'])(
    'of %s, which is no agent, is not sent',
    async (uri) => {
      const host = chatHost();
      const { store } = await open(host);
      await expect(store.selectAgent(uri)).rejects.toMatchObject({ code: 'entry-unknown' });
      expect(selectionsAt(host)).toEqual([]);
    },
  );

  it('that is refused is rejected with the reason', async () => {
    const host = sessionHost();
    host.script = (call, peer, proceed) =>
      isSelection(call) ? host.echo(call, peer, 'not\nnow') : proceed();
    const { store } = await open(host);
    const ended: AgentOutcome = { kind: 'rejected', agent: null, reason: 'not now' };
    await expect(store.selectAgent(planner.uri)).resolves.toEqual(ended);
    expect(agentOf(store)).toBeNull();
  });

  it.each([
    ['a session', sessionHost],
    ['a chat', chatHost],
  ])('that %s only echoes is without effect', async (_what, make) => {
    const host = make();
    host.script = (_call, _peer, proceed) => proceed();
    const { store } = await open(host);
    await expect(store.selectAgent(planner.uri)).resolves.toEqual({ kind: 'ineffective', agent: null });
    expect(agentOf(store)).toBeNull();
  });

  it.each([
    ['was made', true, { kind: 'confirmed', agent: planner.uri }],
    [
      'was dropped',
      false,
      { kind: 'unconfirmed', agent: null, reason: 'there was no response to the selection' },
    ],
  ])('without an echo is looked up: it %s', async (_what, isMade, expected) => {
    const host = chatHost();
    host.script = (call, _peer, proceed) => {
      if (!isSelection(call)) proceed();
      else if (isMade) select(host, call);
    };
    const { store, clock } = await open(host);
    const outcome = store.selectAgent(planner.uri);
    await quiet();
    await clock.advance(clientLimits.echoTimeoutMs);
    await expect(outcome).resolves.toEqual(expected);
  });

  it('ends the one before it', async () => {
    const host = chatHost();
    const { store } = await open(host);
    const first = store.selectAgent(planner.uri);
    const second = store.selectAgent(reviewer.uri);
    await expect(first).resolves.toMatchObject({ kind: 'unconfirmed' });
    await expect(second).resolves.toEqual({ kind: 'confirmed', agent: reviewer.uri });
  });

  it.each([
    ['a session', sessionHost],
    ['a chat', chatHost],
  ])('of what was selected before is sent after one that %s has not echoed yet', async (_what, make) => {
    const host = make();
    const { store } = await open(host);
    const first = store.selectAgent(planner.uri);
    await quiet();
    const { script } = host;
    host.script = (call, peer, proceed) => void setImmediate(() => script(call, peer, proceed));
    const second = store.selectAgent(reviewer.uri);
    await Promise.resolve();
    await Promise.resolve();
    const third = store.selectAgent(planner.uri);
    await expect(first).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    await expect(second).resolves.toMatchObject({ kind: 'unconfirmed' });
    await expect(third).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    expect(selectionsAt(host)).toHaveLength(3);
    expect(agentOf(store)).toEqual(planner);
  });

  it('of the default is sent after a drop in which another one may have arrived', async () => {
    const host = sessionHost();
    const { store, clock } = await open(host);
    const { script } = host;
    host.script = (call, _peer, proceed) => {
      if (!isSelection(call)) return proceed();
      select(host, call);
      host.script = script;
      host.drop();
    };
    const all = [store.selectAgent(planner.uri)];
    await quiet();
    all.push(store.selectAgent(reviewer.uri));
    await quiet();
    const last = store.selectAgent(null);
    await letReconnect(clock);
    await expect(last).resolves.toEqual({ kind: 'confirmed', agent: null });
    await Promise.all(all);
    expect(agentOf(store)).toBeNull();
    expect(host.session.fields['summary']).toMatchObject({ agent: undefined });
  });

  it('is not confirmed by its own echo if the host cannot describe the chat then', async () => {
    const host = chatHost();
    const { store } = await open(host);
    host.script = (call, peer, proceed) => {
      if (call.params['channel'] === CHAT && !isSelection(call)) host.refuse(peer, call, -32603, 'not now');
      else proceed();
    };
    await expect(store.selectAgent(planner.uri)).resolves.toMatchObject({ kind: 'unconfirmed' });
  });

  it('ends with the session while the chat is asked for', async () => {
    const host = chatHost();
    const { client, store } = await openInMemory(host);
    host.script = (call, _peer, proceed) => void (call.params['channel'] === CHAT || proceed());
    const outcome = store.selectAgent(planner.uri);
    await quiet();
    client.closeSession(SESSION);
    host.drop();
    await expect(outcome).resolves.toEqual({
      kind: 'unconfirmed',
      agent: undefined,
      reason: 'the session was closed here',
    });
  });

  it('of skillpick’s own host is trusted by its echo', async () => {
    const host = sessionHost();
    host.version = '0.9.0';
    host.isOwn = true;
    const { store } = await open(host);
    const asked = host.calls('subscribe').length;
    await expect(store.selectAgent(planner.uri)).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    expect(host.calls('subscribe')).toHaveLength(asked);
    expect(selectionsAt(host)).toEqual([[SESSION, { type: 'session/agentChanged', agent: planner }]]);
  });

  it('ends with the client', async () => {
    const host = chatHost();
    host.script = (call, _peer, proceed) => void (isSelection(call) || proceed());
    const { client, store } = await open(host);
    const outcome = store.selectAgent(planner.uri);
    await quiet();
    client.closeSession(SESSION);
    await expect(outcome).resolves.toMatchObject({
      kind: 'unconfirmed',
      reason: 'the session was closed here',
    });
    await expect(store.selectAgent(null)).resolves.toMatchObject({ kind: 'unconfirmed' });
    await quiet();
    const left = host.calls('unsubscribe').map(({ params }) => params['channel']);
    expect(left).toEqual([SESSION, CHAT]);
  });
});

describe.each(['replay', 'snapshot'] as const)('after a drop, with a %s', (resumesWith) => {
  async function start(host = chatHost()) {
    host.resumesWith = resumesWith;
    return { host, ...(await open(host)) };
  }

  it('a selection by another client is shown', async () => {
    const { host, store, clock } = await start();
    host.drop();
    await quiet();
    emitSelection(host, CHAT, { type: 'chat/draftChanged', draft: { text: '', agent: reviewer } });
    await letReconnect(clock);
    expect(agentOf(store)).toEqual(reviewer);
  });

  it.each([
    ['did not arrive is sent once more', false, 2],
    ['did arrive is not sent again', true, 1],
  ])('one that %s', async (_what, isMade, sends) => {
    const { host, store, clock } = await start();
    const { script } = host;
    host.script = (call, _peer, proceed) => {
      if (!isSelection(call)) return proceed();
      host.script = script;
      if (isMade) {
        select(host, call);
        host.echo(call, [...host.peers][0]!);
      }
      host.drop();
    };
    const outcome = store.selectAgent(planner.uri);
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
    expect(selectionsAt(host)).toHaveLength(sends);
  });

  it('one that is made while there is no connection is sent when it is back', async () => {
    const { host, store, clock } = await start();
    host.drop();
    await quiet();
    const outcome = store.selectAgent(planner.uri);
    await quiet();
    expect(store.getSnapshot()).toMatchObject({ agent: planner, isAgentPending: true });
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', agent: planner.uri });
  });
});

it('a host that restarted without the chat says nothing of the agent any more', async () => {
  const host = chatHost({ draft: { text: '', agent: planner } });
  const { store, clock } = await open(host);
  host.sessions.delete(CHAT);
  host.restart();
  await letReconnect(clock);
  expect(agentOf(store)).toBeUndefined();
});

it('an unreadable chat is counted, and the session stays usable', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  host.session.fields['defaultChat'] = CHAT;
  host.script = (call, peer, proceed) => {
    if (call.params['channel'] !== CHAT) return proceed();
    host.answer(peer, call, { snapshot: { resource: CHAT, state: 7, fromSeq: 0 } });
  };
  const { client, store } = await open(host);
  onTestFinished(() => client.close());
  expect(agentOf(store)).toBeUndefined();
  expect(client.trouble.malformedFrames).toBe(1);
  await expect(store.toggle('s0', false)).resolves.toMatchObject({ kind: 'confirmed' });
});
