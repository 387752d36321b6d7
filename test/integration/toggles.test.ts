import { describe, expect, it } from 'vitest';
import { shownFlags } from '../support/flags.js';
import { openScripted, statusIs } from '../support/scripted-connection.js';
import { type Call, ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill, skills } from '../support/scripted-session.js';
import { until } from '../support/until.js';

const isToggle = ({ method }: Call) => method === 'dispatchAction';

describe('a correct host', () => {
  it('receives the handshake first, with every offered version and the client’s name', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    const [first] = host.frames as Call[];
    expect(first?.method).toBe('initialize');
    expect(first?.params).toMatchObject({
      channel: ROOT,
      clientId: client.clientId,
      protocolVersions: [
        '1.1.0',
        '1.0.0',
        '0.10.0',
        '0.9.0',
        '0.8.0',
        '0.7.0',
        '0.6.0',
        '0.5.2',
        '0.5.1',
        '0.5.0',
        '0.4.0',
        '0.3.0',
      ],
    });
    expect(client.protocolVersion).toBe('0.9.0');
  });

  it('receives JSON-RPC with a channel in every call', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    await client.listSessions();
    await store.toggle('s0', false);
    await client.createSession();
    for (const frame of host.frames as (Call & { jsonrpc: string })[]) {
      expect(frame.jsonrpc).toBe('2.0');
      expect(frame.params['channel'], frame.method).toEqual(expect.any(String));
    }
  });

  it('confirms with its echo a switch that is shown at once', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store } = await openScripted(host);
    const outcome = store.toggle('s0', false);
    expect(shownFlags(store)['s0']).toBe(false);
    expect([...store.getSnapshot().pending]).toEqual([['s0', false]]);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(store.getSnapshot().pending.size).toBe(0);
    expect(host.session.flags()).toEqual({ d: true, s0: false, s1: true });
  });

  it('receives ascending numbers and both spellings, with other scopes kept', async () => {
    const workspace = { kind: 'workspace', uri: 'file:///w', enabled: false };
    const host = new ScriptedHost(
      new ModelSession([
        directory('d', [skill('s')]),
        plugin('p', [], { enablement: [workspace, { kind: 'global', enabled: true }] }),
      ]),
    );
    const { store } = await openScripted(host);
    await Promise.all([store.toggle('s', false), store.toggle('p', true), store.reset('p')]);
    expect(host.calls('dispatchAction').map(({ params }) => params)).toEqual([
      {
        channel: SESSION,
        clientSeq: 1,
        action: {
          type: 'session/customizationToggled',
          id: 's',
          enabled: false,
          enablement: [{ kind: 'session', enabled: false }],
        },
      },
      {
        channel: SESSION,
        clientSeq: 2,
        action: {
          type: 'session/customizationToggled',
          id: 'p',
          enabled: true,
          enablement: [{ kind: 'session', enabled: true }, workspace, { kind: 'global', enabled: true }],
        },
      },
      {
        channel: SESSION,
        clientSeq: 3,
        action: { type: 'session/customizationToggled', id: 'p', enabled: true, enablement: [] },
      },
    ]);
  });

  it('is never sent an id that is not in the list', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openScripted(host);
    await expect(store.toggle('nope', false)).rejects.toMatchObject({ code: 'entry-unknown', exitCode: 3 });
    await store.toggle('s0', false);
    expect(host.calls('dispatchAction')).toHaveLength(1);
  });
});

