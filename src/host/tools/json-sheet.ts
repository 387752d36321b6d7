/** A JSON text with its tree, and what both directions of an edit need to know of it. */

import { createScanner, type Node } from 'jsonc-parser';
import { type JsonDialect, parseTreeOf, splitMark } from './json-text.js';

export interface Sheet {
  /** Byte order mark, or nothing. */
  readonly mark: string;
  readonly text: string;
  /** Undefined if the text holds no value. */
  readonly root: Node | undefined;
}

/** Replaces what lies between two offsets. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function openSheet(text: string, dialect: JsonDialect): Sheet {
  const root = parseTreeOf(text, dialect);
  const [mark, rest] = splitMark(text);
  return { mark, text: rest, root };
}

/** The whole text with the splices made; none of them overlap. */
export function spliced({ mark, text }: Sheet, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => b.from - a.from);
  const cut = (result: string, { from, to, text: put }: Splice) =>
    result.slice(0, from) + put + result.slice(to);
  return mark + ordered.reduce(cut, text);
}

export const endOf = (node: Node): number => node.offset + node.length;

/** The value of a property. */
export const valueNode = (property: Node): Node => property.children?.[1] ?? property;

/** What stands before the node on its line, if that is nothing but blanks and the line is not the first. */
export function indentOf(text: string, node: Node): string | undefined {
  const start = text.lastIndexOf('\n', node.offset - 1) + 1;
  const before = text.slice(start, node.offset);
  return start > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** Offset of the comma that comes next after this one, comments aside; undefined if something else does. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

/** The properties that lead along a path, as far as they are there; of several of a name the last counts. */
export function propertiesAlong(root: Node, path: readonly string[]): Node[] {
  const found: Node[] = [];
  let object = root;
  for (const name of path) {
    const properties = object.type === 'object' ? object.children : undefined;
    const property = properties?.findLast((child) => child.children?.[0]?.value === name);
    if (property === undefined) break;
    found.push(property);
    object = valueNode(property);
  }
  return found;
}
