/**
 * Removes one member from JSON text. Removing a member that skillpick added restores the text to the byte. Comments stay.
 * A container that is empty afterwards is removed too, unless its blanks show that it was there before, or a sibling
 * would count in its place. The outermost object always stays, because some tools refuse a file without one.
 */

import {
  commaAfter,
  endOf,
  hasLineComment,
  type JsonDocument,
  nameOf,
  type Splice,
  spliced,
} from './json-document.js';
import type { JsonNode } from './json-text.js';

function blanksAfter(text: string, offset: number, blank: RegExp): number {
  let end = offset;
  while (end < text.length && blank.test(text[end] ?? '')) end += 1;
  return end;
}

/** Where to cut a member that follows another one, without the comma between them. */
function cutAround(text: string, before: JsonNode, from: number, to: number): [number, number] {
  const start = text.slice(0, from).trimEnd().length;
  const [next = ''] = /^[ \t]*(?:\r?\n|[}\]])?/.exec(text.slice(to)) ?? [];
  const line = Math.max(endOf(before), text.lastIndexOf('\n', start - 1));
  const isAfterComment = hasLineComment(text.slice(line, start));
  const isLast = /[}\]]$/.test(next) && !isAfterComment;
  const end = blanksAfter(text, to, /[ \t]/);
  // A line with anything else on it stays, because its line break may end a comment.
  const keepsLine = text.slice(start, from).includes('\n') && !next.endsWith('\n') && !isLast;
  if (keepsLine) return [from, end];
  // Blanks must not get into the comment.
  return [start, isAfterComment ? end : to];
}

const cut = (from: number, to: number): Splice => ({ from, to, text: '' });

/** Cuts the member and the comma after it; in two parts if there is a comment between them. */
function cutWithComma(text: string, [from, to]: [number, number], member: JsonNode, comma: number): Splice[] {
  const hasComment = text.slice(endOf(member), comma).trim() !== '';
  if (!hasComment) return [cut(from, to)];
  const isFirstOnLine = text.slice(from, member.offset).includes('\n');
  return [cut(isFirstOnLine ? member.offset : from, endOf(member)), cut(comma, to)];
}

function cutMember(text: string, siblings: readonly JsonNode[], member: JsonNode): Splice[] {
  const comma = commaAfter(text, endOf(member));
  const before = siblings[siblings.indexOf(member) - 1];
  if (before === undefined) {
    if (comma === undefined) return [cut(member.offset, blanksAfter(text, endOf(member), /[ \t]/))];
    // The line of an only member stays, because it shows where the member was.
    const to = blanksAfter(text, comma + 1, siblings.length === 1 ? /[ \t]/ : /\s/);
    return cutWithComma(text, [member.offset, to], member, comma);
  }
  if (comma !== undefined) {
    return cutWithComma(text, cutAround(text, before, member.offset, comma + 1), member, comma);
  }
  const [from, to] = cutAround(text, before, member.offset, endOf(member));
  const old = commaAfter(text, endOf(before));
  if (old === undefined) return [cut(member.offset, endOf(member))];
  return old + 1 === from ? [cut(old, to)] : [cut(old, old + 1), cut(from, to)];
}

/** True for `[ "x" ]`, the way an empty container is filled. */
function isFilled(text: string, container: JsonNode, member: JsonNode): boolean {
  const isSpaced = text[member.offset - 1] === ' ' && text[endOf(member)] === ' ';
  const isFirst = member.offset === container.offset + 2;
  return isSpaced && isFirst && commaAfter(text, endOf(member)) === undefined;
}

/** True if nothing but blanks is left in the container. */
function isBlankAfter(text: string, container: JsonNode, splices: readonly Splice[]): boolean {
  const inside = text.slice(container.offset + 1, endOf(container) - 1);
  const moved = splices.map(({ from, to }) => cut(from - container.offset - 1, to - container.offset - 1));
  return spliced(inside, moved).trim() === '';
}

/** True if there is a comment between a container and its name. */
function hasCommentBefore(text: string, { offset, parent }: JsonNode): boolean {
  const [key] = parent?.type === 'property' ? (parent.children ?? []) : [];
  return key !== undefined && text.slice(endOf(key), offset).replace(':', '').trim() !== '';
}

/** True if the container goes with its member: it has nothing else, and its blanks do not show that it was there. */
function goesAlong(text: string, container: JsonNode, member: JsonNode): boolean {
  const siblings = container.children ?? [];
  if (siblings.length > 1 || isFilled(text, container, member)) return false;
  return (
    isBlankAfter(text, container, cutMember(text, siblings, member)) && !hasCommentBefore(text, container)
  );
}

/** True if a sibling would count without the property: it has the same name, or both have one of these names. */
function hidesSibling(property: JsonNode, aliases: readonly string[]): boolean {
  const name = nameOf(property);
  const names = aliases.some((alias) => alias === name) ? aliases : [name];
  const siblings = property.parent?.children ?? [];
  return siblings.some((sibling) => sibling !== property && names.includes(nameOf(sibling) as string));
}

/** Returns what is removed with a member: itself, the outermost property that only leads to it, or the whole object. */
function removedWith(text: string, member: JsonNode, aliases: readonly string[]): JsonNode {
  const container = member.parent;
  if (container === undefined || !goesAlong(text, container, member)) return member;
  if (container.parent === undefined) return container;
  return hidesSibling(container.parent, aliases) ? member : removedWith(text, container.parent, aliases);
}

function removeMember(document: JsonDocument, member: JsonNode, aliases: readonly string[] = []): void {
  const { text } = document;
  const removed = removedWith(text, member, aliases);
  const container = removed.parent;
  if (container === undefined) {
    removed.children = [];
    document.splice([cut(removed.offset + 1, endOf(removed) - 1)]);
    return;
  }
  const siblings = container.children ?? [];
  const isOnly = siblings.length === 1 && isFilled(text, container, removed);
  container.children = siblings.filter((sibling) => sibling !== removed);
  document.splice(
    isOnly ? [cut(removed.offset - 1, endOf(removed) + 1)] : cutMember(text, siblings, removed),
  );
}

/** Removes the property at the path, and repetitions of it. */
export function removeProperty(document: JsonDocument, path: readonly string[]): void {
  for (;;) {
    const member = document.propertyAt(path);
    if (member === undefined) return;
    removeMember(document, member);
  }
}

/** Removes the matching items of the list at the path. An empty list stays if another one of the aliases would count. */
export function removeItems(
  document: JsonDocument,
  path: readonly string[],
  matches: (item: unknown) => boolean,
  aliases: readonly string[],
): void {
  for (;;) {
    const member = document.listAt(path)?.children?.find(({ value }) => matches(value));
    if (member === undefined) return;
    removeMember(document, member, aliases);
  }
}
