/**
 * Edits of a TOML array of inline tables, `config = [{ … }]`, that change nothing but the array. Such an array is another
 * way to write `[[config]]` blocks, but TOML does not allow both for one table.
 */

import { Refusal } from '../refusal.js';
import { checked, parseToml, type TomlFields, tablesAt, writeFields } from './toml-edit.js';
import { afterStatement, dotted, isAt, piecesOf } from './toml-scan.js';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface TomlList {
  /** Offset after its opening bracket. */
  readonly start: number;
  readonly items: readonly Span[];
}

/** Offset of the array's opening bracket; undefined if the table is not written as an array, or with quoted names. */
function findBracket(text: string, table: readonly string[]): number | undefined {
  let left = table;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at = afterStatement(text, at)) {
    if (isAt(/[ \t]*\[/y, text, at)) {
      const depth = table.findIndex((_, end) =>
        isAt(new RegExp(String.raw`[ \t]*\[[ \t]*${dotted(table.slice(0, end))}[ \t]*\]`, 'y'), text, at),
      );
      left = depth > 0 ? table.slice(depth) : [];
    }
    const key = new RegExp(String.raw`[ \t]*${dotted(left)}[ \t]*=[ \t]*(?=\[)`, 'y');
    if (left.length > 0 && isAt(key, text, at)) return key.lastIndex;
  }
  return undefined;
}

function readList(text: string, bracket: number): TomlList {
  const items: Span[] = [];
  let depth = 0;
  let from = bracket;
  for (const { at, part } of piecesOf(text, bracket)) {
    if (part === '{' && depth === 1) from = at;
    if ('[{'.includes(part)) depth += 1;
    else if (']}'.includes(part)) depth -= 1;
    if (part === '}' && depth === 1) items.push({ from, to: at + 1 });
    if (depth === 0) break;
  }
  return { start: bracket + 1, items };
}

/** Cuts an item from the end of the one before it, or up to the next one if it is the first. */
function withoutItem(text: string, { items }: TomlList, index: number): string {
  const [before, item, after] = [items[index - 1], items[index]!, items[index + 1]];
  const from = before?.to ?? item.from;
  const to = before === undefined ? (after?.from ?? item.to) : item.to;
  if ((text.slice(from, item.from) + text.slice(item.to, to)).includes('#'))
    throw new Refusal('there is a comment in the list before or after the skill');
  return text.slice(0, from) + text.slice(to);
}

/** Adds items after the last one, each on its own line if the last one is. */
function withItems(text: string, { start, items }: TomlList, added: readonly TomlFields[]): string {
  const written = added.map((fields) => `{ ${writeFields(fields, ', ')} }`);
  const last = items.at(-1);
  if (last === undefined) return text.slice(0, start) + written.join(', ') + text.slice(start);
  const lead = /\r?\n[ \t]*$/.exec(text.slice(items.at(-2)?.to ?? start, last.from))?.[0] ?? ' ';
  return text.slice(0, last.to) + written.map((item) => `,${lead}${item}`).join('') + text.slice(last.to);
}

/** Removes the matching items and adds these; undefined if the table is not written as such a list. */
export function editList(
  text: string,
  table: readonly string[],
  matches: (fields: TomlFields) => boolean,
  added: readonly TomlFields[],
): string | undefined {
  const bracket = findBracket(text, table);
  if (bracket === undefined) return undefined;
  const tables = tablesAt(parseToml(text), table);
  let after = text;
  const list = readList(text, bracket);
  for (const [index, fields] of [...tables.entries()].toReversed()) {
    // From the last to the first, so that offsets stay right. The first item is cut up to the next one that is left.
    if (matches(fields)) after = withoutItem(after, index > 0 ? list : readList(after, bracket), index);
  }
  after = withItems(after, readList(after, bracket), added);
  const kept = tables.filter((fields) => !matches(fields));
  return checked(text, after, table, [...kept, ...added]);
}
