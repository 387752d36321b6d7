/**
 * Edits of a TOML array of inline tables, `config = [{ … }]`, that change nothing but the array. Such an array is another
 * way to write `[[config]]` blocks, but TOML does not allow both for one table.
 */

import { Refusal } from '../refusal.js';
import { checked, parseToml, type TomlFields, tablesAt, writeFields } from './toml-edit.js';
import type { RecordedForm } from './toml-restore.js';
import { afterStatement, dotted, isAt, piecesOf } from './toml-scan.js';

interface Span {
  readonly from: number;
  readonly to: number;
}

type MatchesItem = (fields: TomlFields) => boolean;

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

/** Removes the items whose tables match. */
function withoutItems(text: string, bracket: number, table: readonly string[], matches: MatchesItem): string {
  const list = readList(text, bracket);
  let after = text;
  for (const [index, fields] of [...tablesAt(parseToml(text), table).entries()].toReversed()) {
    // From the last to the first, so that offsets stay right. The first item is cut up to the next one that is left.
    if (matches(fields)) after = withoutItem(after, index > 0 ? list : readList(after, bracket), index);
  }
  return after;
}

/** Removes the matching items and adds these; undefined if the table is not written as such a list. */
export function editList(
  text: string,
  table: readonly string[],
  matches: MatchesItem,
  added: readonly TomlFields[],
): string | undefined {
  const bracket = findBracket(text, table);
  if (bracket === undefined) return undefined;
  const rest = withoutItems(text, bracket, table, matches);
  const after = withItems(rest, readList(rest, bracket), added);
  const kept = tablesAt(parseToml(text), table).filter((fields) => !matches(fields));
  return checked(text, after, table, [...kept, ...added]);
}

/** Puts the text of an item before the item with this number, or behind the last one. */
function withItemAt(text: string, { start, items }: TomlList, item: string, number: number): string {
  const [first, second] = items;
  if (first === undefined) return text.slice(0, start) + item + text.slice(start);
  const gap = second === undefined ? text.slice(start, first.from) : text.slice(first.to, second.from);
  const lead = /\r?\n[ \t]*$/.exec(gap)?.[0] ?? ' ';
  if (number === 0) return `${text.slice(0, first.from)}${item},${lead}${text.slice(first.from)}`;
  const { to } = items[Math.min(number, items.length) - 1]!;
  return `${text.slice(0, to)},${lead}${item}${text.slice(to)}`;
}

/** The items of a list, as they are recorded and put back; undefined if the table is not written as such a list. */
export function itemsIn(text: string, table: readonly string[]): RecordedForm | undefined {
  const bracket = findBracket(text, table);
  if (bracket === undefined) return undefined;
  return {
    capture(numbers) {
      const { items } = readList(text, bracket);
      const texts = numbers
        .flatMap((number) => items[number] ?? [])
        .map(({ from, to }) => text.slice(from, to));
      return { text: texts.join(', '), at: numbers[0] ?? 0 };
    },
    tablesIn: (item) => tablesAt(parseToml(`items = [${item}]`), ['items']),
    without: (matches) => withoutItems(text, bracket, table, matches),
    place: (after, { text: item, at }) => withItemAt(after, readList(after, bracket), item, at),
    placeLast: (after, { text: item }) =>
      withItemAt(after, readList(after, bracket), item, Number.POSITIVE_INFINITY),
  };
}
