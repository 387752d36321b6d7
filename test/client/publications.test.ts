import { describe, expect, it } from 'vitest';
import type { OfferedPlugin } from '../../src/client/index.js';
import { RefusedFile } from '../../src/client/index.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { type Call, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const newHost = () => new ScriptedHost(new ModelSession(skills(1)));

const plugin = (nonce = 'n1'): OfferedPlugin => ({
  uri: 'file:///pack',
  name: 'pack',
  nonce,
  serve(method, { uri }) {
    if (method !== 'resourceRead') return undefined;
    if (uri !== 'file:///pack/a') throw new RefusedFile(-32009, 'outside');
    return { data: 'text', encoding: 'utf-8' };
  },
});

/** The plugin with another content, which is its nonce. */
function changed(nonce: string): OfferedPlugin {
  const { serve, ...rest } = plugin(nonce);
  return { ...rest, serve: (...call) => ({ ...(serve(...call) as object), data: nonce }) };
}

/** The content of the plugin's file, as the host gets it now. */
async function readFrom(host: ScriptedHost): Promise<string> {
  const params = { uri: 'file:///pack/a' };
  for (const peer of host.peers)
    peer.send(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'resourceRead', params }));
  await quiet();
  return (host.frames.at(-1) as { result: { data: string } }).result.data;
}

const actions = (host: ScriptedHost) =>
  host
    .calls('dispatchAction')
    .map(({ params }) => params['action'] as { type: string; activeClient?: unknown });

const isRemoval = ({ method, params }: Call) =>
  method === 'dispatchAction' && (params['action'] as Call & { type: string }).type.endsWith('Removed');

describe('a plugin that is published', () => {
  it.each([
    ['1.1.0', 'session/activeClientSet', false],
    ['0.8.0', 'session/activeClientSet', false],
    ['0.7.0', 'session/activeClientSet', true],
    ['0.5.0', 'session/activeClientSet', true],
    ['0.4.0', 'session/activeClientChanged', true],
    ['0.3.0', 'session/activeClientChanged', true],
  ])('is sent to a host of %s as %s', async (version, type, hasFlag) => {
    const host = newHost();
    host.version = version;
    const { client } = await openInMemory(host);
    await client.publish(SESSION, plugin());
    const { clientId } = client;
    const id = `${clientId}:file:///pack`;
    const flag = hasFlag && { enabled: true };
    const customizations = [{ type: 'plugin', id, uri: 'file:///pack', name: 'pack', nonce: 'n1', ...flag }];
    const activeClient = { clientId, displayName: 'skillpick', tools: [], customizations };
    expect(actions(host)).toEqual([{ type, activeClient }]);
  });

  it.each([
    ['0.9.0', (clientId: string) => ({ type: 'session/activeClientRemoved', clientId })],
    ['0.4.0', () => ({ type: 'session/activeClientChanged', activeClient: null })],
  ])('is removed from a host of %s before the client leaves', async (version, removal) => {
    const host = newHost();
    host.version = version;
    const { client } = await openInMemory(host);
    await client.publish(SESSION, plugin());
    await client.close();
    expect(actions(host).at(-1)).toEqual(removal(client.clientId));
    const methods = (host.frames as Call[]).map(({ method }) => method);
    expect(methods.lastIndexOf('dispatchAction')).toBeLessThan(methods.indexOf('unsubscribe'));
  });

  it('does not keep the client from leaving a host that does not answer', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    await client.publish(SESSION, plugin());
    host.script = (call, _peer, proceed) => void (isRemoval(call) || proceed());
    const closed = client.close();
    await quiet();
    await clock.advance(1_000);
    await closed;
  });

  it('is refused with the reason of the host', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    host.script = (call, peer, proceed) =>
      call.method === 'dispatchAction' ? host.echo(call, peer, 'another client is active') : proceed();
    await expect(client.publish(SESSION, plugin())).rejects.toMatchObject({
      code: 'publish-refused',
      exitCode: 1,
      message: 'The host did not take the plugin pack: another client is active.',
    });
    host.script = (_call, _peer, proceed) => proceed();
    await client.close();
    expect(actions(host)).toHaveLength(1);
  });

  it('counts as refused if there is no echo', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    host.script = (call, _peer, proceed) => void (call.method === 'dispatchAction' || proceed());
    const published = expect(client.publish(SESSION, plugin())).rejects.toMatchObject({
      message: 'The host did not take the plugin pack: there was no answer within 2 s.',
    });
    await quiet();
    await clock.advance(2_000);
    await published;
    // It may have arrived.
    expect(actions(host).at(-1)).toMatchObject({ type: 'session/activeClientRemoved' });
  });

  it('is published again after a reconnect, as it is by then', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    host.drop();
    await quiet();
    publication.update(plugin('n2'));
    expect(actions(host)).toHaveLength(1);
    await letReconnect(clock);
    expect(actions(host)).toHaveLength(2);
    expect(JSON.stringify(actions(host)[1])).toContain('"nonce":"n2"');
  });

  it('is published again once the host can describe the session, after a restart', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    await client.publish(SESSION, plugin());
    let refusals = 2;
    host.script = (call, peer, proceed) => {
      const isAsked = call.method === 'subscribe' && call.params['channel'] === SESSION;
      if (isAsked && refusals-- > 0) host.refuse(peer, call, -32603, 'could not describe the session yet');
      else proceed();
    };
    host.restart();
    await letReconnect(clock);
    for (let round = 0; round < 4; round += 1) await clock.advance(1_000);
    expect(refusals).toBeLessThan(0);
    const methods = (host.frames as Call[]).map(({ method }) => method);
    expect(methods.filter((method) => method === 'dispatchAction')).toHaveLength(2);
    expect(methods.lastIndexOf('dispatchAction')).toBeGreaterThan(methods.lastIndexOf('subscribe'));
  });

  it('is sent once more if the connection drops before the host has taken it', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    const { script } = host;
    host.script = (call, _peer, proceed) => {
      if (call.method !== 'dispatchAction') return proceed();
      host.script = script;
      host.drop();
    };
    const published = client.publish(SESSION, plugin());
    await letReconnect(clock);
    await published;
    await clock.advance(2_000);
    expect(actions(host)).toHaveLength(2);
    await client.close();
    expect(actions(host).at(-1)).toMatchObject({ type: 'session/activeClientRemoved' });
  });

  it('is refused at once if the host is gone', async () => {
    const host = newHost();
    const { client } = await openInMemory(host, { reconnectAttempts: 0 });
    host.drop();
    await quiet();
    expect(client.status.kind).toBe('gone');
    await expect(client.publish(SESSION, plugin())).rejects.toMatchObject({
      message: 'The host did not take the plugin pack: the session is not open.',
    });
  });

  it('stays as it was if its new content is refused, and is sent once more when it changes', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    const { script } = host;
    host.script = (call, peer, proceed) => {
      if (call.method === 'dispatchAction') host.echo(call, peer, 'too large');
      else proceed();
    };
    publication.update(changed('n2'));
    await quiet();
    expect(await readFrom(host)).toBe('text');
    host.script = script;
    publication.update(changed('n2'));
    await quiet();
    expect(actions(host)).toHaveLength(3);
    expect(await readFrom(host)).toBe('n2');
  });

  it('ends with its session', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    host.sessions.delete(SESSION);
    host.notify('root/sessionRemoved', { channel: 'ahp-root://', session: SESSION });
    await quiet();
    publication.update(plugin('n2'));
    const [peer] = host.peers;
    const params = { uri: 'file:///pack/a' };
    peer!.send(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'resourceRead', params }));
    await quiet();
    expect(actions(host)).toHaveLength(1);
    expect(host.frames.at(-1)).toMatchObject({ id: 'q', error: { code: -32601 } });
  });

  it('does not take the place of the one active client of a host of 0.4, nor throw it out', async () => {
    const host = newHost();
    host.version = '0.4.0';
    const { client, clock } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    const editor = { clientId: 'editor', displayName: 'Editor', tools: [], customizations: [] };
    host.session.fields['activeClient'] = editor;
    host.emit(SESSION, { type: 'session/activeClientChanged', activeClient: editor });
    await quiet();
    publication.update(plugin('n2'));
    await expect(client.publish(SESSION, plugin())).rejects.toMatchObject({
      message: expect.stringContaining('another client is active in the session'),
    });
    host.drop();
    await letReconnect(clock);
    await client.close();
    expect(actions(host)).toHaveLength(1);
  });

  it('is published again only if its content has changed', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    publication.update(plugin('n1'));
    expect(actions(host)).toHaveLength(1);
    publication.update(plugin('n2'));
    await quiet();
    expect(actions(host)).toHaveLength(2);
  });

  it('is not published again after it was removed with its session', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    await client.disposeSession(SESSION);
    publication.update(plugin('n2'));
    await client.close();
    expect(actions(host)).toHaveLength(1);
  });
});

