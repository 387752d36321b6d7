import { describe, expect, it } from 'vitest';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { type Envelope, ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

/** A host that holds its envelopes back, so that the test can send them in any order. */
async function start() {
  const host = new ScriptedHost(new ModelSession(skills(3)));
  const connected = await openInMemory(host);
  const held: Envelope[] = [];
  const send = host.send.bind(host);
  host.send = (envelope) => void held.push(envelope);
  const asked = () => host.calls('subscribe').length;
  return { host, ...connected, held, send, asked };
}

describe('sequence numbers', () => {
  it('may be skipped: other channels use them too', async () => {
    const { host, store, held, send, asked } = await start();
    host.toggleByAnother('s0', false);
    host.serverSeq += 40;
    host.toggleByAnother('s1', false);
    const before = asked();
    for (const envelope of held) send(envelope);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(asked()).toBe(before);
  });

  it('that come twice count once', async () => {
    const { host, store, held, send, asked } = await start();
    host.toggleByAnother('s0', false);
    host.toggleByAnother('s0', true);
    const before = asked();
    for (const index of [0, 0, 1, 0, 1]) send(held[index] as Envelope);
    await quiet();
    send(held[0] as Envelope);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(asked()).toBe(before);
  });

  it.each([
    ['in one turn', false],
    ['one by one', true],
  ])('that come in the wrong order, %s, make the client ask for the state', async (_what, isSlow) => {
    const { host, store, held, send, asked } = await start();
    for (const id of ['s0', 's1', 's2']) host.toggleByAnother(id, false);
    host.toggleByAnother('s0', true);
    const before = asked();
    for (const index of [3, 1, 0, 2]) {
      send(held[index] as Envelope);
      if (isSlow) await quiet();
    }
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(asked()).toBeGreaterThan(before);
    host.toggleByAnother('s1', true);
    send(held.at(-1) as Envelope);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('that are far ahead by mistake do no lasting harm', async () => {
    const { host, client, store, clock, held, send } = await start();
    host.toggleByAnother('s0', false);
    send({ ...(held[0] as Envelope), serverSeq: Number.MAX_SAFE_INTEGER });
    host.toggleByAnother('s1', false);
    send(held[1] as Envelope);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    host.send = send;
    await expect(store.toggle('s2', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    host.drop();
    await quiet();
    host.toggleByAnother('s2', true);
    await clock.advance(1_000);
    expect(client.status.kind).toBe('live');
    expect(shownFlags(store)).toEqual(host.session.flags());
  });
});
