import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildToggle,
  effectiveState,
  ProtocolError,
  readRootState,
  readSessionState,
  readSessionSummary,
  readSnapshot,
  sessionReducer,
  walk,
} from '../../src/protocol/index.js';
import { sessionState } from './arbitraries.js';
import { deepFreeze } from './deep-freeze.js';
import { counting, readOrRefuse } from './reading.js';
import { json, objectWith } from './wire-json.js';

const skill = { type: 'skill', id: 's', uri: 'file:///s', name: 's' };

describe('readSessionState', () => {
  const read = (value: unknown) => counting((skipped) => readSessionState(value, skipped));

  it.each<[string, object]>([
    ['a minimal flat state', { lifecycle: 'ready' }],
    ['a minimal nested state', { lifecycle: 'creating', summary: { title: 't', status: 1 }, chats: [] }],
    ['no list of customizations, which is not an empty one', { lifecycle: 'ready', title: 't' }],
    ['an empty list of customizations', { lifecycle: 'ready', customizations: [] }],
    ['either word for a failure', { lifecycle: 'creationFailed', creationError: { message: 'no' } }],
    ['the other word for a failure', { lifecycle: 'failed', creationError: { message: 'no', stack: 's' } }],
    ['a lifecycle we do not know', { lifecycle: 'dreaming' }],
    ['status bits we do not know', { lifecycle: 'ready', status: 1 | (1 << 10) }],
    ['times in milliseconds', { lifecycle: 'ready', summary: { createdAt: 1, modifiedAt: 2 } }],
    ['times as text', { lifecycle: 'ready', createdAt: '2026-01-01T00:00:00Z', modifiedAt: 'x' }],
    [
      'fields that skillpick does not show',
      { lifecycle: 'ready', changesets: [1], serverTools: [], config: { values: {} }, annotations: 1 },
    ],
    ['fields we do not know', { lifecycle: 'ready', futureField: [{}], summary: { futureField: 1 } }],
  ])('keeps %s', (_, state) => {
    expect(read(deepFreeze(state))).toStrictEqual([state, 0]);
  });

  it.each<[string, unknown]>([
    ['title', 1],
    ['status', 'idle'],
    ['status', null],
    ['createdAt', {}],
    ['workingDirectories', ['file:///a', 1]],
    ['workingDirectory', []],
    ['agent', { name: 'no uri' }],
    ['project', { uri: 'file:///p' }],
    ['summary', 'text'],
    ['customizations', {}],
    ['creationError', { code: 1 }],
    ['activeClient', 'c1'],
    ['config', { schema: {} }],
    ['chats', {}],
    ['defaultChat', 1],
    ['serverTools', {}],
    ['_meta', 1],
  ])('leaves out the field %s of the wrong type (%j)', (field, value) => {
    const [state, skipped] = read({ lifecycle: 'ready', [field]: value });
    expect(state).toStrictEqual({ lifecycle: 'ready' });
    expect(skipped).toBe(value === null ? 0 : 1);
  });

  it('leaves out wrong fields of the nested metadata', () => {
    const summary = { title: 1, status: 1, agent: {} };
    expect(read({ lifecycle: 'ready', summary })).toStrictEqual([
      { lifecycle: 'ready', summary: { status: 1 } },
      2,
    ]);
  });

  it('leaves out clients and chats that are not objects', () => {
    const [state] = read({
      lifecycle: 'ready',
      activeClients: [null, { clientId: 'a' }],
      chats: [1, { resource: 'r' }],
    });
    expect(state).toMatchObject({ activeClients: [{ clientId: 'a' }], chats: [{ resource: 'r' }] });
  });

  it.each([undefined, 1, {}])('reads the lifecycle %j as ready', (lifecycle) => {
    expect(read({ lifecycle })[0].lifecycle).toBe('ready');
  });

  it.each([null, 'x', 1, []])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(ProtocolError);
  });

  it('returns a correct state unchanged', () => {
    fc.assert(
      fc.property(sessionState, (state) => {
        expect(read(deepFreeze(state))).toStrictEqual([state, 0]);
      }),
    );
  });

  it('returns a state that can be walked and switched, or throws, for any JSON', () => {
    const almost = objectWith(
      'lifecycle',
      'summary',
      'customizations',
      'chats',
      'activeClients',
      'config',
      'agent',
    );
    fc.assert(
      fc.property(fc.oneof(json, almost), (value) => {
        const state = readOrRefuse(() => read(deepFreeze(value))[0]);
        for (const { node, container } of walk(state?.customizations)) {
          effectiveState(node, container);
          sessionReducer(state!, buildToggle(node, false, 'session'));
        }
      }),
    );
  });
});

