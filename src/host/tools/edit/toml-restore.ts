/**
 * Puts tables of a TOML array of tables back exactly as they were recorded, whether they are written as blocks or as
 * items of a list. If the text has changed so much that a table would break something at its old place, it is put at the
 * end.
 */

import { isDeepStrictEqual } from 'node:util';
import { Refusal, SettingsMistake } from '../refusal.js';
import type { Setting } from '../tool.js';
import { parseToml, restOf, type TomlFields, tablesAt } from './toml-edit.js';

/** The tables of one text in the form in which they are written there. */
export interface RecordedForm {
  /** Returns the tables with these numbers as one setting. */
  capture(numbers: readonly number[]): Setting;
  /** Returns the tables of a recorded text. Throws a SettingsMistake if it is not TOML. */
  tablesIn(recorded: string): TomlFields[];
  /** Returns the text without the matching tables. */
  without(matches: (fields: TomlFields) => boolean): string;
  /** Returns a text with the setting where it was. */
  place(text: string, setting: Setting): string;
  /** Returns a text with the setting at the end. */
  placeLast(text: string, setting: Setting): string;
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

/** The recorded tables of a key. Throws a Refusal if something else was recorded. */
function recordedTables(
  { key, setting }: TableRestore,
  { keyOf }: TableList,
  form: RecordedForm,
): TomlFields[] {
  if (setting === undefined) return [];
  try {
    const tables = form.tablesIn(setting.text);
    if (tables.length > 0 && tables.every((fields) => keyOf(fields) === key)) return tables;
  } catch (error) {
    if (!(error instanceof SettingsMistake)) throw error;
  }
  throw new Refusal('what was recorded of the setting is damaged, or its file is written in another way now');
}

const sorted = (tables: readonly TomlFields[]): string[] =>
  tables.map((fields) => JSON.stringify(fields)).toSorted();

/** Puts tables back as they were, in this order. Throws a Refusal if that would change anything else. */
export function restoreTables(
  text: string,
  list: TableList,
  form: RecordedForm,
  restores: readonly TableRestore[],
): string {
  const { table, keyOf } = list;
  const recorded = restores.flatMap((restore) => recordedTables(restore, list, form));
  const settings = restores.flatMap(({ setting }) => setting ?? []);
  const keys = new Set<string | undefined>(restores.map(({ key }) => key));
  const rest = form.without((fields) => keys.has(keyOf(fields)));
  const expected = sorted([...tablesAt(parseToml(rest), table), ...recorded]);
  const others = restOf(parseToml(text), table);
  const isAsExpected = (after: string) => {
    try {
      const parsed = parseToml(after);
      return (
        isDeepStrictEqual(sorted(tablesAt(parsed, table)), expected) &&
        isDeepStrictEqual(restOf(parsed, table), others)
      );
    } catch (error) {
      if (error instanceof SettingsMistake) return false;
      throw error;
    }
  };
  const attempts = [form.place, form.placeLast].map((place) => settings.reduce(place, rest));
  const after = attempts.find(isAsExpected);
  if (after !== undefined) return after;
  throw new Refusal(`"${table.join('.')}" cannot be edited without changing something else`);
}
