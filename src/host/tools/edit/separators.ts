/**
 * The separators between the members of a list or object: blanks, commas and line ends. They are recorded around a
 * member, and put back with it. Comments divide separators, and are neither recorded nor changed.
 */

import type { SettingPiece } from '../tool.js';
import { indentOf, lineEndOf, type Splice } from './json-document.js';

/** A member or a comment. */
export interface Part {
  readonly offset: number;
  readonly end: number;
  readonly isMember: boolean;
}

/** The inside of a list or object. */
export interface Inside {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
}

/** Numbers of the members before and after a position; those of the brackets if there is none. */
function membersAround({ parts }: Inside, before: number, after: number): [number, number] {
  let [first, last] = [before, after];
  while (first >= 0 && !parts[first]?.isMember) first -= 1;
  while (last < parts.length && !parts[last]?.isMember) last += 1;
  return [first, last];
}

/** Where the separators between two parts begin and end, one after each part. */
function spansBetween({ from, to, parts }: Inside, first: number, last: number): [number, number][] {
  return Array.from({ length: last - first }, (_, at) => [
    parts[first + at]?.end ?? from,
    parts[first + at + 1]?.offset ?? to,
  ]);
}

/** Returns the separators around the part with this number. */
export function separatorsAround(
  text: string,
  inside: Inside,
  at: number,
): Omit<SettingPiece, 'text' | 'at'> {
  const [first, last] = membersAround(inside, at - 1, at + 1);
  const read = (from: number, to: number) =>
    spansBetween(inside, from, to).map(([start, end]) => text.slice(start, end));
  const isLast = last === inside.parts.length;
  return { lead: read(first, at), tail: read(at, last), ...(isLast && { isLast }) };
}

const hasComma = (gaps: readonly string[]): boolean => gaps.some((gap) => gap.includes(','));

const withoutCommas = (gaps: readonly string[]): string[] => gaps.map((gap) => gap.replaceAll(',', ''));

/** The separators with exactly one comma. */
function withComma(gaps: readonly string[]): string[] {
  if (gaps.join('').split(',').length === 2) return [...gaps];
  return withoutCommas(gaps).map((gap, at) => (at === 0 ? `,${gap}` : gap));
}

/** Where a member is put: after the part `at - 1`, between the members `first` and `last`. */
interface Gap {
  readonly text: string;
  readonly inside: Inside;
  readonly at: number;
  readonly first: number;
  readonly last: number;
  /** The present separators between the two members. */
  readonly present: readonly string[];
}

/** A separator as it is usual next to a part. */
function usualNextTo({ text, inside }: Gap, number: number): string {
  const part = inside.parts[number];
  const indent = part && indentOf(text, part);
  return indent === undefined ? ' ' : lineEndOf(text) + indent;
}

/** Ends the line of each comment that needs it. `number` is the part before the second separator. */
function withLineEnds(gaps: readonly string[], { text, inside }: Gap, number: number): string[] {
  return gaps.map((gap, at) => {
    const comment = at === 0 ? undefined : inside.parts[number + at - 1];
    const isLine =
      comment !== undefined && /^(?:\/\/|#)/.test(text.slice(comment.offset, comment.offset + 2));
    return isLine && !gap.includes('\n') ? gap + lineEndOf(text) : gap;
  });
}

/** The separators before the member: the recorded ones, if a member was before it as there is now. */
function leadOf(gap: Gap, { lead = [] }: SettingPiece): string[] {
  const { at, first, present } = gap;
  const isFirst = first < 0;
  const isSame = lead.length > 0 && hasComma(lead) !== isFirst;
  const nearest = isSame ? lead.at(-1)! : at === 0 ? '' : usualNextTo(gap, at - 1);
  const gaps = isSame && lead.length === at - first ? lead : [...present.slice(0, at - first - 1), nearest];
  return withLineEnds(isFirst ? withoutCommas(gaps) : withComma(gaps), gap, first + 1);
}

/** The separators after the member. Those up to the comments that followed it are the recorded ones. */
function tailOf(gap: Gap, { tail = [], ...piece }: SettingPiece): string[] {
  const isLast = piece.isLast === true;
  const { inside, at, first, last, present } = gap;
  const endsNow = last === inside.parts.length;
  const isNear = tail.length > 1 || (tail.length === 1 && (endsNow || !isLast));
  const nearest = isNear ? tail[0]! : endsNow ? '' : usualNextTo(gap, at);
  const others = present.slice(at - first);
  const recorded = tail.length === others.length + 1 && isLast === endsNow ? tail.length : tail.length - 1;
  const gaps = [
    nearest,
    ...others.map((other, number) => (number + 1 < recorded ? tail[number + 1]! : other)),
  ];
  const needsComma = endsNow ? (isLast ? hasComma(tail) : first >= 0 && hasComma(present)) : true;
  return withLineEnds(needsComma ? withComma(gaps) : withoutCommas(gaps), gap, at);
}

/** Returns the splices that put a member at its position, and its offset afterwards. */
export function placePiece(
  text: string,
  inside: Inside,
  piece: SettingPiece,
): { splices: Splice[]; offset: number } {
  const at = Math.min(piece.at, inside.parts.length);
  const [first, last] = membersAround(inside, at - 1, at);
  const spans = spansBetween(inside, first, last);
  const present = spans.map(([from, to]) => text.slice(from, to));
  const gap: Gap = { text, inside, at, first, last, present };
  const [lead, tail] = [leadOf(gap, piece), tailOf(gap, piece)];
  const middle = lead.length - 1;
  const texts = [...lead.slice(0, -1), lead[middle]! + piece.text + tail[0]!, ...tail.slice(1)];
  const splices = spans.map(([from, to], number) => ({ from, to, text: texts[number]! }));
  const moved = lead.slice(0, -1).join('').length - present.slice(0, middle).join('').length;
  return { splices, offset: spans[middle]![0] + moved + lead[middle]!.length };
}
