/**
 * A JSON text with its syntax tree. Each edit also moves the offsets of the tree, so that many edits need only one
 * parse.
 */

import { createScanner } from 'jsonc-parser';
import { type JsonDialect, type JsonNode, splitMark } from './json-text.js';

/** The names of properties that lead to a value. */
export type Path = readonly string[];

/** Replaces the text between two offsets. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const insertion = (at: number, text: string): Splice => ({ from: at, to: at, text });

/** The text after the splices, which must not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, splice) => result.slice(0, splice.from) + splice.text + result.slice(splice.to), text);
}

/** How far an offset moves. An insertion right at the offset moves the start of a node, but not the end of one. */
function distance(splices: readonly Splice[], offset: number, isEnd: boolean): number {
  let moved = 0;
  for (const { from, to, text } of splices) {
    if (to < offset || (to === offset && !(isEnd && from === to))) moved += text.length - (to - from);
  }
  return moved;
}

function move(node: JsonNode, splices: readonly Splice[], first: number): void {
  if (endOf(node) < first) return;
  const start = node.offset + distance(splices, node.offset, false);
  const end = endOf(node) + distance(splices, endOf(node), true);
  for (const child of node.children ?? []) move(child, splices, first);
  node.offset = start;
  node.length = end - start;
}

function shift(node: JsonNode, by: number): void {
  node.offset += by;
  for (const child of node.children ?? []) shift(child, by);
}

export class JsonDocument {
  /** Byte order mark, or nothing. */
  mark = '';
  /** The text without its byte order mark: offsets count from there. */
  text = '';
  /** Undefined if the text has no value. */
  root: JsonNode | undefined;

  constructor(
    text: string,
    private readonly dialect: JsonDialect,
  ) {
    this.rewrite(text);
  }

  /** Replaces the whole text. */
  rewrite(text: string): void {
    this.root = this.dialect.fileTree(text);
    [this.mark, this.text] = splitMark(text);
  }

  /** Makes the splices. The caller removes and adds the nodes that they remove and add. */
  splice(splices: readonly Splice[]): void {
    this.text = spliced(this.text, splices);
    if (this.root !== undefined) move(this.root, splices, Math.min(...splices.map(({ from }) => from)));
  }

  /** Parses the text of members that was just spliced in, and adds their nodes to their container. */
  adopt(container: JsonNode, text: string, offset: number): void {
    const [open, close] = container.type === 'array' ? '[]' : '{}';
    const added = this.dialect.tree(open + text + close)?.children ?? [];
    for (const child of added) {
      shift(child, offset - 1);
      child.parent = container;
    }
    container.children ??= [];
    const at = container.children.findIndex((child) => child.offset > offset);
    container.children.splice(at === -1 ? container.children.length : at, 0, ...added);
  }

  /** The property at a path. */
  propertyAt(path: Path): JsonNode | undefined {
    const found = propertiesAlong(this.root, path);
    return found.length === path.length ? found.at(-1) : undefined;
  }

  /** The list at a path. */
  listAt(path: Path): JsonNode | undefined {
    const property = this.propertyAt(path);
    const list = property && valueNode(property);
    return list?.type === 'array' ? list : undefined;
  }
}

export const endOf = (node: JsonNode): number => node.offset + node.length;

/** The value of a property. */
export const valueNode = (property: JsonNode): JsonNode => property.children?.[1] ?? property;

/** The name of a property. */
export const nameOf = (property: JsonNode): unknown => property.children?.[0]?.value;

/** True if a text between members has a comment that ends with its line. */
export const hasLineComment = (text: string): boolean => text.replace(/\/\*.*?\*\//gs, '').includes('//');

/** The first line end of a text. */
export const lineEndOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';

/** The blanks before a node that is the first on its line; undefined for others, and on the first line. */
export function indentOf(text: string, node: Pick<JsonNode, 'offset'>): string | undefined {
  const start = text.lastIndexOf('\n', node.offset - 1) + 1;
  const before = text.slice(start, node.offset);
  return start > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** Offset of the comma that follows, comments skipped; undefined if something else follows. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

/** The properties along a path, as far as they exist; of several of one name the last counts. */
export function propertiesAlong(root: JsonNode | undefined, path: Path): JsonNode[] {
  const found: JsonNode[] = [];
  let object = root;
  for (const name of path) {
    const properties = object?.type === 'object' ? object.children : undefined;
    const property = properties?.findLast((child) => nameOf(child) === name);
    if (property === undefined) break;
    found.push(property);
    object = valueNode(property);
  }
  return found;
}
