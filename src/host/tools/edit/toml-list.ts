/**
 * Edits of a TOML array of inline tables, `config = [{ … }]`, that change nothing but the array. Such an array is another
 * way to write `[[config]]` blocks, but TOML does not allow both for one table.
 */

import { Refusal } from '../refusal.js';
import type { SettingPiece } from '../tool.js';
import { spliced } from './json-document.js';
import { type Inside, type Part, placePiece, separatorsAround } from './separators.js';
import { joinPieces } from './setting-order.js';
import { checked, parseToml, type TomlFields, tablesAt, writeFields } from './toml-edit.js';
import type { RecordedForm } from './toml-restore.js';
import { afterStatement, dotted, isAt, piecesOf } from './toml-scan.js';

interface Span {
  readonly from: number;
  readonly to: number;
}

type MatchesItem = (fields: TomlFields) => boolean;

interface TomlList extends Inside {
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
  const parts: Part[] = [];
  let [depth, offset, to] = [0, bracket, bracket];
  for (const { at, part } of piecesOf(text, bracket)) {
    to = at;
    if (part === '{' && depth === 1) offset = at;
    if ('[{'.includes(part)) depth += 1;
    else if (']}'.includes(part)) depth -= 1;
    if (part === '}' && depth === 1) parts.push({ offset, end: at + 1, isMember: true });
    if (part.startsWith('#') && depth === 1)
      parts.push({ offset: at, end: at + part.trimEnd().length, isMember: false });
    if (depth === 0) break;
  }
  const items = parts.filter(({ isMember }) => isMember).map(({ offset: from, end }) => ({ from, to: end }));
  return { from: bracket + 1, to, parts, items };
}

/** Cuts an item from the end of the one before it, up to the next one if it is the first, or with its comma if it is alone. */
function withoutItem(text: string, { items }: TomlList, index: number): string {
  const [before, item, after] = [items[index - 1], items[index]!, items[index + 1]];
  const from = before?.to ?? item.from;
  const [comma = ''] = /^\s*,/.exec(text.slice(item.to)) ?? [];
  const to = before === undefined ? (after?.from ?? item.to + comma.length) : item.to;
  if ((text.slice(from, item.from) + text.slice(item.to, to)).includes('#'))
    throw new Refusal('there is a comment in the list before or after the skill');
  return text.slice(0, from) + text.slice(to);
}

/** Adds items after the last one, each on its own line if the last one is. */
function withItems(text: string, { from: start, items }: TomlList, added: readonly TomlFields[]): string {
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

/** Puts an item at its position among the items and comments. */
const placeItem = (text: string, list: TomlList, piece: SettingPiece): string =>
  spliced(text, placePiece(text, list, piece).splices);

/** Position of the item with this number; the end if there is none. */
function positionOf({ parts, items }: TomlList, number: number): number {
  const at = parts.findIndex(({ offset }) => offset === items[number]?.from);
  return at === -1 ? parts.length : at;
}

/** The items of a list, as they are recorded and put back; undefined if the table is not written as such a list. */
export function itemsIn(text: string, table: readonly string[]): RecordedForm | undefined {
  const bracket = findBracket(text, table);
  if (bracket === undefined) return undefined;
  return {
    capture(numbers) {
      const list = readList(text, bracket);
      const pieces = numbers.map((number): SettingPiece => {
        const { from, to } = list.items[number]!;
        const at = positionOf(list, number);
        return { text: text.slice(from, to), at, number, ...separatorsAround(text, list, at) };
      });
      return joinPieces(pieces, ', ');
    },
    tablesIn: (item) => tablesAt(parseToml(`items = [${item}]`), ['items']),
    without: (matches) => withoutItems(text, bracket, table, matches),
    places: [
      (after, piece) => placeItem(after, readList(after, bracket), piece),
      (after, piece) => {
        const list = readList(after, bracket);
        return placeItem(after, list, { ...piece, at: positionOf(list, piece.number ?? piece.at) });
      },
    ],
  };
}
