import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnyCustomization,
  buildReset,
  buildToggle,
  decisionsOf,
  findCustomization,
  ownEnabled,
  type Scope,
  type SessionState,
  sessionReducer,
  withDecision,
  workingDirectoryOf,
} from '../../src/protocol/index.js';
import { anyNode, decision, id, sessionState } from './arbitraries.js';
import { deepFreeze } from './deep-freeze.js';

const session = (enabled: boolean) => ({ kind: 'session', enabled });
const workspace = (enabled: boolean) => ({ kind: 'workspace', enabled, uri: 'file:///w' });
const global = (enabled: boolean) => ({ kind: 'global', enabled });
const node = (fields: object = {}) =>
  deepFreeze({ type: 'plugin', id: 'p', uri: 'file:///p', name: 'p', ...fields }) as AnyCustomization;

describe('buildToggle', () => {
  it('carries the wanted value in both spellings', () => {
    expect(buildToggle(node(), false, 'session')).toStrictEqual({
      type: 'session/customizationToggled',
      id: 'p',
      enabled: false,
      enablement: [session(false)],
    });
  });

  it('targets the id, not the name or the uri', () => {
    expect(buildToggle(node({ id: '/w/p.md', name: 'other' }), true, 'session').id).toBe('/w/p.md');
  });

  it.each<[string, Scope, object[], object[]]>([
    ['is put before wider ones', 'session', [workspace(false)], [session(true), workspace(false)]],
    [
      'replaces the one of its scope',
      'session',
      [session(false), global(false)],
      [session(true), global(false)],
    ],
    [
      'leaves narrower ones before it',
      'workspace',
      [session(false), global(false)],
      [session(false), workspace(true), global(false)],
    ],
    [
      'is last if its scope is global',
      'global',
      [session(false), workspace(false)],
      [session(false), workspace(false), global(true)],
    ],
    [
      'sorts a list that is not in order',
      'session',
      [global(false), workspace(false)],
      [session(true), workspace(false), global(false)],
    ],
    [
      'leaves unknown kinds behind the known ones',
      'global',
      [{ kind: 'machine', enabled: false }],
      [global(true), { kind: 'machine', enabled: false }],
    ],
  ])('decides %s', (_, scope, before, after) => {
    const action = buildToggle(node({ enablement: before }), true, scope, 'file:///w');
    expect(action.enablement).toStrictEqual(after);
    expect(action.enabled).toBe(true);
  });

  it.each<[Scope, string | undefined, object]>([
    ['workspace', 'file:///w', { kind: 'workspace', enabled: false, uri: 'file:///w' }],
    ['workspace', undefined, { kind: 'workspace', enabled: false }],
    ['session', 'file:///w', { kind: 'session', enabled: false }],
    ['global', 'file:///w', { kind: 'global', enabled: false }],
  ])('names the working directory for %s and %s alone', (scope, directory, expected) => {
    expect(buildToggle(node(), false, scope, directory).enablement).toStrictEqual([expected]);
  });

  it('keeps the decisions our own host lists for children', () => {
    const child = node({ type: 'skill', _meta: { skillpick: { enablement: [global(false)] } } });
    expect(buildToggle(child, true, 'session').enablement).toStrictEqual([session(true), global(false)]);
  });
});

describe('buildReset', () => {
  it.each<[string, object[], Scope | undefined, object[], boolean]>([
    ['everything', [session(false), global(false)], undefined, [], true],
    [
      'one scope, so that the next wider one decides',
      [session(true), global(false)],
      'session',
      [global(false)],
      false,
    ],
    ['a scope that does not decide', [session(false), global(true)], 'global', [session(false)], false],
    ['the only decision', [workspace(false)], 'workspace', [], true],
    ['a scope without a decision', [global(false)], 'session', [global(false)], false],
  ])('removes %s', (_, before, scope, after, enabled) => {
    expect(buildReset(node({ enablement: before }), scope)).toStrictEqual({
      type: 'session/customizationToggled',
      id: 'p',
      enabled,
      enablement: after,
    });
  });
});

