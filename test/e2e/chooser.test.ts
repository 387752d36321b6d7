/** The chooser while it is open: it follows the sessions of a host that other clients change. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { makeTree } from '../support/host-tree.js';
import { Journey, keys, sizes } from '../support/journey.js';
import { fewNodes } from '../support/picker-on-host.js';
import type { Pty } from '../support/pty.js';
import type { RawClient } from '../support/raw-client.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ROOT, ScriptedHost } from '../support/scripted-host.js';
import { ModelSession } from '../support/scripted-session.js';
import { servedHost } from '../support/served-host.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

interface Opened {
  pty: Pty;
  other: RawClient;
  /** The session that is open. */
  session: string;
}

/** Opens a session of a served host in the picker, and connects another client to the host. */
async function openServed(): Promise<Opened> {
  const tree = makeTree();
  tree.skill('alpha');
  const { url, token, greet } = await servedHost(tree);
  const other = await greet();
  const session = await other.session();
  const args = ['--url', url, '--session', session];
  const pty = new Journey(bin).start({ args, env: { AHP_TOKEN: token } });
  await pty.shows('● alpha');
  return { pty, other, session };
}

describe('the chooser', () => {
  it('shows sessions that are made, renamed and disposed of while it is open', async () => {
    const { pty, other } = await openServed();
    const channel = 'agents:/new';
    pty.write(keys.ctrl('o'));
    await pty.shows(/^ ▌ .*\(open\)/m);
    await other.request('createSession', { channel, provider: 'agents' });
    other.dispatch(channel, { type: 'session/titleChanged', title: 'the new one' });
    await pty.shows(/^ {4}the new one /m);
    // The cursor stays on its choice.
    expect(pty.screen.text).toMatch(/^ ▌ .*\(open\)/m);
    other.dispatch(channel, { type: 'session/titleChanged', title: 'another name' });
    await pty.shows(/^ {4}another name /m);
    expect(pty.screen.text).not.toContain('the new one');
    await other.request('disposeSession', { channel });
    await pty.hides('another name');
    expect(pty.screen.text).toMatch(/^ ▌ .*\(open\)/m);
  });

  it('moves its cursor from a session that is gone to one that is there', async () => {
    const { pty, other } = await openServed();
    const channel = 'agents:/new';
    await other.request('createSession', { channel, provider: 'agents' });
    other.dispatch(channel, { type: 'session/titleChanged', title: 'the new one' });
    pty.write(keys.ctrl('o'));
    await pty.shows('the new one');
    pty.write(keys.paste('the new'));
    await pty.shows(/^ ▌ {2}the new one/m);
    await other.request('disposeSession', { channel });
    await pty.shows('Nothing matches.');
    pty.write(keys.escape);
    await pty.shows(/^ ▌ {2}\S/m);
  });

  it('keeps what it shows until the host has listed its sessions again', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    const { url } = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', url] });
    await pty.shows('● alpha');
    pty.write(keys.ctrl('o'));
    await pty.shows(/^ ▌ .*\(open\)/m);
    const before = pty.screen.text;
    const held: (() => void)[] = [];
    host.script = (call, _peer, proceed) => (call.method === 'listSessions' ? held.push(proceed) : proceed());
    const [resource, asked] = ['copilotcli:/two', host.next('listSessions')];
    host.sessions.set(resource, new ModelSession([]));
    host.notify('root/sessionAdded', { channel: ROOT, session: resource, summary: { resource } });
    await asked;
    expect(pty.screen.text).toBe(before);
    for (const proceed of held) proceed();
    await pty.shows(/^ {4}two /m);
  });

  it('fits a small terminal', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    for (let number = 2; number < 12; number += 1)
      host.sessions.set(`copilotcli:/number-${number}`, new ModelSession([]));
    const { url } = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', url], size: sizes.small });
    await pty.shows('Sessions of agent host');
    pty.write(keys.end);
    await pty.shows(/^ ▌ {2}all tools/m);
    pty.write(keys.up + keys.up);
    await pty.shows(/^ ▌ {2}number-/m);
    pty.write(keys.home);
    await pty.shows(/^ ▌ {2}one /m);
  });
});
