/**
 * Reads JSON files of tools and packages, with the positions of their values. Accepts comments and trailing commas, as
 * the tools do.
 */

import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { TextPosition, TextRange } from '../../protocol/index.js';
import { ifPossible } from '../files/if-possible.js';
import { readText } from '../files/open-file.js';
import { hostLimits } from '../limits.js';
import { type Finding, unreadable } from './problems.js';

export interface JsonFile {
  readonly root: Node;
  rangeOf(node: Node): TextRange;
  /** 1-based. */
  lineOf(node: Node): number;
}

type JsonReading = { file: JsonFile } | { finding: Finding };

/** One `"name": value` of an object. */
interface Property {
  readonly name: string;
  readonly value: Node;
  /** Name and value together. */
  readonly node: Node;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function positionIn(starts: readonly number[], offset: number): TextPosition {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: offset - (starts[low] ?? 0) };
}

/** Parses JSON text. The finding is the first mistake in it. */
export function parseJson(text: string): JsonReading {
  const starts = lineStarts(text);
  const at = (offset: number) => positionIn(starts, offset);
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return { finding: { code: 'json-invalid', line: 1, message: 'JSON nests too deep' } };
  }
  const mistake = errors[0];
  if (mistake !== undefined || root === undefined) {
    const message = mistake === undefined ? 'it is empty' : printParseErrorCode(mistake.error);
    const line = at(mistake?.offset ?? 0).line + 1;
    return { finding: { code: 'json-invalid', line, message: `not valid JSON: ${message}` } };
  }
  const rangeOf = ({ offset, length }: Node) => ({ start: at(offset), end: at(offset + length) });
  return { file: { root, rangeOf, lineOf: ({ offset }) => at(offset).line + 1 } };
}

/** Reads and parses the file at a resolved path. Never throws: errors are findings. */
export function readJson(path: string): JsonReading {
  try {
    const read = readText(path, hostLimits.jsonFileBytes);
    if ('text' in read) return parseJson(read.text);
    return { finding: { code: read.code, message: `file ${read.refused}` } };
  } catch (error) {
    return { finding: unreadable('file', error) };
  }
}

/** Returns the value of a JSON text that may have mistakes; undefined without a text. */
export function tolerantValue(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain);
  } catch {
    return ifPossible(() => parse(plain));
  }
}

/** The properties of an object, the last one of each name; none for other values. */
export function propertiesOf(node: Node | undefined): Property[] {
  if (node?.type !== 'object') return [];
  const properties = new Map<string, Property>();
  for (const property of node.children ?? []) {
    const [name, value] = property.children ?? [];
    if (typeof name?.value !== 'string' || value === undefined) continue;
    properties.set(name.value, { name: name.value, value, node: property });
  }
  return [...properties.values()];
}

/** The value of one property. */
export function valueAt(node: Node | undefined, name: string): Node | undefined {
  return propertiesOf(node).find((property) => property.name === name)?.value;
}

/** The text of a string node. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' && typeof node.value === 'string' ? node.value : undefined;
}
