import { expect, test } from 'vitest';
import { getOrMake } from '../../src/host/collections.js';

test('makes a value once, even if it is undefined', () => {
  const map = new Map<string, string | undefined>();
  const made: string[] = [];
  const make = (key: string) =>
    getOrMake(map, key, () => {
      made.push(key);
      return key === 'none' ? undefined : key;
    });
  expect([make('some'), make('none'), make('some'), make('none')]).toEqual([
    'some',
    undefined,
    'some',
    undefined,
  ]);
  expect(made).toEqual(['some', 'none']);
});
