/**
 * The positions of members in JSON text, and placing an earlier member where it was. Positions count comments too,
 * because a member may follow its comment.
 */

import { createScanner } from 'jsonc-parser';
import {
  commaAfter,
  endOf,
  indentOf,
  insertion,
  type JsonDocument,
  lineEndOf,
  type Splice,
} from './json-document.js';
import type { JsonNode } from './json-text.js';

/** The text of a member, and where it was. */
export interface PlacedText {
  readonly text: string;
  /** Position among the members and comments of its container. */
  readonly at: number;
  /** True if a comment follows on its line. */
  readonly isBeforeComment?: true;
  /** True if the last member of its container is followed by a comma. */
  readonly isInTrailingCommas?: true;
}

/** A member or a comment of a container. */
interface Part {
  readonly offset: number;
  readonly end: number;
  readonly member: JsonNode | undefined;
}

function commentsBetween(text: string, from: number, to: number): Part[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const found: Part[] = [];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= to) return found;
    const isComment = text[offset] === '/';
    if (isComment) found.push({ offset, end: offset + scanner.getTokenLength(), member: undefined });
  }
}

function partsOf(text: string, container: JsonNode): Part[] {
  const end = endOf(container) - 1;
  const hasComments = text.slice(container.offset, end).includes('/');
  const between = (from: number, to: number) => (hasComments ? commentsBetween(text, from, to) : []);
  let from = container.offset + 1;
  const parts: Part[] = [];
  for (const member of container.children ?? []) {
    parts.push(...between(from, member.offset), { offset: member.offset, end: endOf(member), member });
    from = endOf(member);
  }
  return [...parts, ...between(from, end)];
}

/** The positions of the members of a container. */
export function positionsIn(text: string, container: JsonNode): Map<JsonNode, number> {
  const positions = new Map<JsonNode, number>();
  for (const [at, { member }] of partsOf(text, container).entries())
    if (member !== undefined) positions.set(member, at);
  return positions;
}

/** The text and the position of a member. */
export function placeOf(text: string, member: JsonNode, positions = positionsIn): PlacedText {
  const end = endOf(member);
  const at = (member.parent && positions(text, member.parent).get(member)) ?? 0;
  const isBeforeComment = /^[ \t]*,?[ \t]*\/[/*]/.test(text.slice(end, end + 80));
  const last = member.parent?.children?.at(-1);
  const isInTrailingCommas = last !== undefined && commaAfter(text, endOf(last)) !== undefined;
  return {
    text: text.slice(member.offset, end),
    at,
    ...(isBeforeComment && { isBeforeComment }),
    ...(isInTrailingCommas && { isInTrailingCommas }),
  };
}

/** The blanks between two members on one line, as the text has them elsewhere. */
function gapIn(text: string, { type, parent, children = [] }: JsonNode): string {
  const [first, second] = children;
  if (first !== undefined && second !== undefined) {
    const gap = text.slice((commaAfter(text, endOf(first)) ?? endOf(first)) + 1, second.offset);
    if (/^ *$/.test(gap)) return gap;
  }
  const [key, value] = (type === 'array' ? parent : first)?.children ?? [];
  return key && value && text[value.offset - 1] === ':' ? '' : ' ';
}

/** Where a text is added, and what surrounds it. */
interface Place {
  readonly offset: number;
  readonly lead: string;
  readonly tail: string;
  /** End of the member before it, if that has no comma yet. */
  readonly commaAt?: number | undefined;
}

/** Before the part at the position; a member follows. */
function placeBefore(text: string, container: JsonNode, next: Part, { isBeforeComment }: PlacedText): Place {
  const base = indentOf(text, next);
  const isOnLine = isBeforeComment === true && next.member === undefined;
  const gap = isOnLine ? ' ' : base === undefined ? gapIn(text, container) : lineEndOf(text) + base;
  return { offset: next.offset, lead: '', tail: `,${gap}` };
}

/** The end of the blank line that a removed member has left between two offsets. */
function leftLine(text: string, from: number, to: number): number | undefined {
  const line = /\n[ \t]+(?=\r?\n)/.exec(text.slice(from, to));
  return line === null ? undefined : from + line.index + line[0].length;
}

/** Behind all members. `last` is the part before, `next` a comment after it. */
function placeAfter(
  text: string,
  container: JsonNode,
  [member, last, next]: readonly [Part, Part, Part | undefined],
  { isBeforeComment }: PlacedText,
): Place {
  const comma = commaAfter(text, member.end);
  const [tail, commaAt] = comma === undefined ? ['', member.end] : [',', undefined];
  if (isBeforeComment && next !== undefined)
    return { offset: next.offset, lead: '', tail: `${tail} `, commaAt };
  const line = leftLine(text, last.end, next?.offset ?? endOf(container));
  if (line !== undefined) return { offset: line, lead: '', tail, commaAt };
  const isAfterLine = text.startsWith('//', last.offset);
  const base = indentOf(text, member) ?? (isAfterLine ? '' : undefined);
  const lead = base === undefined ? gapIn(text, container) : lineEndOf(text) + base;
  return { offset: Math.max(last.end, (comma ?? 0) + 1, member.end), lead, tail, commaAt };
}

/** In a container without members, before `next` and after `last`, which are comments. */
function placeAlone(
  text: string,
  container: JsonNode,
  [last, next]: readonly [Part | undefined, Part | undefined],
  { isBeforeComment, isInTrailingCommas }: PlacedText,
): Place {
  const from = last?.end ?? container.offset + 1;
  if (last === undefined && next === undefined) return { offset: from, lead: ' ', tail: ' ' };
  const tail = isInTrailingCommas ? ',' : '';
  if (isBeforeComment && next !== undefined) return { offset: next.offset, lead: '', tail: `${tail} ` };
  const line = leftLine(text, from, next?.offset ?? endOf(container));
  if (line !== undefined) return { offset: line, lead: '', tail };
  const base = indentOf(text, last ?? next ?? container);
  return base === undefined
    ? { offset: from, lead: ' ', tail: `${tail} ` }
    : { offset: from, lead: lineEndOf(text) + base, tail };
}

function findPlace(text: string, container: JsonNode, placed: PlacedText): Place {
  const parts = partsOf(text, container);
  const at = Math.min(placed.at, parts.length);
  const [last, next] = [parts[at - 1], parts[at]];
  const isMember = ({ member }: Part) => member !== undefined;
  if (next !== undefined && parts.slice(at).some(isMember)) return placeBefore(text, container, next, placed);
  const before = parts.slice(0, at).findLast(isMember);
  if (before === undefined || last === undefined) return placeAlone(text, container, [last, next], placed);
  return placeAfter(text, container, [before, last, next], placed);
}

/** Puts a member, or several, at the position that it had in its container. */
export function placeMember(document: JsonDocument, container: JsonNode, placed: PlacedText): void {
  const { offset, lead, tail, commaAt } = findPlace(document.text, container, placed);
  const isTogether = commaAt === offset;
  const member = insertion(offset, (isTogether ? ',' : '') + lead + placed.text + tail);
  const comma: Splice[] = commaAt === undefined || isTogether ? [] : [insertion(commaAt, ',')];
  document.splice([...comma, member]);
  document.adopt(container, placed.text, offset + lead.length + (commaAt === undefined ? 0 : 1));
}
