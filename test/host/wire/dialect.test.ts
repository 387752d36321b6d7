import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../src/host/wire/dialect.js';
import { SPOKEN_VERSIONS } from '../../../src/host/wire/negotiate.js';
import type { Action, Customization, InitializeResult, SessionState } from '../../../src/protocol/types.js';
import { compareVersions } from '../../../src/protocol/versions.js';

const base = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const meta = { skillpick: { from: 'repo' } };
const decisions = [{ kind: 'workspace', enabled: false, uri: 'file:///w' }];
const skill = {
  type: 'skill' as const,
  ...base('s'),
  enabled: false,
  disableUserInvocation: true,
  _meta: meta,
};
const agent = { type: 'agent' as const, ...base('a'), model: 'm', tools: ['t'], _meta: meta };
const server = { type: 'mcpServer' as const, ...base('m'), _meta: meta };
const plugin: Customization = {
  type: 'plugin',
  ...base('p'),
  version: '1.0.0',
  enablement: decisions,
  _meta: meta,
  children: [skill, agent, server],
};
const client = { clientId: 'c', tools: [], customizations: [{ ...plugin, childEnablement: {} }, 5] };
const time = '2026-01-02T03:04:05.006Z';
const state: SessionState = {
  provider: 'agents',
  title: 't',
  status: 1,
  createdAt: time,
  modifiedAt: time,
  workingDirectories: ['file:///w', 'file:///v'],
  agent: { uri: 'file:///a' },
  lifecycle: 'creating',
  chats: [],
  activeClients: [{ clientId: 'b', tools: [] }, client],
  customizations: [plugin, server],
  _meta: meta,
};

const at = (version: string) => dialectOf(version);
const since = (version: string) => SPOKEN_VERSIONS.filter((spoken) => compareVersions(spoken, version) >= 0);
const before = (version: string) => SPOKEN_VERSIONS.filter((spoken) => compareVersions(spoken, version) < 0);
const session = (version: string) => at(version).session(state, 'x:/1');
const nodes = (version: string) => {
  const [first, bare] = session(version).customizations as [Customization & { children: object[] }, object];
  const [child, ofAgent, packed] = first.children;
  return { plugin: first, skill: child!, agent: ofAgent!, packed: packed!, bare };
};
const send = (version: string, action: object, after?: SessionState, more = {}) => {
  const envelope = { channel: 'x:/1', serverSeq: 1, action: action as Action, ...more };
  return at(version).envelope(envelope, () => after);
};
const receive = (version: string, action: unknown, own?: SessionState) =>
  at(version).received(action, { clientId: 'c', state: () => own });

describe('session metadata', () => {
  it.each(since('0.5.0'))('is flat in %s, without the times of the list', (version) => {
    const shown = session(version);
    expect(shown).toMatchObject({ provider: 'agents', title: 't', status: 1, agent: { uri: 'file:///a' } });
    for (const field of ['summary', 'createdAt', 'modifiedAt']) expect(shown).not.toHaveProperty(field);
    expect(at(version).summary({ resource: 'x:/1', createdAt: time })).toMatchObject({ createdAt: time });
  });

  it('is nested in 0.4.0, with times as numbers', () => {
    const { summary, ...rest } = session('0.4.0');
    const times = { createdAt: Date.parse(time), modifiedAt: Date.parse(time) };
    const flat = { provider: 'agents', title: 't', status: 1, agent: { uri: 'file:///a' } };
    expect(summary).toEqual({ resource: 'x:/1', ...flat, ...times, workingDirectory: 'file:///w' });
    expect(Object.keys(rest).sort()).toEqual([
      '_meta',
      'activeClient',
      'chats',
      'customizations',
      'lifecycle',
    ]);
    expect(at('0.4.0').summary({ resource: 'x:/1', createdAt: time })).toEqual({
      resource: 'x:/1',
      createdAt: Date.parse(time),
    });
    expect(at('0.4.0').changes({ title: 'u', modifiedAt: time })).toEqual({
      title: 'u',
      modifiedAt: Date.parse(time),
    });
  });

  it.each(SPOKEN_VERSIONS)('has the working directories of %s', (version) => {
    const isSeveral = since('0.7.0').includes(version);
    const directories = isSeveral
      ? { workingDirectories: ['file:///w', 'file:///v'] }
      : { workingDirectory: 'file:///w' };
    const { workingDirectories } = state;
    expect(at(version).summary({ resource: 'x:/1', workingDirectories: workingDirectories! })).toEqual({
      resource: 'x:/1',
      ...directories,
    });
    expect(session(version).summary ?? session(version)).toMatchObject(directories);
  });

  it('is translated once', () => {
    for (const version of SPOKEN_VERSIONS) expect(session(version)).toBe(session(version));
  });
});

