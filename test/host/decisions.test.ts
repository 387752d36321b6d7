import { describe, expect, it } from 'vitest';
import { decisionsFor, wantedDecisions } from '../../src/host/decisions.js';
import type { CustomizationEnablement, SkillCustomization } from '../../src/protocol/types.js';

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
    const unset = { session: undefined, workspace: undefined, global: undefined };
    expect(decisionsFor({ ...unset, ...flags, workspaceUri })).toEqual(list);
  });
});

describe('what a toggle asks for', () => {
  it.each([
    ['a flag alone', [], { enabled: false }, [workspace(false)]],
    ['a flag over the same scope', [workspace(true)], { enabled: false }, [workspace(false)]],
    ['a flag next to an outer scope', [global(true)], { enabled: false }, [workspace(false), global(true)]],
    [
      'a flag over an inner scope',
      [session(true), global(true)],
      { enabled: false },
      [workspace(false), global(true)],
    ],
    ['a list', [global(true)], { enablement: [session(false)] }, [session(false)]],
    [
      'a list in any order',
      [],
      { enablement: [global(false), session(true)] },
      [session(true), global(false)],
    ],
    [
      'a list that names no directory',
      [],
      { enablement: [{ kind: 'workspace', enabled: true }] },
      [workspace(true)],
    ],
    [
      'a list and a flag that disagree',
      [],
      { enabled: true, enablement: [session(false)] },
      [session(false)],
    ],
    ['an empty list', [session(false), global(false)], { enabled: true, enablement: [] }, []],
  ])('%s', (_, before, fields, after) => {
    expect(wantedDecisions(skill(before), toggle(fields), workspaceUri)).toEqual(after);
  });

  it.each([
    ['nothing', {}, /neither/],
    ['a scope there is not', { enablement: [{ kind: 'galaxy', enabled: true }] }, /galaxy/],
    ['a scope twice', { enablement: [session(true), session(false)] }, /twice/],
    [
      'two directories',
      { enablement: [workspace(true), { ...workspace(false), uri: 'file:///v' }] },
      /twice/,
    ],
  ])('is refused for %s', (_, fields, reason) => {
    expect(wantedDecisions(skill([]), toggle(fields), workspaceUri)).toMatch(reason);
  });
});