describe('an incorrect host', () => {
  it('that rejects makes the switch fall back, with the reason', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer, 'locked') : proceed());
    const { store } = await openScripted(host);
    const outcome = await store.toggle('s0', false);
    expect(outcome).toEqual({ kind: 'rejected', enabled: true, reason: 'locked' });
    expect(shownFlags(store)['s0']).toBe(true);
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('that never responds leaves the switch unconfirmed until a new connection shows the state', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host, { echoTimeoutMs: 20, requestTimeoutMs: 1_500 });
    host.script = () => {};
    const outcome = await store.toggle('s0', false);
    expect(outcome).toEqual({ kind: 'unconfirmed', enabled: undefined, reason: 'the host does not answer' });
    await statusIs(client, 'waiting');
    expect(shownFlags(store)['s0']).toBe(true);
    host.script = (_call, _peer, proceed) => proceed();
    host.session.customizations[0]!.enabled = false;
    await statusIs(client, 'live');
    expect(shownFlags(store)['d']).toBe(false);
  });

  it('that echoes late leaves the switch unconfirmed at first, and right in the end', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const held: (() => void)[] = [];
    host.script = (call, _peer, proceed) => void (isToggle(call) ? held.push(proceed) : proceed());
    const { store } = await openScripted(host, { echoTimeoutMs: 20 });
    const outcome = await store.toggle('s0', false);
    expect(outcome).toEqual({
      kind: 'unconfirmed',
      enabled: true,
      reason: 'there was no response to the switch',
    });
    expect(shownFlags(store)['s0']).toBe(true);
    held[0]?.();
    await until(store.subscribe, () => shownFlags(store)['s0'] === false);
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('that drops the switch silently leaves it unconfirmed, and the list shows the state', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, _peer, proceed) => void (isToggle(call) || proceed());
    const { store } = await openScripted(host, { echoTimeoutMs: 20 });
    const outcome = await store.toggle('s0', false);
    expect(outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it('that switches without an echo is confirmed by its state', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, _peer, proceed) => {
      if (isToggle(call)) host.session.toggle(call.params['action'] as never);
      else proceed();
    };
    const { store } = await openScripted(host, { echoTimeoutMs: 20 });
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(shownFlags(store)['s0']).toBe(false);
  });

  it('that echoes without switching makes the switch ineffective', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer) : proceed());
    const { store } = await openScripted(host);
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'ineffective', enabled: true });
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it('that echoes a switch without a change is not trusted for it', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer) : proceed());
    const { store } = await openScripted(host);
    await expect(store.toggle('s0', true)).resolves.toEqual({ kind: 'confirmed', enabled: true });
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'ineffective', enabled: true });
    const [, last] = await Promise.all([store.toggle('s1', false), store.toggle('s1', true)]);
    expect(last).toEqual({ kind: 'confirmed', enabled: true });
    await expect(store.toggle('s1', false)).resolves.toEqual({ kind: 'ineffective', enabled: true });
    expect(shownFlags(store)['s1']).toBe(true);
  });

  it('that echoes another value has that value shown, unconfirmed', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store } = await openScripted(host);
    await store.toggle('s0', false);
    host.script = (call, peer, proceed) => {
      const action = { ...(call.params['action'] as object), enabled: true, enablement: [] };
      if (isToggle(call)) host.accept({ ...call, params: { ...call.params, action } }, peer);
      else proceed();
    };
    await expect(store.toggle('s1', false)).resolves.toEqual({ kind: 'ineffective', enabled: true });
    expect(shownFlags(store)['s1']).toBe(true);
  });

  it('that forgets everything on a rescan is reported once, by name', async () => {
    const host = new ScriptedHost(new ModelSession(skills(3)));
    const { store } = await openScripted(host);
    const reported: unknown[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    await Promise.all([store.toggle('s0', false), store.toggle('s1', false), store.toggle('s2', true)]);
    host.rescan();
    await until(store.subscribe, () => shownFlags(store)['s0'] === true);
    host.rescan();
    await store.refresh();
    const switches = ['s0', 's1'].map((id) => ({ id, enabled: false, scope: 'session' }));
    expect(reported).toEqual([{ cause: 'list', switches }]);
  });

  it('keeps what another client switches', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openScripted(host);
    const reported: unknown[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    await store.toggle('s0', false);
    host.toggleByAnother('s0', true);
    await store.refresh();
    expect(shownFlags(store)['s0']).toBe(true);
    expect(reported).toEqual([]);
    expect(host.calls('dispatchAction')).toHaveLength(1);
  });
});
