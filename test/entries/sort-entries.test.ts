import { expect, it } from 'vitest';
import { sortEntries } from '../../src/entries/sort-entries.js';
import { modelOf, skill } from '../support/picker.js';

const { entries } = modelOf([
  skill('3', { name: 'zebra', uri: 'file:///1' }),
  skill('2', { name: 'Éclair', uri: 'file:///2' }),
  skill('1', { name: 'beta', uri: 'file:///b' }),
  skill('0', { name: 'Beta', uri: 'file:///a' }),
  skill('4', { name: 'ALPHA', uri: 'file:///c' }),
]).list;
const idsOf = (order: 'place' | 'name') => sortEntries(entries, order).map(({ id }) => id);

it('sorts by name in any case, then by uri', () => {
  expect(idsOf('name')).toEqual(['4', '0', '1', '3', '2']);
});

it('keeps the order of the host by place', () => {
  expect(idsOf('place')).toEqual(['3', '2', '1', '0', '4']);
});
