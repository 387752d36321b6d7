import { describe, expect, it } from 'vitest';
import {
  type Action,
  type RootAction,
  type RootState,
  rootReducer,
  type SessionNotification,
  type SessionSummary,
  sessionListReducer,
} from '../../src/protocol/index.js';
import { deepFreeze } from './deep-freeze.js';

const initial = deepFreeze({
  agents: [{ provider: 'a' }],
  activeSessions: 1,
  terminals: [{ id: 1 }],
  config: { schema: { s: 1 }, values: { a: 1, b: 2 } },
  futureField: true,
}) as RootState;

describe('rootReducer', () => {
  it.each<[string, RootAction, object]>([
    [
      'replaces the list of agents',
      { type: 'root/agentsChanged', agents: [{ provider: 'b' }, { provider: 'c' }] },
      { agents: [{ provider: 'b' }, { provider: 'c' }] },
    ],
    [
      'replaces the number of sessions',
      { type: 'root/activeSessionsChanged', activeSessions: 0 },
      { activeSessions: 0 },
    ],
    ['replaces the list of terminals', { type: 'root/terminalsChanged', terminals: [] }, { terminals: [] }],
    [
      'merges configuration',
      { type: 'root/configChanged', config: { b: 3, c: 4 } },
      { config: { schema: { s: 1 }, values: { a: 1, b: 3, c: 4 } } },
    ],
    [
      'replaces the configuration if the action asks for it',
      { type: 'root/configChanged', config: { c: 4 }, replace: true },
      { config: { schema: { s: 1 }, values: { c: 4 } } },
    ],
    [
      'removes the configuration if the action replaces it by none',
      { type: 'root/configChanged', replace: true },
      { config: { schema: { s: 1 }, values: {} } },
    ],
  ])('%s', (_, action, changed) => {
    expect(rootReducer(initial, deepFreeze(action))).toStrictEqual({ ...initial, ...changed });
  });

  it('adds a configuration to a state without one', () => {
    const state = rootReducer({ agents: [] }, { type: 'root/configChanged', config: { a: 1 } } as Action);
    expect(state).toStrictEqual({ agents: [], config: { values: { a: 1 } } });
  });

  it.each([{}, { replace: true }])('ignores a missing configuration in a state without one: %j', (fields) => {
    const state: RootState = { agents: [] };
    expect(rootReducer(state, { type: 'root/configChanged', ...fields } as Action)).toBe(state);
  });

  it('ignores a change without a configuration', () => {
    expect(rootReducer(initial, { type: 'root/configChanged' })).toBe(initial);
  });

  it.each(['root/zzz', 'session/titleChanged', 'session/customizationsChanged', 'toString', '__proto__', ''])(
    'returns the same state for %j',
    (type) => expect(rootReducer(initial, { type })).toBe(initial),
  );
});

describe('sessionListReducer', () => {
  const [one, two, three] = ['x:/1', 'x:/2', 'x:/3'].map((resource) => ({ resource, title: resource }));
  const list = deepFreeze([one, two]) as SessionSummary[];

  it.each<[string, SessionNotification, unknown[]]>([
    ['adds a session at the end', { type: 'added', summary: three! }, [one, two, three]],
    [
      'replaces a session that is added again, in its place',
      { type: 'added', summary: { resource: 'x:/1', status: 1 } },
      [{ resource: 'x:/1', status: 1 }, two],
    ],
    ['removes a session', { type: 'removed', session: 'x:/1' }, [two]],
    [
      'changes a session in part',
      { type: 'changed', session: 'x:/2', changes: { status: 8 } },
      [one, { ...two, status: 8 }],
    ],
    [
      'never changes the address of a session',
      { type: 'changed', session: 'x:/2', changes: { resource: 'x:/9', title: 'two' } },
      [one, { resource: 'x:/2', title: 'two' }],
    ],
  ])('%s', (_, notification, expected) => {
    expect(sessionListReducer(list, deepFreeze(notification))).toStrictEqual(expected);
  });

  it.each<[string, SessionNotification]>([
    ['removed', { type: 'removed', session: 'x:/9' }],
    ['changed', { type: 'changed', session: 'x:/9', changes: { title: 'nine' } }],
  ])('returns the same list if an unknown session is %s', (_, notification) => {
    expect(sessionListReducer(list, notification)).toBe(list);
  });
});
