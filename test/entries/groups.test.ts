import { expect, it } from 'vitest';
import { addTo } from '../../src/entries/groups.js';

it('adds to the group of a key without a copy of it', () => {
  const groups = new Map<string, number[]>();
  addTo(groups, 'a', 1);
  const first = groups.get('a');
  addTo(groups, 'b', 2);
  addTo(groups, 'a', 3);
  expect([...groups]).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ]);
  expect(groups.get('a')).toBe(first);
});
