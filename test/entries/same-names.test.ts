import { expect, it } from 'vitest';
import { findSameNames } from '../../src/entries/same-names.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { agent, directory, extras, modelOf, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const named = (id: string, fields: Record<string, unknown>, tools: ToolStanding[] = []) =>
  skill(id, { name: 'n', ...extras({ tools, ...fields }) });
const shadowed = (id: string, shadowedBy: string, inEffect = false) => standing(id, { inEffect, shadowedBy });

const same = (...nodes: ReturnType<typeof skill>[]) =>
  findSameNames(modelOf([directory('d', nodes)]).list.entries);

it('finds nothing if all names differ', () => {
  expect(same(skill('a', extras({ tools: [standing('claude')] })), skill('b'))).toEqual([]);
});

it('groups entries by the first of their name', () => {
  expect(same(named('a', {}), skill('other'), named('b', { duplicateOf: 'a' }))).toEqual([
    { type: 'skill', name: 'n', uris: ['file:///repo/a', 'file:///repo/b'], tools: [] },
  ]);
});

it('names the entry that each tool uses', () => {
  const [group] = same(
    named('a', {}, [standing('claude'), shadowed('codex', 'b'), standing('gemini')]),
    named('b', { duplicateOf: 'a' }, [shadowed('claude', 'a'), standing('codex')]),
  );
  expect(group?.tools).toEqual([
    { id: 'claude', uses: ['file:///repo/a'], either: false },
    { id: 'codex', uses: ['file:///repo/b'], either: false },
  ]);
});

it('names both if it cannot be predicted, and none if the tool refuses all of them', () => {
  const refused = standing('gemini', { inEffect: false, isRefused: true });
  const [group] = same(
    named('a', {}, [shadowed('opencode', 'b', true), refused]),
    named('b', { duplicateOf: 'a' }, [shadowed('opencode', 'a', true), refused]),
  );
  expect(group?.tools).toEqual([
    { id: 'opencode', uses: ['file:///repo/a', 'file:///repo/b'], either: true },
    { id: 'gemini', uses: [], either: false },
  ]);
});

it('groups entries of different kinds that a tool takes for each other', () => {
  const other = agent('b', { name: 'n', ...extras({ tools: [shadowed('claude', 'a')] }) });
  expect(same(other, named('a', {}, [standing('claude')]))).toEqual([
    {
      type: 'agent',
      name: 'n',
      uris: ['file:///repo/b', 'file:///repo/a'],
      tools: [{ id: 'claude', uses: ['file:///repo/a'], either: false }],
    },
  ]);
});

it('groups two that shadow each other', () => {
  const [group] = same(
    named('a', {}, [shadowed('opencode', 'b', true)]),
    named('b', {}, [shadowed('opencode', 'a', true)]),
  );
  expect(group?.uris).toEqual(['file:///repo/a', 'file:///repo/b']);
});

it('lists no entry twice whose id another one has, too', () => {
  expect(same(named('a', {}), named('a', {}))).toEqual([]);
});
