/** Hosts that send much more than they were asked for, before they respond: the client's memory stays bounded. */

import { expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';
import type { Call, Peer } from '../support/scripted-wire.js';

/** A heap that a command needs a fifth of. Without bounds it would be filled several times over. */
const env = { NODE_OPTIONS: '--max-old-space-size=128' };
const frames = 400;

/** Empty objects take twenty times their text in memory. */
const crowd = Array.from({ length: 20_000 }, () => ({}));

type Flood = (serverSeq: number) => { method: string; params: object };

const action =
  (channel: string): Flood =>
  (serverSeq) => ({ method: 'action', params: { channel, serverSeq, action: { type: 'x/unknown', crowd } } });

const added: Flood = (number) => ({
  method: 'root/sessionAdded',
  params: { channel: ROOT, summary: { resource: `a:/${number}`, _meta: { crowd } } },
});

/** Sends all of it, as fast as the client reads it, and then does what a correct host does. */
function flood(peer: Peer, next: Flood, proceed: () => void): void {
  let sent = 0;
  const more = () => {
    for (let count = 0; count < 20 && sent < frames; count += 1) {
      sent += 1;
      peer.send(JSON.stringify({ jsonrpc: '2.0', ...next(1_000 + sent) }));
    }
    if (sent < frames) setImmediate(more);
    else proceed();
  };
  more();
}

const isFor = (channel: string) => (call: Call) => call.params['channel'] === channel;
const tooMuch = 'The host sends too much before it sends its state.';

it.each<[string, string, (call: Call) => boolean, Flood, number, string]>([
  ['before the handshake', 'initialize', () => true, action(SESSION), 0, ''],
  ['of notifications before the handshake', 'initialize', () => true, added, 0, ''],
  ['before the root state', 'subscribe', isFor(ROOT), action(ROOT), 1, tooMuch],
  [
    'while it lists its sessions',
    'listSessions',
    () => true,
    added,
    1,
    'The host reports changes of its sessions without end while it lists them.',
  ],
  ['before the state of the session', 'subscribe', isFor(SESSION), action(SESSION), 1, tooMuch],
])(
  'a command survives a flood %s',
  { timeout: 60_000 },
  async (_when, method, matches, next, code, message) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, peer, proceed) => {
      if (call.method === method && matches(call)) flood(peer, next, proceed);
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['list', '--format', 'names', '--url', url], { env });
    expect(ended).toMatchObject({ code, signal: null, stdout: code === 0 ? 's0\n' : '' });
    expect(ended.stderr).toContain(message);
  },
);

it('a command gives up on a host that sends only malformed frames', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  host.script = (call, peer, proceed) => {
    if (call.method !== 'listSessions') proceed();
    else for (let count = 0; count < 40; count += 1) peer.send('x'.repeat(1024 * 1024));
  };
  const { url } = await listenDuringTest(host);
  const ended = await makeScratch().run(['list', '--url', url], { env });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('The host sends too much that cannot be read.');
});

it('a command gives up on a host whose first frame is huge', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  host.script = (call, peer, proceed) => {
    if (call.method !== 'initialize') proceed();
    else peer.send(`{"jsonrpc":"2.0","id":${call.id},"result":[${'{},'.repeat(20_000_000)}{}]}`);
  };
  const { url } = await listenDuringTest(host);
  const ended = await makeScratch().run(['list', '--url', url], { env });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('The other side sends too much before it says who it is.');
});

it('a command counts a later frame with too many values as unreadable', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  host.script = (call, peer, proceed) => {
    if (call.method === 'listSessions')
      peer.send(`{"jsonrpc":"2.0","method":"x","params":{"list":[${'{},'.repeat(20_000_000)}{}]}}`);
    proceed();
  };
  const { url } = await listenDuringTest(host);
  const ended = await makeScratch().run(['list', '--format', 'names', '--url', url], { env });
  expect(ended).toMatchObject({ code: 0, stdout: 's0\n' });
});
