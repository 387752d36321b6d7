import { expect, it } from 'vitest';
import type { EntryState, Keeper } from '../../../src/host/session/keeper.js';
import { changedEntries, overlay } from '../../../src/host/session/overlay.js';
import type { Customization } from '../../../src/protocol/types.js';

function keeperOf(states: Record<string, EntryState>): Keeper {
  return {
    workspace: 'file:///w',
    problems: [],
    stateOf: ({ id }) => states[id] ?? { decisions: [] },
    change: async () => new Map(),
    plan: () => new Map(),
  };
}

const base = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const skill = { type: 'skill' as const, ...base('s'), _meta: { skillpick: { from: 'repo' }, other: 1 } };
const server = { type: 'mcpServer' as const, ...base('m') };
const directory: Customization = {
  type: 'directory',
  ...base('d'),
  contents: 'skill',
  writable: true,
  children: [skill, server],
};
const plugin: Customization = { type: 'plugin', ...base('p'), children: [skill] };
const off = [{ kind: 'workspace', enabled: false, uri: 'file:///w' }];

it('shows entries without decisions unchanged, and adds the flag of directories', () => {
  const keeper = keeperOf({});
  expect(overlay(plugin, keeper)).toEqual(plugin);
  expect(overlay(directory, keeper)).toEqual({ ...directory, enabled: true });
  expect(overlay(server, keeper)).toBe(server);
});

it('shows decisions in the fields of each kind of entry', () => {
  const decided = { decisions: off };
  const keeper = keeperOf({ s: decided, m: decided, d: decided, p: decided });
  expect(overlay(directory, keeper)).toEqual({
    ...directory,
    enabled: false,
    _meta: { skillpick: { enablement: off } },
    children: [
      { ...skill, enabled: false, _meta: { skillpick: { from: 'repo', enablement: off }, other: 1 } },
      { ...server, enablement: off },
    ],
  });
  expect(overlay(plugin, keeper)).toMatchObject({ enablement: off, children: [{ enabled: false }] });
  expect(overlay(plugin, keeper)).not.toHaveProperty('enabled');
});

it('shows the state of a plugin if it differs from the decision', () => {
  const on = [{ kind: 'workspace', enabled: true, uri: 'file:///w' }];
  const keeper = keeperOf({ p: { enabled: false, decisions: on }, s: { enabled: false, decisions: [] } });
  const shown = overlay(plugin, keeper);
  expect(shown).toMatchObject({ enablement: off, _meta: { skillpick: { enablement: on } } });
  expect(shown).not.toHaveProperty('enabled');
  expect(overlay(plugin, keeperOf({ p: { enabled: false, decisions: [] } }))).toMatchObject({
    enablement: off,
    _meta: { skillpick: { enablement: [] } },
  });
  expect(overlay(plugin, keeperOf({ p: { enabled: true, decisions: [] } }))).toEqual(plugin);
});

it('adds the keeper’s metadata', () => {
  const meta = { tools: [{ id: 'claude', enabled: true }] };
  const keeper = keeperOf({ s: { decisions: [], meta }, p: { decisions: [], meta } });
  const { children, _meta, ...rest } = overlay(plugin, keeper) as typeof plugin;
  expect(_meta).toEqual({ skillpick: meta });
  expect(children).toEqual([{ ...skill, _meta: { skillpick: { from: 'repo', ...meta }, other: 1 } }]);
  expect(rest).not.toHaveProperty('enablement');
});

it('does not change the tree that was found', () => {
  const before = structuredClone(directory);
  overlay(directory, keeperOf({ s: { decisions: off }, d: { decisions: off } }));
  expect(directory).toEqual(before);
});

it('treats containers as the same if they differ only in an explicit “on”', () => {
  const isLike = (more: object) =>
    changedEntries([{ ...directory, ...more } as Customization], [directory], keeperOf({})).length === 0;
  expect(isLike({})).toBe(true);
  expect(isLike({ enabled: true })).toBe(true);
  expect(isLike({ enabled: false })).toBe(false);
  expect(isLike({ children: [{ ...skill, enabled: true }, server] })).toBe(true);
  expect(isLike({ children: [{ ...skill, enabled: false }, server] })).toBe(false);
  expect(isLike({ children: [server] })).toBe(false);
  expect(isLike({ name: 'other' })).toBe(false);
  expect(isLike({ enablement: [{ kind: 'session', enabled: true }] })).toBe(false);
});
