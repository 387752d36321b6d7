/** Finds the line of a setting in a JSON text. */

import { getOrMake } from '../../collections.js';
import type { SettingPath } from '../tool.js';
import { type JsonDialect, type JsonNode, splitMark } from './json-text.js';
import { memoizeLast } from './memoize.js';

const lineStartsOf = memoizeLast((text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
});

/** Returns the number of the line that an offset is in, counted from 1. */
export function lineAt(text: string, offset: number): number {
  const starts = lineStartsOf(text);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

const membersOf = new WeakMap<JsonNode, ReadonlyMap<string | number, JsonNode>>();

/** The members of an object or list, by name or index. Of two properties with one name, the last counts. */
function members(node: JsonNode): ReadonlyMap<string | number, JsonNode> {
  return getOrMake(membersOf, node, () => {
    const named = (node.children ?? []).map((child, index): [string | number, JsonNode] =>
      node.type === 'object' ? [String(child.children?.[0]?.value), child] : [index, child],
    );
    return new Map(named);
  });
}

/** Returns the line of a setting, counted from 1; undefined if the text has no such setting. */
export function lineInJson(text: string, at: SettingPath, dialect: JsonDialect): number | undefined {
  const [, rest] = splitMark(text);
  let node = dialect.knownTree(text);
  let found: JsonNode | undefined;
  for (const name of at) {
    found = node && members(node).get(name);
    if (found === undefined) return undefined;
    node = found.type === 'property' ? found.children?.[1] : found;
  }
  return found === undefined ? undefined : lineAt(rest, found.offset);
}
