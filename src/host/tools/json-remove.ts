/**
 * Takes one member out of JSON text: to the byte what was there before it was added here, and no comment is
 * lost. A container that is empty afterwards goes too, unless it is known to have been there before.
 */

import type { Node } from 'jsonc-parser';
import type { Path } from './json-add.js';
import {
  commaAfter,
  endOf,
  openSheet,
  propertiesAlong,
  type Sheet,
  type Splice,
  spliced,
  valueNode,
} from './json-sheet.js';
import type { JsonDialect } from './json-text.js';

function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

function blanksAfter(text: string, offset: number, blank: RegExp): number {
  let end = offset;
  while (end < text.length && blank.test(text[end] ?? '')) end += 1;
  return end;
}

/** Where the cut for a member that has one before it begins and ends, the comma aside. */
function cutAround(text: string, from: number, to: number): [number, number] {
  const start = blanksBefore(text, from);
  const isAlone = /[ \t]*\r?\n/y;
  isAlone.lastIndex = to;
  // A line with something else on it stays a line: a comment before it may end with it.
  const keepsLine = text.slice(start, from).includes('\n') && !isAlone.test(text);
  return keepsLine ? [from, blanksAfter(text, to, /[ \t]/)] : [start, to];
}

const cut = (from: number, to: number): Splice => ({ from, to, text: '' });

/** The member and the comma after it as one cut, or as two with a comment between them. */
function cutWithComma(text: string, [from, to]: [number, number], member: Node, comma: number): Splice[] {
  const hasRemark = text.slice(endOf(member), comma).trim() !== '';
  return hasRemark ? [cut(from, endOf(member)), cut(comma, to)] : [cut(from, to)];
}

function cutMember(text: string, siblings: readonly Node[], member: Node): Splice[] {
  const comma = commaAfter(text, endOf(member));
  const before = siblings[siblings.indexOf(member) - 1];
  if (before === undefined && comma !== undefined) {
    const to = blanksAfter(text, comma + 1, /\s/);
    return cutWithComma(text, [member.offset, to], member, comma);
  }
  if (comma !== undefined) {
    return cutWithComma(text, cutAround(text, member.offset, comma + 1), member, comma);
  }
  const [from, to] = cutAround(text, member.offset, endOf(member));
  const old = before && commaAfter(text, endOf(before));
  if (old === undefined) return [cut(member.offset, endOf(member))];
  return old + 1 === from ? [cut(old, to)] : [cut(old, old + 1), cut(from, to)];
}

/** True for `[ "x" ]`: the way a container is filled that was there before. */
function isFilled(text: string, container: Node, member: Node): boolean {
  const isSpaced = text[member.offset - 1] === ' ' && text[endOf(member)] === ' ';
  return isSpaced && member.offset === container.offset + 2;
}

function isBlankBut(text: string, container: Node, splices: readonly Splice[]): boolean {
  const inside = { mark: '', text: text.slice(container.offset + 1, endOf(container) - 1), root: undefined };
  const moved = splices.map(({ from, to }) => cut(from - container.offset - 1, to - container.offset - 1));
  return spliced(inside, moved).trim() === '';
}

/** Without its last member a text that was made for it is no text at all. */
function withoutRoot(sheet: Sheet, root: Node): string | undefined {
  const around = sheet.text.slice(0, root.offset) + sheet.text.slice(endOf(root));
  if (sheet.mark !== '' || around.trim() !== '')
    return spliced(sheet, [cut(root.offset + 1, endOf(root) - 1)]);
  return around === '\n' ? undefined : around;
}

function removeMember(sheet: Sheet, container: Node, member: Node): string | undefined {
  const { text } = sheet;
  const siblings = container.children ?? [];
  const splices = cutMember(text, siblings, member);
  if (siblings.length > 1) return spliced(sheet, splices);
  if (isFilled(text, container, member)) return spliced(sheet, [cut(member.offset - 1, endOf(member) + 1)]);
  if (!isBlankBut(text, container, splices)) return spliced(sheet, splices);
  const property = container.parent;
  if (property?.parent === undefined) return withoutRoot(sheet, container);
  return removeMember(sheet, property.parent, property);
}

interface Found {
  readonly container: Node;
  readonly member: Node;
}

/** Removes until nothing is found any more. */
function removeAll(
  text: string | undefined,
  dialect: JsonDialect,
  find: (root: Node) => Found | undefined,
): string | undefined {
  let rest = text;
  while (rest !== undefined) {
    const sheet = openSheet(rest, dialect);
    const found = sheet.root && find(sheet.root);
    if (found === undefined) break;
    rest = removeMember(sheet, found.container, found.member);
  }
  return rest;
}

/** Removes the property at the path. Undefined if that leaves no file. */
export function removeProperty(
  text: string | undefined,
  dialect: JsonDialect,
  path: Path,
): string | undefined {
  return removeAll(text, dialect, (root) => {
    const found = propertiesAlong(root, path);
    const member = found.length === path.length ? found.at(-1) : undefined;
    return member?.parent && { container: member.parent, member };
  });
}

/** Removes the matching items of the list at the path. Undefined if that leaves no file. */
export function removeItems(
  text: string | undefined,
  dialect: JsonDialect,
  path: Path,
  matches: (item: unknown) => boolean,
): string | undefined {
  return removeAll(text, dialect, (root) => {
    const found = propertiesAlong(root, path);
    const last = found.length === path.length ? found.at(-1) : undefined;
    const container = last && valueNode(last);
    const member =
      container?.type === 'array' ? container.children?.find((item) => matches(item.value)) : undefined;
    return container && member && { container, member };
  });
}
