/** Reads everything in a settings file that is not a switch of ours: values, their order, and comments. */

import { visit } from 'jsonc-parser';
import { allEntries } from './entries.js';
import type { SettingsFile } from './settings.js';

type Json = Record<string, unknown>;

const names = new Set(allEntries.map(({ name }) => name));
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** True for an item of a list that switches one of our entries. */
const isSwitch = (item: unknown): boolean => {
  if (typeof item === 'string') return names.has(item.replace(/^Agent\((.*)\)$/, '$1'));
  const { path = '' } = (item ?? {}) as { path?: string };
  return allEntries.some(({ file }) => path.endsWith(file.replace('~', '')));
};

/** Returns the value without our switches, and without new containers that are empty without them. */
function withoutSwitches(value: unknown, before: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isSwitch(item));
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [key, item] of Object.entries(value)) {
    if (names.has(key)) continue;
    const was = isObject(before) ? before[key] : undefined;
    const left = withoutSwitches(item, was);
    const isEmptied = was === undefined && isObject(left) && Object.keys(left).length === 0;
    if (!isEmptied) kept[key] = left;
  }
  return kept;
}

function commentsOf(text: string): string[] {
  const comments: string[] = [];
  visit(text, { onComment: (offset, length) => comments.push(text.slice(offset, offset + length)) });
  return comments;
}

const tomlComments = (text: string): string[] => text.match(/#.*$/gm) ?? [];

/** Everything in a file except our switches, as one text. */
export function restOf(
  { tool, read }: SettingsFile,
  text: string | undefined,
  before: string | undefined,
): string {
  const was = before === undefined ? undefined : read(before);
  const found = text === undefined ? {} : withoutSwitches(read(text), was);
  // opencode adds its schema to every file that has none, so a new file has it from the start.
  const { $schema, ...rest } = found as Json;
  const values = before === undefined ? rest : found;
  const comments = text === undefined ? [] : (tool === 'codex' ? tomlComments : commentsOf)(text);
  return JSON.stringify({ values, comments }, null, 1);
}
