import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  ProtocolError,
  type RootState,
  readAction,
  readEnvelope,
  rootReducer,
  type SessionState,
  sessionReducer,
} from '../../src/protocol/index.js';
import { sessionAction, sessionState } from './arbitraries.js';
import { deepFreeze } from './deep-freeze.js';
import { counting, readOrRefuse } from './reading.js';
import { json, objectWith } from './wire-json.js';

const skill = { type: 'skill', id: 's', uri: 'file:///s', name: 's' };
const read = (value: unknown) => counting((skipped) => readAction(value, skipped));

/** For each type, the fields that it needs, and values that are wrong for it. */
const needs: [string, object, object[]][] = [
  ['session/creationFailed', { error: { message: 'no' } }, [{}, { error: 'no' }, { error: { code: 1 } }]],
  ['session/titleChanged', { title: '' }, [{}, { title: null }, { title: 1 }]],
  ['session/activityChanged', {}, [{ activity: 1 }]],
  ['session/isReadChanged', { isRead: false }, [{}, { isRead: 'no' }]],
  ['session/isArchivedChanged', { isArchived: true }, [{}, { isArchived: 1 }]],
  ['session/agentChanged', { agent: { uri: 'file:///a' } }, [{ agent: 'a' }, { agent: {} }]],
  ['session/metaChanged', {}, [{ _meta: [] }]],
  ['session/stateReplaced', { state: { lifecycle: 'ready' } }, [{}, { state: [] }]],
  ['session/inputNeededSet', { request: { id: 'q' } }, [{}, { request: {} }, { request: { id: 1 } }]],
  ['session/inputNeededRemoved', { id: 'q' }, [{}, { id: 1 }]],
  ['session/mcpServerStartRequested', { id: 'm' }, [{}, { id: 1 }]],
  ['session/mcpServerStopRequested', { id: 'm' }, [{}, { id: 1 }]],
  ['session/mcpServerBackgroundRequested', { id: 'm' }, [{}, { id: 1 }]],
  ['session/configChanged', { config: {} }, [{}, { config: [] }, { config: {}, replace: 'false' }]],
  ['session/activeClientChanged', { activeClient: null }, [{}, { activeClient: {} }, { activeClient: 'c' }]],
  ['session/activeClientToolsChanged', { tools: [] }, [{}, { tools: {} }]],
  [
    'session/activeClientSet',
    { activeClient: { clientId: 'c' } },
    [{}, { activeClient: null }, { activeClient: {} }],
  ],
  ['session/activeClientRemoved', { clientId: 'c' }, [{}, { clientId: 1 }]],
  ['session/serverToolsChanged', { tools: [] }, [{}, { tools: null }]],
  ['session/changesetsChanged', {}, [{ changesets: {} }]],
  ['session/chatAdded', { summary: { resource: 'c' } }, [{}, { summary: {} }, { summary: null }]],
  ['session/chatRemoved', { chat: 'c' }, [{}, { chat: {} }]],
  [
    'session/chatUpdated',
    { chat: 'c', changes: {} },
    [{}, { chat: 'c' }, { chat: 'c', changes: [] }, { changes: {} }],
  ],
  ['session/defaultChatChanged', {}, [{ defaultChat: 1 }]],
  ['session/workingDirectorySet', { directory: 'd' }, [{}, { directory: 1 }]],
  ['session/workingDirectoryRemoved', { directory: 'd' }, [{}, { directory: 1 }]],
  [
    'session/workingDirectoryReplaced',
    { directory: 'd', replacement: 'e' },
    [{}, { directory: 'd' }, { replacement: 'e' }],
  ],
  [
    'session/customizationsChanged',
    { customizations: [] },
    [{}, { customizations: {} }, { customizations: null }],
  ],
  [
    'session/customizationToggled',
    { id: 's', enabled: false },
    [{ enabled: true }, { id: 1, enabled: true }, { id: 's', enabled: 'no' }],
  ],
  [
    'session/customizationToggled',
    { id: 's', enablement: [] },
    [
      { id: 's', enablement: {} },
      { id: 's', enablement: [{ kind: 'session' }] },
    ],
  ],
  [
    'session/customizationUpdated',
    { customization: skill },
    [{}, { customization: {} }, { customization: [] }],
  ],
  ['session/customizationRemoved', { id: 's' }, [{}, { id: null }]],
  [
    'session/mcpServerStateChanged',
    { id: 'm', state: { kind: 'ready' } },
    [{ id: 'm' }, { id: 'm', state: 'ready' }, { id: 'm', state: { kind: 'ready' }, channel: 1 }],
  ],
  ['chat/draftChanged', {}, [{ draft: 'text' }]],
  ['chat/turnStarted', { message: {} }, [{}, { message: 'text' }]],
  ['root/agentsChanged', { agents: [] }, [{}, { agents: {} }]],
  ['root/activeSessionsChanged', { activeSessions: 0 }, [{}, { activeSessions: 'none' }]],
  ['root/terminalsChanged', { terminals: [] }, [{}, { terminals: 1 }]],
  ['root/configChanged', { config: {} }, [{ config: 1 }, { config: {}, replace: 1 }]],
  ['root/configChanged', {}, []],
];