describe('decisionsOf', () => {
  it.each<[string, object, object[]]>([
    ['none', {}, []],
    ['its own', { enablement: [global(false)] }, [global(false)]],
    [
      'those in _meta before its own',
      { enablement: [workspace(true)], _meta: { skillpick: { enablement: [global(false)] } } },
      [global(false)],
    ],
    [
      'none in _meta before its own',
      { enablement: [global(true)], _meta: { skillpick: { enablement: [] } } },
      [],
    ],
    ['those in _meta', { _meta: { skillpick: { enablement: [global(false)] } } }, [global(false)]],
    [
      'only real ones in _meta',
      { _meta: { skillpick: { enablement: [1, null, { kind: 'session' }, global(true)] } } },
      [global(true)],
    ],
    ['no list in _meta', { _meta: { skillpick: { enablement: 'all' } } }, []],
    ['nothing of ours in _meta', { _meta: { skillpick: null } }, []],
    ['others in _meta', { _meta: { enablement: [global(false)] } }, []],
  ])('finds %s', (_, fields, expected) => {
    expect(decisionsOf(node(fields))).toStrictEqual(expected);
  });
});

describe('withDecision', () => {
  it('keeps every decision of another scope and puts known scopes in order', () => {
    const order = ['session', 'workspace', 'global'];
    fc.assert(
      fc.property(
        fc.array(decision),
        fc.constantFrom<Scope>('session', 'workspace', 'global'),
        (before, scope) => {
          const after = withDecision(deepFreeze(before), scope, { kind: scope, enabled: true });
          expect(after.filter(({ kind }) => kind === scope)).toStrictEqual([{ kind: scope, enabled: true }]);
          const others = (list: typeof before) => new Set(list.filter(({ kind }) => kind !== scope));
          expect(others(after)).toEqual(others(before));
          const known = after.map(({ kind }) => order.indexOf(kind)).filter((index) => index !== -1);
          expect(known).toStrictEqual(known.toSorted());
        },
      ),
    );
  });
});

describe('workingDirectoryOf', () => {
  it.each([
    ['nothing', {}, undefined],
    [
      'the first of the list',
      { workingDirectories: ['file:///a', 'file:///b'], workingDirectory: 'file:///c' },
      'file:///a',
    ],
    [
      'the flat field',
      { workingDirectory: 'file:///c', summary: { workingDirectory: 'file:///d' } },
      'file:///c',
    ],
    [
      'the flat field beside an empty list',
      { workingDirectories: [], workingDirectory: 'file:///c' },
      'file:///c',
    ],
    ['the nested field', { summary: { workingDirectory: 'file:///d' } }, 'file:///d'],
  ])('finds %s', (_, state, expected) => {
    expect(workingDirectoryOf(state)).toBe(expected);
  });
});

describe('a toggle that was built', () => {
  const alone = (node: unknown) => ({ lifecycle: 'ready', customizations: [node] }) as SessionState;
  const inside = (node: unknown) =>
    alone({ type: 'plugin', id: 'outer', uri: '', name: '', children: [node] });

  it.each([
    ['at the top', alone],
    ['in a container', inside],
  ])('gives a node %s the wanted value, for any node', (_, place) => {
    fc.assert(
      fc.property(anyNode, fc.boolean(), (node, wanted) => {
        const state = sessionReducer(place(node), buildToggle(node, wanted, 'session'));
        const { node: now } = findCustomization(state.customizations, node.id)!;
        expect(ownEnabled(now)).toBe(wanted);
      }),
    );
  });

  it('can be sent twice', () => {
    fc.assert(
      fc.property(anyNode, fc.boolean(), (node, wanted) => {
        const action = buildToggle(node, wanted, 'session');
        const once = sessionReducer(alone(node), action);
        expect(sessionReducer(once, action)).toStrictEqual(once);
      }),
    );
  });

  it('works on hosts that read the flag alone and on hosts that read the decisions alone', () => {
    fc.assert(
      fc.property(anyNode, fc.boolean(), (node, wanted) => {
        const { type, enabled, enablement } = buildToggle(node, wanted, 'session');
        for (const action of [
          { type, id: node.id, enabled },
          { type, id: node.id, enablement },
        ]) {
          const state = sessionReducer(alone(node), action);
          expect(ownEnabled(state.customizations![0]!)).toBe(wanted);
        }
      }),
    );
  });

  it('is undone by a reset: every node is back on', () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        const off = sessionReducer(alone(node), buildToggle(node, false, 'session'));
        const reset = sessionReducer(off, buildReset(off.customizations![0]!));
        expect(ownEnabled(reset.customizations![0]!)).toBe(true);
      }),
    );
  });

  it('changes the node that findCustomization finds by the id', () => {
    fc.assert(
      fc.property(sessionState, id, fc.boolean(), (state, target, wanted) => {
        const found = findCustomization(state.customizations, target);
        fc.pre(found !== undefined);
        const next = sessionReducer(state, buildToggle(found!.node, wanted, 'session'));
        expect(ownEnabled(findCustomization(next.customizations, target)!.node)).toBe(wanted);
      }),
    );
  });
});
