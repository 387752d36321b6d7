/**
 * Parses JSON settings as their tool does: with or without comments, trailing commas and a byte order mark. A text that
 * the tool would not read is a mistake with its position, because a switch in such a file would not count.
 */

import { getNodeValue, type NodeType, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isObject } from '../../../protocol/checks.js';
import { mistakeAt } from '../refusal.js';
import { memoizeLast } from './memoize.js';

interface Allowed {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  readonly byteOrderMark: boolean;
}

/** A node of the parser's tree that may be changed. */
export interface JsonNode {
  type: NodeType;
  value?: unknown;
  offset: number;
  length: number;
  parent?: JsonNode;
  children?: JsonNode[];
}

const mark = '\uFEFF';

const messages: Record<string, string | undefined> = {
  InvalidCommentToken: 'comments are not allowed here',
  PropertyNameExpected: 'a property name is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing more is expected',
};

/** Splits a text into its byte order mark, or nothing, and the rest. */
export function splitMark(text: string): [mark: string, rest: string] {
  return text.startsWith(mark) ? [mark, text.slice(1)] : ['', text];
}

/** The JSON that a tool accepts. */
export class JsonDialect {
  /** The value of a text; undefined if it has none. Callers must not change it. */
  readonly value = memoizeLast((text): unknown => {
    const root = this.fileTree(text);
    return root === undefined ? undefined : getNodeValue(root);
  });

  /** The tree of a text that may have a byte order mark. Callers must not change it. */
  readonly knownTree = memoizeLast((text) => this.fileTree(text));

  constructor(private readonly allowed: Allowed) {}

  /** Parses a text without byte order mark into a new tree; undefined if it has no value. */
  tree(text: string): JsonNode | undefined {
    const errors: ParseError[] = [];
    let root: JsonNode | undefined;
    try {
      root = parseTree(text, errors, {
        disallowComments: !this.allowed.comments,
        allowTrailingComma: this.allowed.trailingCommas,
        allowEmptyContent: true,
      });
    } catch {
      throw mistakeAt(text, 0, 'it nests too deep');
    }
    const [error] = errors;
    if (error === undefined) return root;
    throw mistakeAt(text, error.offset, messages[printParseErrorCode(error.error)] ?? 'it is not valid JSON');
  }

  /** The tree of a text that may have a byte order mark; offsets count without it. Undefined if it has no value. */
  fileTree(text: string): JsonNode | undefined {
    const [found, rest] = splitMark(text);
    if (found !== '' && !this.allowed.byteOrderMark)
      throw mistakeAt(text, 0, 'it starts with a byte order mark');
    const root = this.tree(rest);
    if (root !== undefined && root.type !== 'object')
      throw mistakeAt(rest, root.offset, 'it is not an object');
    return root;
  }
}

const plain = { comments: false, trailingCommas: false, byteOrderMark: false };

export const plainJson = new JsonDialect(plain);
export const strictJson = new JsonDialect({ ...plain, byteOrderMark: true });
export const jsonWithComments = new JsonDialect({ ...plain, comments: true });
export const relaxedJson = new JsonDialect({ comments: true, trailingCommas: true, byteOrderMark: true });

/** The value of plain JSON, which most settings are: the built-in parser is many times faster. */
function parsePlain(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The settings in a text; empty for a text without a value, if the tool accepts that. */
export function parseSettings(text: string, dialect: JsonDialect, mayBeEmpty = true): unknown {
  const settings = parsePlain(text) ?? dialect.value(text);
  if (settings === undefined && !mayBeEmpty) throw mistakeAt(text, 0, 'it is empty and needs at least {}');
  return settings ?? {};
}

/** The value at a path of property names. */
export function valueAt(settings: unknown, path: readonly string[]): unknown {
  let value = settings;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
