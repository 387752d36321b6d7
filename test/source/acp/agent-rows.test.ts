import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundedItems,
  descriptionFrom,
  nameFrom,
  smallMeta,
  textsIn,
} from '../../../src/source/acp/agent-rows.js';
import { acpLimits } from '../../../src/source/acp/limits.js';
import { json } from '../../protocol/wire-json.js';

const { listItems, metaChars, metaDepth } = acpLimits;

it.each([
  ['short', 'x', 'x'],
  ['as long as is allowed', 'x'.repeat(300), 'x'.repeat(300)],
  ['longer', 'x'.repeat(301), 'x'.repeat(300)],
])('cuts a name: %s', (_what, given, expected) => {
  expect(nameFrom(given)).toBe(expected);
});

it.each([
  ['none', undefined, null],
  ['null', null, null],
  ['empty', '', null],
  ['a number', 7, null],
  ['as long as is allowed', 'x'.repeat(5_000), 'x'.repeat(5_000)],
  ['longer', 'x'.repeat(5_001), 'x'.repeat(5_000)],
])('reads a description: %s', (_what, given, expected) => {
  expect(descriptionFrom(given)).toBe(expected);
});

/** Objects inside of each other, this many. */
const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });

describe('a _meta', () => {
  /** As JSON of this length. */
  const long = (chars: number) => ({ a: 'x'.repeat(chars - '{"a":""}'.length) });

  it.each([
    ['small', { a: { b: [1] } }, true],
    ['empty', {}, true],
    ['as long as is allowed', long(metaChars), true],
    ['longer', long(metaChars + 1), false],
    ['as deep as is allowed', nested(metaDepth), true],
    ['deeper', nested(metaDepth + 1), false],
    ['deeper in a list', { a: [[[[[[[[1]]]]]]]] }, false],
    ['a list', [1], false],
    ['null', null, false],
    ['absent', undefined, false],
    ['a text', 'x', false],
  ])('is kept only if it is a small object: %s', (_what, given, isKept) => {
    expect(smallMeta(given)).toBe(isKept ? given : undefined);
  });

  it('of any depth is read', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown;
    expect(smallMeta(deep)).toBeUndefined();
  });
});

it.each([
  [
    { a: 'x', b: 1, c: null, d: ['x'], e: '' },
    { a: 'x', e: '' },
  ],
  [{}, {}],
  [['x'], {}],
  ['x', {}],
  [null, {}],
  [undefined, {}],
])('reads the texts in %j', (given, expected) => {
  expect(textsIn(given)).toEqual(expected);
});

it('reads a field with the name of a prototype as any other', () => {
  const given = JSON.parse('{"__proto__":"x","constructor":"y"}') as unknown;
  expect(Object.entries(textsIn(given))).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});

it('reads texts of any JSON', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(Object.values(textsIn(value)).every((text) => typeof text === 'string')).toBe(true);
    }),
  );
});

it.each([
  ['as many as are allowed', listItems, listItems, 0],
  ['more', listItems + 3, listItems, 3],
  ['none', 0, 0, 0],
])('bounds a list: %s', (_what, given, taken, left) => {
  const { items, skipped } = boundedItems(new Array(given).fill(0));
  expect([items.length, skipped]).toEqual([taken, left]);
});
