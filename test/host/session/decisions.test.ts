import { describe, expect, it } from 'vitest';
import { decisionsFor, setOf } from '../../../src/host/session/decisions.js';
import type { CustomizationEnablement, SkillCustomization } from '../../../src/protocol/types.js';

const workspaceUri = 'file:///w';
const session = (enabled: boolean) => ({ kind: 'session', enabled });
const workspace = (enabled: boolean) => ({ kind: 'workspace', enabled, uri: workspaceUri });
const global = (enabled: boolean) => ({ kind: 'global', enabled });

function skill(decisions: CustomizationEnablement[]): SkillCustomization {
  const _meta = { skillpick: { enablement: decisions } };
  return { type: 'skill', id: 's', uri: 'file:///s', name: 's', _meta };
}

const toggle = (fields: object) => ({ type: 'session/customizationToggled' as const, id: 's', ...fields });

describe('decisions by scope', () => {
  it.each([
    [{}, []],
    [{ session: false }, [session(false)]],
    [{ global: true, workspace: false }, [workspace(false), global(true)]],
    [{ global: true, workspace: false, session: true }, [session(true), workspace(false), global(true)]],
  ])('%j are listed most specific first', (flags, list) => {
    expect(decisionsFor(flags, workspaceUri)).toEqual(list);
  });
});

const request = (scope: string, enabled: boolean | null) => ({ scope, enabled });
const set = (...items: object[]) => ({ _meta: { skillpick: { set: items } } });

describe('what a toggle asks for', () => {
  it.each([
    ['a flag alone', [], { enabled: false }, [request('session', null), request('workspace', false)]],
    [
      'a list with a new scope',
      [global(true)],
      { enablement: [session(false), global(true)] },
      [request('session', false)],
    ],
    [
      'a list that names other scopes',
      [global(true)],
      { enablement: [session(false)] },
      [request('session', false), request('global', null)],
    ],
    [
      'a list in any order',
      [],
      { enablement: [global(false), session(true)] },
      [request('session', true), request('global', false)],
    ],
    [
      'a list and a flag that disagree',
      [],
      { enabled: true, enablement: [session(false)] },
      [request('session', false)],
    ],
    [
      'a list without anything new',
      [workspace(false), global(true)],
      { enablement: [workspace(false), global(true)] },
      [request('workspace', false)],
    ],
    [
      'an empty list',
      [session(false), global(false)],
      { enabled: true, enablement: [] },
      [request('session', null), request('global', null)],
    ],
    [
      'an empty list where nothing was decided',
      [],
      { enabled: true, enablement: [] },
      [request('session', null), request('workspace', null), request('global', null)],
    ],
    [
      'a set, even if the list differs',
      [workspace(false), global(false)],
      { enabled: true, enablement: [workspace(true)], ...set(request('workspace', true)) },
      [request('workspace', true)],
    ],
    [
      'a set for one tool',
      [],
      { enabled: true, ...set({ tool: 'claude', scope: 'global', enabled: null }) },
      [{ tool: 'claude', scope: 'global', enabled: null }],
    ],
  ])('%s', (_, before, fields, wanted) => {
    expect(setOf(skill(before), toggle(fields))).toEqual(wanted);
  });

  it.each([
    ['nothing', {}, /neither/],
    ['an unknown scope', { enablement: [{ kind: 'galaxy', enabled: true }] }, /galaxy/],
    ['a scope twice', { enablement: [session(true), session(false)] }, /twice/],
    [
      'two directories',
      { enablement: [workspace(true), { ...workspace(false), uri: 'file:///v' }] },
      /twice/,
    ],
    ['a set that is not a list', { enabled: true, _meta: { skillpick: { set: 'on' } } }, /list/],
    ['an empty set', { enabled: true, ...set() }, /list/],
    ['a set with an unknown scope', { enabled: true, ...set(request('galaxy', true)) }, /galaxy/],
    ['a set that names a scope twice', set(request('global', true), request('global', null)), /twice/],
    ['a set without a flag', set({ scope: 'global' }), /neither a flag nor null/],
    ['a set with a tool that is not a string', set({ tool: 1, scope: 'global', enabled: true }), /tool/],
  ])('is refused for %s', (_, fields, reason) => {
    expect(setOf(skill([]), toggle(fields))).toMatch(reason);
  });
});
