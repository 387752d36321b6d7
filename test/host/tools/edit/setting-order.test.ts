import { expect, test } from 'vitest';
import {
  inPlacingOrder,
  isSameOrder,
  joinPieces,
  withoutPiecesOf,
} from '../../../../src/host/tools/edit/setting-order.js';

const setting = (...positions: number[]) =>
  joinPieces(
    positions.map((at) => ({ text: `"${at}"`, at })),
    ', ',
  );
const positionsOf = (...settings: ReturnType<typeof setting>[]) =>
  inPlacingOrder(
    settings.map((one) => ({ setting: one })),
    () => '',
  ).map(({ piece }) => piece.at);

test('pieces of settings that are mixed are put back in the order of their places', () => {
  expect(positionsOf(setting(0, 3), setting(1, 4), setting(2))).toEqual([0, 1, 2, 3, 4]);
});

test('settings of a later write are put back before those of an earlier one', () => {
  expect(positionsOf(setting(2, 5), setting(0, 4))).toEqual([2, 5, 0, 4]);
});

test('pieces that two settings share are put back once', () => {
  expect(positionsOf(setting(0, 2), setting(0, 2), setting(2, 3))).toEqual([0, 2, 3]);
});

test('settings have the same order if as many others are between their pieces', () => {
  expect(isSameOrder(setting(0, 2), setting(1, 3))).toBe(true);
  expect(isSameOrder(setting(0, 2), setting(0, 1))).toBe(false);
  expect(isSameOrder(setting(3), setting(0))).toBe(true);
});

test('the pieces that only one of two settings has', () => {
  expect(withoutPiecesOf(setting(1, 2), setting(2))).toEqual([{ text: '"1"', at: 1 }]);
  expect(withoutPiecesOf(setting(1), undefined)).toHaveLength(1);
  expect(withoutPiecesOf(undefined, setting(1))).toEqual([]);
});
