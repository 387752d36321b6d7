/**
 * Edits of the flag `enabled` in a TOML table that change nothing else. The text is parsed before and after: an edit
 * that would change anything but the flag is refused.
 */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../protocol/checks.js';
import { Refusal, SettingsMistake } from '../refusal.js';
import type { Setting } from '../tool.js';
import { lineEndOf } from './json-document.js';
import { lineCount, placeBlock } from './toml-blocks.js';
import { cutOf, parseToml, withoutBlock } from './toml-edit.js';
import { piecesOf } from './toml-scan.js';
import { startsWith, statementsOf, type TomlStatement } from './toml-statements.js';

/** A table with a flag. */
export interface FlagTable {
  /** The names that lead to the table. */
  readonly table: readonly string[];
  /** True if the table may have nothing but the flag: it is made, and removed, with the flag. */
  readonly isOwnTable: boolean;
}

/** Sets the flag; undefined removes it. */
interface FlagSwitch extends FlagTable {
  readonly enabled: boolean | undefined;
}

/** Puts the flag back as it was; undefined removes it. */
interface FlagRestore extends FlagTable {
  readonly setting: Setting | undefined;
}

export type FlagEdit = FlagSwitch | FlagRestore;

interface FlagSpan {
  readonly from: number;
  readonly to: number;
}

const flag = 'enabled';

/** Writes a dotted key. */
function writeKey(names: readonly string[]): string {
  const write = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
  return names.map(write).join('.').replaceAll('\x7F', '\\u007F');
}

const notTable = (table: readonly string[]): Refusal =>
  new Refusal(`[${writeKey(table)}] is not written as a table of its own`);

const isEnded = (text: string): boolean => text === '' || text.endsWith('\n');

const hasComment = (text: string, { from, to }: FlagSpan): boolean =>
  [...piecesOf(text.slice(from, to), 0)].some(({ part }) => part.startsWith('#'));

/** The statements of a text that concern a flag. */
interface FlagPlace {
  readonly all: readonly TomlStatement[];
  /** The statement that sets the flag. */
  readonly pair: TomlStatement | undefined;
  /** The whole table, if it has nothing but the flag, and no comment. */
  readonly block: FlagSpan | undefined;
  /** The header of a table that has neither the flag nor other keys, but may be a setting by itself. */
  readonly bare: FlagSpan | undefined;
}

function findFlag(text: string, { table, isOwnTable }: FlagTable): FlagPlace {
  const all = [...statementsOf(text)];
  const find = (wanted: TomlStatement['kind'], path: readonly string[]) =>
    all.findIndex(({ kind, names }) => kind === wanted && isDeepStrictEqual(names, path));
  const at = find('pair', [...table, flag]);
  const top = find('table', table);
  const [header, pair] = [all[top], all[at]];
  const end = pair === undefined ? top + 1 : at + 1;
  const isAlone = isOwnTable && header !== undefined && all[end]?.kind !== 'pair';
  if (!isAlone) return { all, pair, block: undefined, bare: undefined };
  if (pair === undefined) return { all, pair, block: undefined, bare: header };
  const block = { from: header.from, to: pair.to };
  const isWhole = at === top + 1 && !hasComment(text, block);
  return { all, pair, block: isWhole ? block : undefined, bare: undefined };
}

/** What is cut with a line: its end, or the end of the line before it if it is the last and has none. */
function lineCut(text: string, { from, to }: FlagSpan): FlagSpan {
  if (isEnded(text.slice(from, to))) return { from, to };
  return { from: text.slice(0, from).replace(/\r?\n$/, '').length, to };
}

const cut = (text: string, { from, to }: FlagSpan): string => text.slice(0, from) + text.slice(to);

/** Adds a line after an offset at which a line ends. */
function withLine(text: string, offset: number, line: string): string {
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const eol = lineEndOf(text);
  return isEnded(before) ? before + line + eol + after : before + eol + line;
}

function withTable(text: string, table: readonly string[], enabled: boolean): string {
  const eol = lineEndOf(text);
  const block = `[${writeKey(table)}]${eol}${flag} = ${enabled}`;
  if (text === '') return block + eol;
  return isEnded(text) ? text + eol + block + eol : text + eol + eol + block;
}

function withValue(text: string, { value }: TomlStatement, enabled: boolean): string {
  return text.slice(0, value) + text.slice(value).replace(/^(?:true|false)/, String(enabled));
}

function withoutFlag(text: string, { pair, block }: Pick<FlagPlace, 'pair' | 'block'>): string {
  if (pair === undefined) return text;
  if (block !== undefined) return withoutBlock(text, block);
  // A table without the flag is on, so a line with a comment may stay.
  return hasComment(text, pair) ? withValue(text, pair, true) : cut(text, lineCut(text, pair));
}

/** The last statement that says something of the table itself, after which another one can be added. */
function anchorOf(all: readonly TomlStatement[], table: readonly string[]): TomlStatement | undefined {
  const isOfTable = ({ kind, names, inherited }: TomlStatement) =>
    kind === 'pair'
      ? inherited <= table.length && names.length > table.length
      : names.length === table.length;
  return all.findLast((one) => startsWith(one.names, table) && isOfTable(one));
}