describe('customizations', () => {
  it.each(since('0.9.0'))('of %s have decisions and no flags', (version) => {
    expect(nodes(version)).toMatchObject({ plugin: { enablement: decisions }, skill, agent, packed: server });
    expect(nodes(version).plugin).not.toHaveProperty('enabled');
    expect(nodes(version).bare).toBe(server);
  });

  it('of 0.8.0 have both', () => {
    const { plugin: shown, packed, bare } = nodes('0.8.0');
    expect(shown).toMatchObject({ enabled: false, enablement: decisions, version: '1.0.0', _meta: meta });
    expect([packed, bare]).toEqual([
      { ...server, enabled: true },
      { ...server, enabled: true },
    ]);
  });

  it.each(before('0.8.0'))('of %s have flags and no decisions', (version) => {
    const { plugin: shown, packed, bare, skill: child } = nodes(version);
    expect([shown, packed, bare]).toMatchObject([{ enabled: false }, { enabled: true }, { enabled: true }]);
    for (const node of [shown, packed, bare]) expect(node).not.toHaveProperty('enablement');
    expect(child).toMatchObject({ enabled: false, disableUserInvocation: true });
  });

  it.each(SPOKEN_VERSIONS)('of %s have the other fields of their version', (version) => {
    const { plugin: shown, packed, agent: ofAgent, skill: child } = nodes(version);
    const hasMeta = since('0.5.2').includes(version);
    for (const node of [shown, packed, child]) expect('_meta' in node).toBe(hasMeta);
    expect('version' in shown).toBe(hasMeta);
    expect(ofAgent).toHaveProperty('_meta');
    expect('model' in ofAgent && 'tools' in ofAgent).toBe(since('0.5.1').includes(version));
  });

  it('of the root state are translated, too', () => {
    const root = {
      agents: [{ provider: 'a', customizations: [server] }, { provider: 'b' }],
      activeSessions: 1,
    };
    expect(at('0.7.0').root(root)).toEqual({
      ...root,
      agents: [{ provider: 'a', customizations: [{ ...server, enabled: true }] }, { provider: 'b' }],
    });
  });

  it('stay absent if they are not known', () => {
    for (const version of SPOKEN_VERSIONS)
      expect(at(version).session({ lifecycle: 'ready' }, 'x:/1')).not.toHaveProperty('customizations');
  });
});

describe('actions', () => {
  const toggle = { type: 'session/customizationToggled', id: 's' };
  const flat = (version: string) => nodes(version).plugin;

  it.each(SPOKEN_VERSIONS)('toggle with the fields of %s', (version) => {
    const flag = before('0.9.0').includes(version) && { enabled: false };
    const list = since('0.8.0').includes(version) && { enablement: decisions };
    expect(send(version, { ...toggle, enablement: decisions }).action).toEqual({
      ...toggle,
      ...flag,
      ...list,
    });
    const on = { ...(flag && { enabled: true }), ...(list && { enablement: [] }) };
    expect(send(version, { ...toggle, enablement: [] }).action).toEqual({ ...toggle, ...on });
  });

  it.each(SPOKEN_VERSIONS)('carry the customizations of %s', (version) => {
    const customization = flat(version);
    expect(send(version, { type: 'session/customizationUpdated', customization: plugin }).action).toEqual({
      type: 'session/customizationUpdated',
      customization,
    });
    expect(send(version, { type: 'session/customizationsChanged', customizations: [plugin] }).action).toEqual(
      {
        type: 'session/customizationsChanged',
        customizations: [customization],
      },
    );
    const agents = [{ provider: 'a', customizations: [plugin] }, { provider: 'b' }];
    expect(send(version, { type: 'root/agentsChanged', agents }).action).toEqual({
      type: 'root/agentsChanged',
      agents: [{ provider: 'a', customizations: [customization] }, { provider: 'b' }],
    });
  });

  it.each(SPOKEN_VERSIONS)('without changes stay as they are in %s', (version) => {
    for (const type of [
      'session/titleChanged',
      'session/metaChanged',
      'session/agentChanged',
      'session/ready',
    ])
      expect(send(version, { type, title: 't', _meta: meta, agent: { uri: 'file:///a' } }).action).toEqual({
        type,
        title: 't',
        _meta: meta,
        agent: { uri: 'file:///a' },
      });
  });
});