describe('readRootState', () => {
  const read = (value: unknown) => counting((skipped) => readRootState(value, skipped));

  it('keeps agents, their customizations and unknown fields', () => {
    const root = {
      agents: [
        { provider: 'a', displayName: 'A', customizations: [{ ...skill, type: 'plugin' }], futureField: 1 },
      ],
      activeSessions: 2,
      config: { values: { a: 1 } },
      futureField: true,
    };
    expect(read(deepFreeze(root))).toStrictEqual([root, 0]);
  });

  it('leaves out agents without a provider, and fields of the wrong type', () => {
    const agents = [null, { displayName: 'x' }, { provider: 'a', displayName: 1, customizations: 5 }];
    expect(read({ agents, activeSessions: 'two', config: 1, terminals: {} })).toStrictEqual([
      { agents: [{ provider: 'a' }] },
      7,
    ]);
  });

  it.each([undefined, null, 'x', {}])('reads %j as no agents', (agents) => {
    expect(read({ agents })[0]).toStrictEqual({ agents: [] });
  });

  it.each([null, 'x', []])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(ProtocolError);
  });

  it('returns a state whose agents can be walked, or throws, for any JSON', () => {
    const agent = objectWith('provider', 'customizations').map((fields) => ({ provider: 'a', ...fields }));
    const almost = fc.record({ agents: fc.array(agent) });
    fc.assert(
      fc.property(fc.oneof(json, almost), (value) => {
        const root = readOrRefuse(() => read(deepFreeze(value))[0]);
        for (const { customizations } of root?.agents ?? []) void [...walk(customizations)];
      }),
    );
  });
});

describe('readSessionSummary', () => {
  const read = (value: unknown) => counting((skipped) => readSessionSummary(value, skipped));

  it('keeps correct fields and leaves out wrong ones', () => {
    expect(read({ resource: 'x:/1', title: 't', status: 24, futureField: 1, activity: 5 })).toStrictEqual([
      { resource: 'x:/1', title: 't', status: 24, futureField: 1 },
      1,
    ]);
  });

  it('leaves out wrong fields of nested metadata, from which the working directory may be taken', () => {
    const [summary, count] = read({ resource: 'x:/1', summary: { title: 't', workingDirectory: 5 } });
    expect(summary).toStrictEqual({ resource: 'x:/1', summary: { title: 't' } });
    expect(count).toBe(1);
  });

  it.each([[null], ['x'], [{}], [{ resource: 1 }]])('leaves out %j and counts it', (value) => {
    expect(read(value)).toStrictEqual([undefined, 1]);
  });
});

describe('readSnapshot', () => {
  it('leaves the state unread', () => {
    const snapshot = { resource: 'x:/1', state: { anything: [1] }, fromSeq: 7 };
    expect(readSnapshot({ ...snapshot, futureField: 1 })).toStrictEqual(snapshot);
  });

  it.each([
    [null],
    [{}],
    [{ resource: 'x:/1', state: {} }],
    [{ resource: 1, state: {}, fromSeq: 1 }],
    [{ resource: 'x:/1', state: {}, fromSeq: '1' }],
  ])('refuses %j', (value) => {
    expect(() => readSnapshot(value)).toThrow(ProtocolError);
  });
});
