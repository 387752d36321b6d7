import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnyCustomization,
  abilitiesOf,
  effectiveState,
  hasGates,
  ownEnabled,
  type SkillCustomization,
} from '../../src/protocol/index.js';
import { anyNode } from './arbitraries.js';

const node = (type: string, fields: object = {}) =>
  ({ type, id: 'x', uri: 'file:///x', name: 'x', ...fields }) as AnyCustomization;

describe('ownEnabled', () => {
  it.each<[string, object, boolean]>([
    ['no field', {}, true],
    ['on', { enabled: true }, true],
    ['off', { enabled: false }, false],
    [
      'the first decision',
      {
        enablement: [
          { kind: 'session', enabled: false },
          { kind: 'global', enabled: true },
        ],
      },
      false,
    ],
    ['a decision before the flag', { enabled: false, enablement: [{ kind: 'global', enabled: true }] }, true],
    ['the flag when no decision is left', { enabled: false, enablement: [] }, false],
  ])('reads %s', (_, fields, expected) => {
    for (const type of ['plugin', 'mcpServer', 'directory', 'skill']) {
      expect(ownEnabled(node(type, fields))).toBe(expected);
    }
  });
});

describe('hasGates', () => {
  it.each(['skill', 'agent'])('is true for %s', (type) => expect(hasGates(type)).toBe(true));
  it.each(['plugin', 'directory', 'prompt', 'rule', 'hook', 'mcpServer', 'sense', ''])(
    'is false for %j',
    (type) => expect(hasGates(type)).toBe(false),
  );
});

describe('gates of a version that has none', () => {
  it.each<[string, string, string | undefined, object, boolean | null, boolean | null]>([
    ['both gates of a skill', 'skill', '0.9.0', {}, true, true],
    ['both gates of an agent', 'agent', '0.5.2', {}, true, true],
    ['only the model gate of a skill', 'skill', '0.5.1', {}, null, true],
    ['only the model gate of a skill', 'skill', '0.4.0', {}, null, true],
    ['no gate of an agent', 'agent', '0.4.0', {}, null, null],
    [
      'the model gate of a skill that is closed',
      'skill',
      '0.4.0',
      { disableModelInvocation: true },
      null,
      false,
    ],
    ['a gate that the version does not have', 'agent', '0.4.0', { disableUserInvocation: true }, false, null],
    [
      'an open gate that the version does not have',
      'agent',
      '0.4.0',
      { disableModelInvocation: false },
      null,
      true,
    ],
    ['both gates when no version is known', 'agent', undefined, {}, true, true],
  ])('%s: %s at %s', (_, type, version, fields, user, model) => {
    const state = effectiveState(node(type, fields), undefined, abilitiesOf(version));
    expect(state).toMatchObject({ userInvocable: user, modelInvocable: model });
    expect(state).toMatchObject({ userCanInvoke: user !== false, modelCanInvoke: model !== false });
  });
});

describe('effectiveState', () => {
  it('has consistent fields for every pair of nodes', () => {
    fc.assert(
      fc.property(anyNode, fc.option(anyNode, { nil: undefined }), (entry, container) => {
        const state = effectiveState(entry, container);
        const containerOn = container === undefined || ownEnabled(container);
        expect(state.own).toBe(ownEnabled(entry));
        expect(state.enabled).toBe(state.own && containerOn);
        expect(state.offBy === null).toBe(state.enabled);
        expect(state.offBy === 'self' || state.offBy === 'both').toBe(!state.own);
        expect(state.offBy === 'container' || state.offBy === 'both').toBe(!containerOn);
        const { disableUserInvocation, disableModelInvocation } = entry as SkillCustomization;
        const invocable = state.enabled && hasGates(entry.type);
        expect(state.userCanInvoke).toBe(invocable && disableUserInvocation !== true);
        expect(state.modelCanInvoke).toBe(invocable && disableModelInvocation !== true);
      }),
    );
  });
});
