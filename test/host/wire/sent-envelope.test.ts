import { expect, it } from 'vitest';
import { dialectOf } from '../../../src/host/wire/dialect.js';
import { SentEnvelope } from '../../../src/host/wire/sent-envelope.js';
import type { Action, ActionEnvelope } from '../../../src/protocol/types.js';

const sender = { clientId: 'sender', dialect: dialectOf('1.1.0') };
const other = { clientId: 'other', dialect: dialectOf('1.1.0') };
const older = { clientId: 'older', dialect: dialectOf('0.5.1') };
const toggle = { type: 'session/customizationToggled', id: 'x', enablement: [] };

function envelope(action: Action, more: Partial<ActionEnvelope> = {}): ActionEnvelope {
  const origin = { clientId: sender.clientId, clientSeq: 1 };
  return { channel: 'x:/1', serverSeq: 7, action, origin, ...more };
}

it('gives an action to all clients', () => {
  const sent = envelope(toggle);
  for (const client of [sender, other, older]) expect(new SentEnvelope(sent, false).for(client)).toBe(sent);
});

it.each([
  ['a refused action', envelope(toggle, { rejectionReason: 'no' })],
  ['a plan or an undo', envelope({ ...toggle, enablement: undefined, _meta: {} } as Action)],
])('gives %s to its sender alone', (_, sent) => {
  expect(new SentEnvelope(sent, false).for(sender)).toBe(sent);
  expect(new SentEnvelope(sent, false).for(other)).toBeUndefined();
});

it('gives what the sender asked to know to the sender alone', () => {
  const sent = new SentEnvelope(envelope({ ...toggle, _meta: { skillpick: {} } } as Action), false);
  expect(sent.for(sender)?.action).toHaveProperty('_meta');
  expect(sent.for(other)?.action).toEqual(toggle);
});

it('gives containers of switched children only to clients whose toggles do not reach children', () => {
  const sent = new SentEnvelope({ channel: 'x:/1', serverSeq: 8, action: toggle }, true);
  expect(sent.for(older)).toBeDefined();
  expect(sent.for(other)).toBeUndefined();
});
