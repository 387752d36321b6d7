import { describe, expect, it } from 'vitest';
import { chosenIndex, matchingChoices } from '../../src/picker/choices.js';
import type { Choice } from '../../src/picker/open-view.js';

const choice = (key: string, changes: Partial<Choice> = {}): Choice => ({
  key,
  group: 'This machine',
  title: key,
  note: 'idle',
  isCurrent: false,
  ...changes,
});

const choices = [
  choice('one'),
  choice('two', { note: 'Busy' }),
  choice('three', { group: 'Running editors' }),
];
const keys = (query: string) => matchingChoices(choices, query).map(({ key }) => key);

describe('the choices', () => {
  it.each([
    ['', ['one', 'two', 'three']],
    ['machine', ['one', 'two']],
    ['busy two', ['two']],
    ['EDITORS', ['three']],
    ['one two', []],
  ])('match %j by every word, in any field', (query, expected) => {
    expect(keys(query)).toEqual(expected);
  });

  it('keep the cursor on the chosen one wherever it moves to, else it is on the first', () => {
    expect(chosenIndex(choices, 'two')).toBe(1);
    expect(chosenIndex([...choices].reverse(), 'one')).toBe(2);
    expect(chosenIndex(choices, null)).toBe(0);
    expect(chosenIndex(choices, 'gone')).toBe(0);
    expect(chosenIndex([], 'one')).toBe(0);
  });
});