describe('a request of the host', () => {
  async function ask(isPublished: boolean, method: string, params: object): Promise<unknown> {
    const host = newHost();
    const { client } = await openInMemory(host);
    if (isPublished) await client.publish(SESSION, plugin());
    const [peer] = host.peers;
    peer!.send(JSON.stringify({ jsonrpc: '2.0', id: 'q', method, params }));
    await quiet();
    const { id, result, error } = host.frames.at(-1) as Record<string, unknown>;
    expect(id).toBe('q');
    return result ?? (error as { code: number }).code;
  }

  it('gets what the host has taken, while changes are under way', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const publication = await client.publish(SESSION, plugin());
    const held: (() => void)[] = [];
    const { script } = host;
    host.script = (_call, _peer, proceed) => void held.push(proceed);
    publication.update(changed('n2'));
    publication.update(changed('n3'));
    await quiet();
    expect(await readFrom(host)).toBe('text');
    host.script = script;
    held.shift()!();
    expect(await readFrom(host)).toBe('n2');
    held.shift()!();
    expect(await readFrom(host)).toBe('n3');
  });

  it('for a file of the plugin is answered', async () => {
    const answer = await ask(true, 'resourceRead', { uri: 'file:///pack/a' });
    expect(answer).toEqual({ data: 'text', encoding: 'utf-8' });
  });

  it.each([
    ['another file', true, 'resourceRead', -32009],
    ['a file while nothing is published', false, 'resourceRead', -32601],
    ['a write', true, 'resourceWrite', -32601],
    ['anything else', true, 'toString', -32601],
  ])('for %s is refused', async (_what, isPublished, method, code) => {
    expect(await ask(isPublished, method, { uri: 'file:///etc/passwd' })).toBe(code);
  });
});

it('never becomes an active client without a plugin', async () => {
  const host = newHost();
  const { client, clock, store } = await openInMemory(host);
  const toggled = store.toggle('s0', false);
  await quiet();
  await toggled;
  host.drop();
  await letReconnect(clock);
  await client.close();
  expect(JSON.stringify(host.frames)).not.toContain('activeClient');
});