describe('active clients', () => {
  const set = { type: 'session/activeClientSet', activeClient: client };
  const removed = { type: 'session/activeClientRemoved', clientId: 'c' };
  const changed = (activeClient: object | null) => ({ type: 'session/activeClientChanged', activeClient });

  it.each(since('0.5.0'))('are a list in %s', (version) => {
    expect(session(version).activeClients).toMatchObject([{ clientId: 'b' }, { clientId: 'c' }]);
    expect(session(version)).not.toHaveProperty('activeClient');
    expect(send(version, set, state).action).toMatchObject({
      type: set.type,
      activeClient: { clientId: 'c' },
    });
    expect(send(version, removed, state).action).toEqual(removed);
    expect(receive(version, set)).toBe(set);
  });

  it('publish plugins in the form of the version', () => {
    const [published, junk] = session('0.7.0').activeClients![1]!.customizations as object[];
    expect(published).toMatchObject({ id: 'p', enabled: false });
    for (const field of ['enablement', 'childEnablement']) expect(published).not.toHaveProperty(field);
    expect(junk).toBe(5);
    expect(send('0.7.0', set).action).toMatchObject({ activeClient: { customizations: [published, 5] } });
  });

  it('are the one that joined last in 0.4.0, and so is every change', () => {
    const shown = session('0.4.0').activeClient;
    expect(shown).toMatchObject({ clientId: 'c', customizations: [{ enabled: false }, 5] });
    expect(session('0.4.0')).not.toHaveProperty('activeClients');
    const alone = { ...state, activeClients: [{ clientId: 'b', tools: [] }] };
    expect(send('0.4.0', set, state).action).toEqual(changed(shown!));
    expect(send('0.4.0', set, alone).action).toEqual(changed({ clientId: 'b', tools: [] }));
    expect(send('0.4.0', removed, alone).action).toEqual(changed({ clientId: 'b', tools: [] }));
    expect(send('0.4.0', removed, { ...state, activeClients: [] }).action).toEqual(changed(null));
    expect(at('0.4.0').session({ lifecycle: 'ready', activeClients: [] }, 'x:/1')).not.toHaveProperty(
      'activeClient',
    );
  });

  it('are refused in 0.4.0 as they were sent', () => {
    const refused = { rejectionReason: 'no' };
    const { action } = send('0.4.0', set, { ...state, activeClients: [] }, refused);
    expect(action).toMatchObject(changed({ clientId: 'c' }));
    expect(send('0.4.0', removed, state, refused).action).toEqual(changed(null));
  });

  it('of 0.4.0 become those of the host', () => {
    expect(receive('0.4.0', changed(client))).toEqual(set);
    expect(receive('0.4.0', changed(null))).toEqual(removed);
    expect(receive('0.4.0', { type: 'session/activeClientChanged' })).toEqual({ type: set.type });
    const tools = { type: 'session/activeClientToolsChanged', tools: [{ name: 'x' }] };
    expect(receive('0.4.0', tools, state)).toEqual({
      ...set,
      activeClient: { ...client, tools: [{ name: 'x' }] },
    });
    for (const own of [undefined, { ...state, activeClients: [] }])
      expect(receive('0.4.0', tools, own)).toBe(tools);
    for (const junk of [null, 5, 'text', [1], {}, { type: 5 }]) expect(receive('0.4.0', junk)).toEqual(junk);
  });
});

it.each(SPOKEN_VERSIONS)('the result of initialize has the fields of %s', (version) => {
  const result: InitializeResult = {
    protocolVersion: version,
    serverSeq: 0,
    snapshots: [],
    serverInfo: { name: 'skillpick' },
    _meta: meta,
  };
  const shown = at(version).initialized(result);
  expect(shown).toMatchObject({ protocolVersion: version, serverSeq: 0, snapshots: [] });
  expect('_meta' in shown).toBe(since('0.9.0').includes(version));
  expect('serverInfo' in shown).toBe(since('0.5.2').includes(version));
});

it('serves versions between the listed ones', () => {
  expect(dialectOf('1.0.7')).toBe(dialectOf('1.0.0'));
  expect(dialectOf('1.1.0')).not.toBe(dialectOf('1.0.0'));
});
