import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  type EffectiveState,
  effectiveState,
  findCustomization,
  readAction,
  readSessionState,
  type SessionAction,
  type SessionState,
  sessionReducer,
  walk,
} from '../../src/protocol/index.js';
import { sessionAction, sessionState, toggle } from './arbitraries.js';
import { deepFreeze } from './deep-freeze.js';

interface Case {
  description: string;
  initial: SessionState;
  actions: Action[];
  /** Left out where nothing changes. */
  expected?: SessionState;
  /** Indexes of the actions for which the same state object is returned; for others it is a new one. */
  noEffect?: number[];
  /** The effective state of the nodes with these ids in the end. */
  effective?: Record<string, Partial<EffectiveState>>;
}

const folder = new URL('../cases/', import.meta.url);
const files = readdirSync(folder).map((file) => ({
  file,
  cases: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[],
}));
const everyAction = files.flatMap(({ cases }) => cases.flatMap(({ actions }) => actions));

describe.each(files)('$file', ({ cases }) => {
  it.each(cases)(
    '$description',
    ({ initial, actions, expected = initial, noEffect = [], effective = {} }) => {
      let state = deepFreeze(initial);
      for (const [index, action] of actions.entries()) {
        const next = sessionReducer(state, deepFreeze(action));
        expect(next === state, `action ${index} hands back what it was given`).toBe(noEffect.includes(index));
        state = next;
      }
      expect(state).toStrictEqual(expected);
      for (const [target, truth] of Object.entries(effective)) {
        const found = findCustomization(state.customizations, target);
        expect(found, target).toBeDefined();
        expect(effectiveState(found!.node, found!.container), target).toMatchObject(truth);
      }
    },
  );

  it.each(cases)('$description: passes the readers untouched', ({ initial, actions }) => {
    const skipped = { count: 0 };
    expect(readSessionState(initial, skipped)).toStrictEqual(initial);
    for (const action of actions) expect(readAction(action, skipped)).toStrictEqual(action);
    expect(skipped.count).toBe(0);
  });
});

describe('the cases', () => {
  const known = {
    'session/stateReplaced': true,
    'session/ready': true,
    'session/creationFailed': true,
    'session/titleChanged': true,
    'session/activityChanged': true,
    'session/isReadChanged': true,
    'session/isArchivedChanged': true,
    'session/modelChanged': true,
    'session/agentChanged': true,
    'session/metaChanged': true,
    'session/configChanged': true,
    'session/activeClientChanged': true,
    'session/activeClientToolsChanged': true,
    'session/activeClientSet': true,
    'session/activeClientRemoved': true,
    'session/serverToolsChanged': true,
    'session/changesetsChanged': true,
    'session/chatAdded': true,
    'session/chatRemoved': true,
    'session/chatUpdated': true,
    'session/defaultChatChanged': true,
    'session/workingDirectorySet': true,
    'session/workingDirectoryRemoved': true,
    'session/workingDirectoryReplaced': true,
    'session/inputNeededSet': true,
    'session/inputNeededRemoved': true,
    'session/customizationsChanged': true,
    'session/customizationToggled': true,
    'session/customizationUpdated': true,
    'session/customizationRemoved': true,
    'session/mcpServerStateChanged': true,
    'session/mcpServerStartRequested': true,
    'session/mcpServerStopRequested': true,
    'session/mcpServerBackgroundRequested': true,
  } satisfies Record<SessionAction['type'], true>;

  it.each(Object.keys(known))('have %s', (type) => {
    expect(everyAction.some((action) => action.type === type)).toBe(true);
  });

  it('never change the tree by an action about something else', () => {
    const customizations = deepFreeze([
      { type: 'directory', id: 'd', children: [{ type: 'skill', id: 's', enabled: false }] },
    ]) as unknown as NonNullable<SessionState['customizations']>;
    const others = everyAction.filter(({ type }) => !/customization|mcpServer|stateReplaced/.test(type));
    const state = others.reduce(sessionReducer, { lifecycle: 'creating', customizations } as SessionState);
    expect(state.customizations).toBe(customizations);
  });
});

describe('sessionReducer', () => {
  it('does not change its arguments', () => {
    fc.assert(
      fc.property(sessionState, fc.array(sessionAction), (initial, actions) => {
        actions.reduce(
          (state, action) => deepFreeze(sessionReducer(state, deepFreeze(action))),
          deepFreeze(initial),
        );
      }),
    );
  });

  it('returns the same state for every unknown type', () => {
    fc.assert(
      fc.property(sessionState, fc.string(), fc.jsonValue(), (state, type, payload) => {
        expect(sessionReducer(state, { type: `x${type}`, payload } as Action)).toBe(state);
        expect(sessionReducer(state, { type: `session/x${type}`, payload } as Action)).toBe(state);
      }),
    );
  });

  it('switches the first node of an id and no other', () => {
    fc.assert(
      fc.property(sessionState, toggle, (state, action) => {
        const before = [...walk(state.customizations)];
        const target = findCustomization(state.customizations, action.id);
        const after = [...walk(sessionReducer(state, action).customizations)];
        expect(after).toHaveLength(before.length);
        for (const [index, { node }] of before.entries()) {
          const now = after[index]!.node;
          if (node === target?.node) continue;
          if (node !== target?.container) expect(now).toBe(node);
          else expect({ ...now, children: null }).toStrictEqual({ ...node, children: null });
        }
      }),
    );
  });

  it('changes nothing but the switch of the node it switches', () => {
    fc.assert(
      fc.property(sessionState, toggle, (state, action) => {
        const found = findCustomization(state.customizations, action.id);
        fc.pre(found !== undefined);
        const now = findCustomization(sessionReducer(state, action).customizations, action.id);
        const { enabled: _a, enablement: _b, ...before } = found!.node;
        const { enabled: _c, enablement: _d, ...after } = now!.node;
        expect(after).toStrictEqual(before);
      }),
    );
  });

  it('keeps unknown fields of a node through every action', () => {
    fc.assert(
      fc.property(sessionState, fc.array(toggle), (initial, toggles) => {
        const marked = (state: SessionState) =>
          [...walk(state.customizations)].map(({ node }) => (node as { futureField?: unknown }).futureField);
        const state = toggles.reduce(sessionReducer, initial);
        expect(marked(state)).toStrictEqual(marked(initial));
        expect({ ...state, customizations: null }).toStrictEqual({ ...initial, customizations: null });
      }),
    );
  });
});
