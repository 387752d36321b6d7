/** The statements of a TOML text, each with all the names that lead to its value, and where a setting is written. */

import { getOrMake } from '../../collections.js';
import { parseTomlText } from '../../files/parse-toml.js';
import { memoizeLast } from './memoize.js';
import { afterStatement, isAt } from './toml-scan.js';

export interface TomlStatement {
  /** `table` and `list` are headers: `[a]` and `[[a]]`. */
  readonly kind: 'table' | 'list' | 'pair';
  /** The names from the root. In an array of tables, the index of the table follows its name. */
  readonly names: readonly (string | number)[];
  /** How many of the names come from the header above. */
  readonly inherited: number;
  readonly from: number;
  /** Offset after its last line. */
  readonly to: number;
  /** Offset of the value of a pair; of the line's end for a header. */
  readonly value: number;
}

const keyPart = /[ \t]*(?:([\w-]+)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*'))[ \t]*/y;

const unquote = (quoted: string): string => {
  const parsed = parseTomlText(`${quoted} = 0`);
  return 'tables' in parsed ? (Object.keys(parsed.tables)[0] ?? '') : quoted;
};

/** Reads a dotted key. */
function readKey(text: string, offset: number): { names: string[]; end: number } {
  const names: string[] = [];
  for (let at = offset; ; at += 1) {
    keyPart.lastIndex = at;
    const match = keyPart.exec(text);
    if (match === null) return { names, end: at };
    names.push(match[1] ?? unquote(match[2] ?? ''));
    at = keyPart.lastIndex;
    if (text[at] !== '.') return { names, end: at };
  }
}

/** The names of a header, with the index of the last table of each array of tables on the way. */
function withIndexes(names: readonly string[], counts: ReadonlyMap<string, number>): (string | number)[] {
  const found: (string | number)[] = [];
  for (const name of names) {
    found.push(name);
    const count = counts.get(JSON.stringify(found));
    if (count !== undefined) found.push(count - 1);
  }
  return found;
}

/** Lists the statements of a valid text. */
export function* statementsOf(text: string): Generator<TomlStatement> {
  const counts = new Map<string, number>();
  let table: readonly (string | number)[] = [];
  let to = 0;
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; from = to) {
    to = afterStatement(text, from);
    if (isAt(/[ \t]*(?:[\r\n#]|$)/y, text, from)) continue;
    const header = /[ \t]*(\[\[?)/y;
    header.lastIndex = from;
    const brackets = header.exec(text)?.[1];
    if (brackets === undefined) {
      const { names, end } = readKey(text, from);
      const value = end + 1 + (/^[ \t]*/.exec(text.slice(end + 1, to))?.[0].length ?? 0);
      yield { kind: 'pair', names: [...table, ...names], inherited: table.length, from, to, value };
      continue;
    }
    const { names } = readKey(text, header.lastIndex);
    if (brackets === '[[') {
      const parent = withIndexes(names.slice(0, -1), counts);
      const key = JSON.stringify([...parent, names.at(-1)]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    table = withIndexes(names, counts);
    const kind = brackets === '[[' ? 'list' : 'table';
    yield { kind, names: table, inherited: table.length, from, to, value: to };
  }
}

export const startsWith = (
  names: readonly (string | number)[],
  lead: readonly (string | number)[],
): boolean => lead.length <= names.length && lead.every((name, at) => names[at] === name);

/** Where the settings below one name are written. */
interface StatementNode {
  /** Offset of the first statement with this name or below it. */
  readonly first: number | undefined;
  /** Offset of the last statement with exactly this name. */
  own?: number;
  readonly members: Map<string | number, StatementNode>;
}

/** The statements of a text by their names. */
const treeOf = memoizeLast((text): StatementNode => {
  const root: StatementNode = { first: undefined, members: new Map() };
  for (const { names, from } of statementsOf(text)) {
    let node = root;
    for (const name of names)
      node = getOrMake(node.members, name, () => ({ first: from, members: new Map() }));
    node.own = from;
  }
  return root;
});

/** Returns the offset of the statement that holds a setting: its own, or the one that it is written inside of. */
export function offsetOf(text: string, path: readonly (string | number)[]): number | undefined {
  let node = treeOf(text);
  let around: number | undefined;
  for (const name of path) {
    around = node.own ?? around;
    const member = node.members.get(name);
    if (member === undefined) return around;
    node = member;
  }
  return node.first;
}