describe('readAction', () => {
  describe.each(needs)('%s', (type, right, wrong) => {
    it('keeps the fields it needs and unknown ones', () => {
      const action = { type, ...right, futureField: { a: 1 } };
      expect(read(deepFreeze(action))).toStrictEqual([action, 0]);
    });

    it.each(wrong)('refuses %j', (fields) => {
      expect(() => read({ type, ...fields })).toThrow(ProtocolError);
    });
  });

  it.each([['session/zzz'], ['chat/turnComplete'], ['toString'], ['__proto__'], ['']])(
    'returns an action of the type %j unchanged',
    (type) => {
      const action = { type, customizations: 'anything', id: {} };
      expect(read(action)[0]).toBe(action);
    },
  );

  it.each([[null], ['session/ready'], [[]], [{}], [{ type: 1 }]])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(ProtocolError);
  });

  it.each<[object, object]>([
    [
      { type: 'session/customizationToggled', id: 's', enabled: true, enablement: null },
      { type: 'session/customizationToggled', id: 's', enabled: true },
    ],
    [{ type: 'session/activityChanged', activity: null }, { type: 'session/activityChanged' }],
    [{ type: 'session/changesetsChanged', changesets: null }, { type: 'session/changesetsChanged' }],
    [{ type: 'session/agentChanged', agent: null }, { type: 'session/agentChanged' }],
    [
      { type: 'session/mcpServerStateChanged', id: 'm', state: { kind: 'ready' }, channel: null },
      { type: 'session/mcpServerStateChanged', id: 'm', state: { kind: 'ready' } },
    ],
  ])('reads null as absent in a field that may be absent: %j', (value, expected) => {
    expect(read(deepFreeze(value))).toStrictEqual([expected, 0]);
  });

  it('leaves out and counts wrong items of its lists', () => {
    const plugin = { ...skill, type: 'plugin', children: [skill, null] };
    const clean = { ...plugin, children: [skill] };
    const cases: [object, object][] = [
      [{ type: 'session/customizationsChanged', customizations: [plugin] }, { customizations: [clean] }],
      [{ type: 'session/customizationUpdated', customization: plugin }, { customization: clean }],
      [{ type: 'root/agentsChanged', agents: [{ provider: 'a' }, 1] }, { agents: [{ provider: 'a' }] }],
      [
        { type: 'session/mcpServerStateChanged', id: 'm', state: { kind: 'error', error: 5 } },
        { state: { kind: 'error' } },
      ],
    ];
    for (const [value, fields] of cases) {
      expect(read(value)).toStrictEqual([{ ...value, ...fields }, 1]);
    }
  });

  it('returns a correct action unchanged', () => {
    fc.assert(
      fc.property(sessionAction, (action) => {
        expect(read(deepFreeze(action))).toStrictEqual([action, 0]);
      }),
    );
  });

  it('returns an action that can be applied to any state, or throws, for any JSON', () => {
    const fields = [
      'id',
      'enabled',
      'enablement',
      'state',
      'channel',
      'customization',
      'customizations',
      'config',
    ];
    const more = [
      'activeClient',
      'clientId',
      'tools',
      'summary',
      'chat',
      'changes',
      'directory',
      'replacement',
    ];
    const type = fc.constantFrom('session/ready', 'session/modelChanged', ...needs.map(([name]) => name));
    const almost = fc
      .tuple(type, objectWith(...fields, ...more), fc.constantFrom(...needs.map(([, right]) => right)))
      .map(([name, wild, right]) => ({ type: name, ...right, ...wild }));
    fc.assert(
      fc.property(sessionState, fc.oneof(json, almost), (state: SessionState, value) => {
        const action = readOrRefuse(() => read(deepFreeze(value))[0]);
        if (action === undefined) return;
        sessionReducer(sessionReducer(deepFreeze(state), action), action);
        rootReducer({ agents: [] } as RootState, action);
      }),
      { numRuns: 500 },
    );
  });
});

describe('readEnvelope', () => {
  const envelope = { channel: 'x:/1', serverSeq: 7, action: { type: 'session/ready' } as Action };
  const readOne = (fields: object) => readEnvelope({ ...envelope, ...fields }, { count: 0 });

  it.each<[string, object, object]>([
    ['only the required fields', {}, {}],
    ['an origin', { origin: { clientId: 'c', clientSeq: 3 } }, { origin: { clientId: 'c', clientSeq: 3 } }],
    ['no origin', { origin: null }, {}],
    ['an origin without a clientSeq', { origin: { clientId: 'c' } }, {}],
    ['an origin of the wrong type', { origin: { clientId: 1, clientSeq: 3 } }, {}],
    ['a rejection', { rejectionReason: 'no' }, { rejectionReason: 'no' }],
    ['a rejection without words', { rejectionReason: '' }, { rejectionReason: '' }],
    ['a rejection that is no text', { rejectionReason: { code: 1 } }, { rejectionReason: '{"code":1}' }],
    ['no rejection', { rejectionReason: null }, {}],
  ])('reads %s', (_, fields, expected) => {
    expect(readOne(fields)).toStrictEqual({ ...envelope, ...expected });
  });

  it('shortens a rejection that is not text', () => {
    expect(readOne({ rejectionReason: ['x'.repeat(10_000)] }).rejectionReason).toHaveLength(200);
  });

  it.each<[object]>([
    [{ channel: undefined }],
    [{ channel: 1 }],
    [{ serverSeq: undefined }],
    [{ serverSeq: '7' }],
    [{ action: undefined }],
    [{ action: { type: 'session/titleChanged' } }],
  ])('refuses %j', (fields) => {
    expect(() => readOne(fields)).toThrow(ProtocolError);
  });

  it('throws only ProtocolError for any JSON', () => {
    const almost = objectWith('channel', 'serverSeq', 'action', 'origin', 'rejectionReason');
    fc.assert(
      fc.property(fc.oneof(json, almost), (value) => {
        readOrRefuse(() => readEnvelope(value, { count: 0 }));
        readOrRefuse(() => readEnvelope({ ...envelope, ...(value as object) }, { count: 0 }));
      }),
    );
  });
});