function withFlag(
  text: string,
  { table, isOwnTable }: FlagTable,
  place: FlagPlace,
  enabled: boolean,
): string {
  if (place.pair !== undefined) return withValue(text, place.pair, enabled);
  const anchor = anchorOf(place.all, table);
  if (anchor !== undefined) {
    const indent = /^[ \t]*/.exec(text.slice(anchor.from))?.[0] ?? '';
    const key = writeKey([...table, flag].slice(anchor.inherited));
    return withLine(text, anchor.to, `${indent}${key} = ${enabled}`);
  }
  if (isOwnTable) return withTable(text, table, enabled);
  throw notTable(table);
}

/** A copy of a value with the flag set or removed. The parser's tables have no prototype. */
function expected(value: unknown, [name, ...rest]: readonly string[], enabled: boolean | undefined): unknown {
  const copy: Record<string, unknown> = Object.assign(Object.create(null), isObject(value) ? value : {});
  if (name !== undefined) copy[name] = expected(copy[name], rest, enabled);
  else if (enabled === undefined) delete copy[flag];
  else copy[flag] = enabled;
  return copy;
}

/** Leaves out tables that have nothing in them along a path. */
function pruned(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isObject(value) || !isObject(value[name])) return value;
  const inner = pruned(value[name], rest);
  const copy: Record<string, unknown> = Object.assign(Object.create(null), value);
  if (isObject(inner) && Object.keys(inner).length === 0) delete copy[name];
  else copy[name] = inner;
  return copy;
}

/** Returns true if the texts differ only in the flag, which has one of these values afterwards. */
function isKept(
  before: string,
  after: string,
  table: readonly string[],
  flags: readonly (boolean | undefined)[],
  prune = pruned,
): boolean {
  try {
    const now = prune(parseToml(after), table);
    const then = parseToml(before);
    return flags.some((enabled) => isDeepStrictEqual(now, prune(expected(then, table, enabled), table)));
  } catch (error) {
    if (error instanceof SettingsMistake) return false;
    throw error;
  }
}

/** Removes the flag, and its table if that has nothing else. */
function removeFlag(text: string, { table }: FlagTable, place: FlagPlace): string {
  const after = withoutFlag(text, place);
  if (after === text || isKept(text, after, table, [undefined, true])) return after;
  throw notTable(table);
}

function switchFlag(text: string, edit: FlagSwitch): string {
  const { table, enabled } = edit;
  const place = findFlag(text, edit);
  if (enabled === undefined) {
    // The header of a table with tables below it may be older than the flag.
    const isOther = (one: TomlStatement) => one !== place.pair && one.names.length > table.length;
    const isShared = place.all.some((one) => isOther(one) && startsWith(one.names, table));
    return removeFlag(text, edit, isShared ? { ...place, block: undefined } : place);
  }
  const after = withFlag(text, edit, place, enabled);
  if (after === text || isKept(text, after, table, [enabled])) return after;
  throw notTable(table);
}

/** Returns the flag of a table as its file writes it, with its table if that has nothing else; or the bare table. */
export function captureFlag(text: string, table: FlagTable): Setting | undefined {
  const { pair, block, bare } = findFlag(text, table);
  const whole = block ?? bare;
  if (pair === undefined && whole === undefined) return undefined;
  const { from, to } = whole === undefined ? lineCut(text, pair!) : cutOf(text, whole);
  return { text: text.slice(from, to), at: lineCount(text.slice(0, from)) };
}

/** The recorded value of the flag; undefined for a table without it. */
function recordedFlag({ text }: Setting): boolean | undefined {
  const [, value] = /=[ \t]*(true|false)\b/.exec(text) ?? [];
  return value === undefined ? undefined : value === 'true';
}

/** Leaves the table without the flag, or puts it back if it is gone. */
function restoreBare(text: string, table: FlagTable, setting: Setting): string {
  const { pair, bare } = findFlag(text, table);
  if (bare !== undefined) return text;
  const after =
    pair === undefined ? placeBlock(text, setting) : withoutFlag(text, { pair, block: undefined });
  if (isKept(text, after, table.table, [undefined], (value) => value)) return after;
  throw notTable(table.table);
}

/** Puts the flag back as it was, or sets it in place if the text has changed too much. */
function restoreFlag(text: string, { setting, ...table }: FlagRestore): string {
  const place = findFlag(text, table);
  if (setting === undefined) return removeFlag(text, table, place);
  const enabled = recordedFlag(setting);
  if (enabled === undefined) return restoreBare(text, table, setting);
  const { pair } = place;
  const isBlock = setting.text.includes('[');
  const after =
    pair === undefined || isBlock
      ? placeBlock(withoutFlag(text, place), setting)
      : text.slice(0, pair.from) + setting.text.replace(/^\r?\n/, '') + text.slice(pair.to);
  return isKept(text, after, table.table, [enabled]) ? after : switchFlag(text, { ...table, enabled });
}

/** Makes an edit of a flag. Throws a Refusal if that is not possible without changing something else. */
export function editFlag(text: string | undefined, edit: FlagEdit): string | undefined {
  if ('setting' in edit) {
    return text === undefined && edit.setting === undefined ? undefined : restoreFlag(text ?? '', edit);
  }
  if (text !== undefined) return switchFlag(text, edit);
  return edit.enabled === undefined ? undefined : withTable('', edit.table, edit.enabled);
}
