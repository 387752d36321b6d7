/**
 * Edits of TOML text that add, change or remove `[[table]]` blocks and change nothing else. The text is parsed before
 * and after: an edit that would change anything but the blocks is refused.
 */

import { isDeepStrictEqual } from 'node:util';
import { parseTomlText } from '../../files/parse-toml.js';
import { Refusal, SettingsMistake } from '../refusal.js';
import { valueAt } from './json-text.js';
import { memoizeLast } from './memoize.js';
import { afterStatement, dotted, isAt, piecesOf } from './toml-scan.js';

export type TomlFields = Readonly<Record<string, unknown>>;

interface TomlBlock {
  /** Offset of its header's line. */
  readonly from: number;
  /** Offset after its last line. */
  to: number;
}

/** The tables of a TOML text. Throws a SettingsMistake. */
export const parseToml = memoizeLast((text: string): unknown => {
  const parsed = parseTomlText(text);
  if ('tables' in parsed) return parsed.tables;
  throw new SettingsMistake(parsed.line, parsed.column, parsed.message);
});

/** The blocks of a table. Comments and blank lines at the end of a block belong to what follows. */
export function blocksOf(text: string, table: readonly string[]): TomlBlock[] {
  const header = new RegExp(String.raw`[ \t]*\[\[[ \t]*${dotted(table)}[ \t]*\]\]`, 'y');
  const blocks: TomlBlock[] = [];
  let block: TomlBlock | undefined;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const end = afterStatement(text, at);
    if (isAt(/[ \t]*\[/y, text, at)) {
      block = isAt(header, text, at) ? { from: at, to: end } : undefined;
      if (block !== undefined) blocks.push(block);
    } else if (block !== undefined && !isAt(/[ \t]*(?:[\r\n#]|$)/y, text, at)) block.to = end;
    at = end;
  }
  return blocks;
}

/** The tables of an array of tables. */
export function tablesAt(settings: unknown, table: readonly string[]): TomlFields[] {
  const value = valueAt(settings, table);
  return Array.isArray(value) ? value : [];
}

/** Everything but this table, to check that an edit did not change it. */
export function restOf(settings: unknown, [name = '', ...inner]: readonly string[]): unknown {
  const { [name]: value, ...rest } = settings as Record<string, unknown>;
  if (value === undefined || (inner.length === 0 && Array.isArray(value))) return rest;
  if (inner.length === 0) return settings;
  const left = restOf(value, inner);
  return Object.keys(left as object).length === 0 ? rest : { ...rest, [name]: left };
}

export const notBlocks = (table: readonly string[]): Refusal => {
  const name = table.join('.');
  return new Refusal(`"${name}" is not written as [[${name}]] blocks`);
};

/** Returns the edited text if the table is as expected and the rest as before. */
export function checked(
  before: string,
  after: string,
  table: readonly string[],
  expected: readonly TomlFields[],
): string {
  let settings: unknown;
  try {
    settings = parseToml(after);
  } catch {
    throw notBlocks(table);
  }
  const isKept = isDeepStrictEqual(restOf(settings, table), restOf(parseToml(before), table));
  // The parser's tables have no prototype, and a comparison includes prototypes.
  const tables = expected.map((fields) => Object.assign(Object.create(null), fields));
  if (isKept && isDeepStrictEqual(tablesAt(settings, table), tables)) return after;
  throw new Refusal(`"${table.join('.')}" cannot be edited without changing something else`);
}

/** Writes keys with their values. Texts are written as in JSON; TOML requires an escape for DEL as well. */
export function writeFields(fields: TomlFields, separator: string): string {
  const write = ([key, value]: [string, unknown]) =>
    `${key} = ${JSON.stringify(value).replaceAll('\x7F', '\\u007F')}`;
  return Object.entries(fields).map(write).join(separator);
}

function withBlock(text: string | undefined, table: readonly string[], fields: TomlFields): string {
  const eol = /\r?\n/.exec(text ?? '')?.[0] ?? '\n';
  const block = `[[${table.join('.')}]]${eol}${writeFields(fields, eol)}`;
  if (text === undefined) return block + eol;
  const isEnded = text === '' || text.endsWith('\n');
  const lead = text === '' ? '' : isEnded ? eol : eol + eol;
  return text + lead + block + (isEnded && text !== '' ? eol : '');
}

/** Adds blocks at the end, each after an empty line. Without a text, makes one. */
export function appendBlocks(
  text: string | undefined,
  table: readonly string[],
  blocks: readonly TomlFields[],
): string | undefined {
  const after = blocks.reduce<string | undefined>((left, fields) => withBlock(left, table, fields), text);
  if (text === undefined || after === undefined) return after;
  return checked(text, after, table, [...tablesAt(parseToml(text), table), ...blocks]);
}

/** The text without an empty line at its end. Searches only the end: there may be many blocks before it. */
function withoutEmptyLine(text: string): string {
  return text.slice(0, -4) + text.slice(-4).replace(/(\r?\n)\r?\n$/, '$1');
}

/** What is cut with a block: the empty line before it, or the one after it at the start of the file. */
export function cutOf(text: string, { from, to }: TomlBlock): TomlBlock {
  if (from === 0) return { from, to: to + (/^\r?\n/.exec(text.slice(to, to + 2))?.[0].length ?? 0) };
  const lead = withoutEmptyLine(text.slice(0, from));
  const isEnded = text[to - 1] === '\n';
  return { from: (isEnded ? lead : lead.replace(/\r?\n$/, '')).length, to };
}

/** The text without a block. */
export function withoutBlock(text: string, block: TomlBlock): string {
  const { from, to } = cutOf(text, block);
  return text.slice(0, from) + text.slice(to);
}

/** True if a block contains a comment. */
function hasComment(text: string, { from, to }: TomlBlock): boolean {
  return [...piecesOf(text.slice(from, to), 0)].some(({ part }) => part.startsWith('#'));
}

/** The text with a flag of the block changed in place. */
function withFlag(text: string, { from, to }: TomlBlock, name: string, flag: boolean): string {
  const value = new RegExp(String.raw`([ \t]*(["']?)${name}\2[ \t]*=[ \t]*)(?:true|false)\b`, 'y');
  for (let at = afterStatement(text, from); at < to; at = afterStatement(text, at)) {
    value.lastIndex = at;
    const [found, lead = ''] = value.exec(text) ?? [];
    if (found === undefined) continue;
    return text.slice(0, at) + lead + String(flag) + text.slice(at + found.length);
  }
  return text;
}

interface Removal {
  readonly table: readonly string[];
  readonly matches: (fields: TomlFields) => boolean;
  /** Names of the fields that skillpick writes; the last one is a flag. */
  readonly own: readonly [...string[], string];
  /** The flag of a block that has to stay. */
  readonly flagFor: (fields: TomlFields) => boolean;
}

/** Removes the matching blocks. A block with a comment or other fields stays, and its flag is set instead. */
export function removeBlocks(
  text: string | undefined,
  { table, matches, own, flagFor }: Removal,
): string | undefined {
  if (text === undefined) return undefined;
  const tables = tablesAt(parseToml(text), table);
  if (!tables.some(matches)) return text;
  const blocks = blocksOf(text, table);
  if (blocks.length !== tables.length) throw notBlocks(table);
  const flag = own.at(-1) as string;
  const left: TomlFields[] = [];
  let rest = text;
  // From the last to the first, so that the offsets of the others stay right.
  for (const [index, fields] of [...tables.entries()].toReversed()) {
    const block = blocks[index] as TomlBlock;
    if (!matches(fields)) left.push(fields);
    else if (Object.keys(fields).every((name) => own.includes(name)) && !hasComment(text, block)) {
      rest = withoutBlock(rest, block);
    } else {
      rest = withFlag(rest, block, flag, flagFor(fields));
      left.push({ ...fields, [flag]: flagFor(fields) });
    }
  }
  return checked(text, rest, table, left.toReversed());
}
