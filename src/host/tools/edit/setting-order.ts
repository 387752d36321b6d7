/** The pieces of settings, and the order in which they are put back, so that each finds its position. */

import { isDeepStrictEqual } from 'node:util';
import type { Setting, SettingPiece } from '../tool.js';

/** Joins the pieces of one setting. */
export function joinPieces(pieces: readonly SettingPiece[], separator: string): Setting {
  const [first = { text: '', at: 0 }, ...others] = pieces;
  if (others.length === 0) return first;
  return { text: pieces.map(({ text }) => text).join(separator), at: first.at, pieces };
}

/** Returns the pieces of a setting. */
export const piecesOf = (setting: Setting | undefined): readonly SettingPiece[] =>
  setting === undefined ? [] : (setting.pieces ?? [setting]);

/** The positions of the pieces among others of their kind. */
const numbersOf = (setting: Setting | undefined): number[] =>
  piecesOf(setting).map(({ at, number = at }) => number);

/** True if the pieces of two settings are at the same positions. */
export const isSamePlace = (a: Setting | undefined, b: Setting | undefined): boolean =>
  isDeepStrictEqual(numbersOf(a), numbersOf(b));

/** True if as many others are between the pieces of two settings, because their order may count. */
export function isSameOrder(a: Setting | undefined, b: Setting | undefined): boolean {
  const distances = ([first = 0, ...others]: readonly number[]) => others.map((at) => at - first);
  return isDeepStrictEqual(distances(numbersOf(a)), distances(numbersOf(b)));
}

/** Returns the pieces that another setting does not have. */
export function withoutPiecesOf(setting: Setting | undefined, other: Setting | undefined): SettingPiece[] {
  const texts = new Set(piecesOf(other).map(({ text }) => text.trim()));
  return piecesOf(setting).filter(({ text }) => !texts.has(text.trim()));
}

/** The positions that lead to a setting, the outermost first. */
const positionsOf = ({ at, around = [] }: Setting): number[] => [
  ...around.map((frame) => frame.at).toReversed(),
  at,
];

/** Compares the places of two settings in the file that they were read from. Settings that were absent come first. */
export function comparePlaces(a: Setting | undefined, b: Setting | undefined): number {
  const [its, others] = [a, b].map((setting) => (setting === undefined ? [] : positionsOf(setting)));
  const length = Math.max(its?.length ?? 0, others?.length ?? 0);
  for (let at = 0; at < length; at += 1) {
    const difference = (its?.[at] ?? -1) - (others?.[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A piece that is put back for its owner. */
export interface OwnedPiece<T> {
  readonly owner: T;
  readonly piece: SettingPiece;
}

/**
 * Returns the pieces of settings in the order in which they are put back. Settings that were changed by one write come in
 * the order of their places, and so do their pieces. A setting at an earlier place is from an earlier write. Entries of
 * one name may share a setting: its pieces come once. `keyOf` returns where the pieces of an owner belong.
 */
export function inPlacingOrder<T extends { readonly setting: Setting | undefined }>(
  owners: readonly T[],
  keyOf: (owner: T) => string,
): OwnedPiece<T>[] {
  const ordered: OwnedPiece<T>[] = [];
  let write: OwnedPiece<T>[] = [];
  let last: Setting | undefined;
  const placeOf = ({ owner, piece }: OwnedPiece<T>): Setting => ({ ...owner.setting!, at: piece.at });
  const endWrite = () => {
    ordered.push(...write.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))));
    write = [];
  };
  for (const owner of owners) {
    if (comparePlaces(last, owner.setting) > 0) endWrite();
    last = owner.setting;
    write.push(...piecesOf(owner.setting).map((piece) => ({ owner, piece })));
  }
  endWrite();
  const pieces = new Map(
    ordered.map((one) => [JSON.stringify([keyOf(one.owner), one.piece.at, one.piece.text]), one]),
  );
  return [...pieces.values()];
}
