/**
 * The positions of members in JSON text, and placing an earlier member where it was. Positions count comments too,
 * because a member may follow its comment.
 */

import { createScanner } from 'jsonc-parser';
import { getOrMake } from '../../collections.js';
import type { SettingPiece } from '../tool.js';
import { endOf, type JsonDocument } from './json-document.js';
import type { JsonNode } from './json-text.js';
import { type Inside, type Part, placePiece, separatorsAround } from './separators.js';

function commentsBetween(text: string, from: number, to: number): Part[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const found: Part[] = [];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= to) return found;
    const isComment = text[offset] === '/';
    if (isComment) found.push({ offset, end: offset + scanner.getTokenLength(), isMember: false });
  }
}

function insideOf(text: string, container: JsonNode): Inside {
  const to = endOf(container) - 1;
  const hasComments = text.slice(container.offset, to).includes('/');
  const between = (from: number, end: number) => (hasComments ? commentsBetween(text, from, end) : []);
  let from = container.offset + 1;
  const parts: Part[] = [];
  for (const member of container.children ?? []) {
    parts.push(...between(from, member.offset), {
      offset: member.offset,
      end: endOf(member),
      isMember: true,
    });
    from = endOf(member);
  }
  return { from: container.offset + 1, to, parts: [...parts, ...between(from, to)] };
}

/** The inside of a container, and the positions of its members by their offsets. */
interface KnownInside {
  readonly inside: Inside;
  readonly positions: ReadonlyMap<number, number>;
}

const known = new WeakMap<JsonNode, KnownInside>();

/** The inside of a container that does not change, read once for all its members. */
const insideOnce = (text: string, container: JsonNode): KnownInside =>
  getOrMake(known, container, () => {
    const inside = insideOf(text, container);
    return { inside, positions: new Map(inside.parts.map(({ offset }, at) => [offset, at])) };
  });

/** Returns the position of a member. */
export function positionOf(text: string, { offset, parent }: JsonNode): number {
  return parent === undefined ? 0 : insideOf(text, parent).parts.findIndex((part) => part.offset === offset);
}

/** Returns a member of a tree that does not change, with its position and its separators. */
export function pieceOf(text: string, member: JsonNode): SettingPiece {
  const own = text.slice(member.offset, endOf(member));
  if (member.parent === undefined) return { text: own, at: 0 };
  const { inside, positions } = insideOnce(text, member.parent);
  const at = positions.get(member.offset) ?? 0;
  return { text: own, at, ...separatorsAround(text, inside, at) };
}

/** Puts a member at the position that it had in its container. */
export function placeMember(document: JsonDocument, container: JsonNode, piece: SettingPiece): void {
  const { text } = document;
  const { splices, offset } = placePiece(text, insideOf(text, container), piece);
  document.splice(splices);
  document.adopt(container, piece.text, offset);
}
