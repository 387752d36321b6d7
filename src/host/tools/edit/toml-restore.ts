/**
 * Puts tables of a TOML array of tables back exactly as they were recorded, whether they are written as blocks or as
 * items of a list. If the text has changed so much that a table would break something at its old place, it is put before
 * the table that it was before.
 */

import { isDeepStrictEqual } from 'node:util';
import { Refusal, SettingsMistake } from '../refusal.js';
import type { Setting, SettingPiece } from '../tool.js';
import { inPlacingOrder, piecesOf } from './setting-order.js';
import { parseToml, restOf, type TomlFields, tablesAt } from './toml-edit.js';

/** The tables of one text in the form in which they are written there. */
export interface RecordedForm {
  /** Returns the tables with these numbers as one setting. */
  capture(numbers: readonly number[]): Setting;
  /** Returns the tables of a recorded text. Throws a SettingsMistake if it is not TOML. */
  tablesIn(recorded: string): TomlFields[];
  /** Returns the text without the matching tables. */
  without(matches: (fields: TomlFields) => boolean): string;
  /** Functions that return a text with the piece where it was, the exact one first. */
  readonly places: readonly ((text: string, piece: SettingPiece) => string)[];
}

/** An array of tables, and what a table in it is for; undefined for tables that are never put back. */
export interface TableList {
  readonly table: readonly string[];
  readonly keyOf: (fields: TomlFields) => string | undefined;
}

/** Puts the tables with this key back as they were; undefined removes them. */
export interface TableRestore {
  readonly key: string;
  readonly setting: Setting | undefined;
}

/** Throws a Refusal unless each piece is one table with the key. */
function check({ key, setting }: TableRestore, { keyOf }: TableList, form: RecordedForm): void {
  try {
    const tables = piecesOf(setting).map(({ text }) => form.tablesIn(text));
    const isRight = (one: readonly TomlFields[]) => one.length === 1 && keyOf(one[0]!) === key;
    if (tables.every(isRight)) return;
  } catch (error) {
    if (!(error instanceof SettingsMistake)) throw error;
  }
  throw new Refusal('what was recorded of the setting is damaged, or its file is written in another way now');
}

/** The tables with the recorded ones at their numbers. */
function withRecorded(
  rest: readonly TomlFields[],
  pieces: readonly SettingPiece[],
  form: RecordedForm,
): TomlFields[] {
  const tables = [...rest];
  for (const { text, number = tables.length } of pieces) tables.splice(number, 0, ...form.tablesIn(text));
  return tables;
}

/** Puts tables back as they were, in this order. Throws a Refusal if that would change anything else. */
export function restoreTables(
  text: string,
  list: TableList,
  form: RecordedForm,
  restores: readonly TableRestore[],
): string {
  const { table, keyOf } = list;
  for (const restore of restores) check(restore, list, form);
  const pieces = inPlacingOrder(restores, ({ key }) => key).map(({ piece }) => piece);
  const keys = new Set<string | undefined>(restores.map(({ key }) => key));
  const rest = form.without((fields) => keys.has(keyOf(fields)));
  const expected = withRecorded(tablesAt(parseToml(rest), table), pieces, form);
  const others = restOf(parseToml(text), table);
  const isAsExpected = (after: string) => {
    try {
      const parsed = parseToml(after);
      return (
        isDeepStrictEqual(tablesAt(parsed, table), expected) &&
        isDeepStrictEqual(restOf(parsed, table), others)
      );
    } catch (error) {
      if (error instanceof SettingsMistake) return false;
      throw error;
    }
  };
  const attempts = form.places.map((place) => pieces.reduce(place, rest));
  const after = attempts.find(isAsExpected);
  if (after !== undefined) return after;
  throw new Refusal(`"${table.join('.')}" cannot be edited without changing something else`);
}
