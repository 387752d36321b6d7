/**
 * The settings that people want kept, in skillpick's configuration file. It is read with care and written in one step;
 * keys that are not known here stay. A file that is broken is left alone.
 */

import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Io } from '../io.js';
import { isObject, isStringList, type JsonObject } from '../protocol/checks.js';
import { configFile } from '../protocol/runtime-directory.js';
import { type ToolScope, toolScopes } from '../protocol/scopes.js';
import { toolTitles } from '../protocol/tool-titles.js';
import { appLimits } from './limits.js';

type ConfigPlaces = Pick<Io, 'env' | 'platform' | 'home'>;

/** The settings that were found. All of them are optional. */
export interface PickerConfig {
  /** The tab that is open at first: `all`, or the id of a tool. */
  tab?: string;
  /** Whether the preview is open. */
  preview?: boolean;
  /** Whether the mouse is used. */
  mouse?: boolean;
  /** Whether the picker writes sentences for a screen reader. */
  screenReader?: boolean;
  /** Where switches are kept. */
  scope?: ToolScope;
  /** The tools that count as present, whatever is found on this machine. */
  tools?: readonly string[];
  /** The tools that may switch for all repositories without a question. */
  globalTools?: readonly string[];
}

/** A value that a setting can have, and how a message calls it. */
interface Expected {
  isValid(value: unknown): boolean;
  words: string;
}

const oneOf = (values: readonly unknown[]): Expected => ({
  isValid: (value) => values.includes(value),
  words: `one of ${values.join(', ')}`,
});
const flag: Expected = { isValid: (value) => typeof value === 'boolean', words: 'true or false' };
const names: Expected = { isValid: isStringList, words: 'a list of names' };

const expected: Readonly<Record<keyof PickerConfig, Expected>> = {
  tab: oneOf(['all', ...Object.keys(toolTitles)]),
  preview: flag,
  mouse: flag,
  screenReader: flag,
  scope: oneOf(toolScopes),
  tools: names,
  globalTools: names,
};

const settings = Object.keys(expected) as (keyof PickerConfig)[];

/** Returns what is wrong with the value of a setting; null if it is valid or absent. */
function problemWith(key: keyof PickerConfig, content: JsonObject, path: string): string | null {
  const { isValid, words } = expected[key];
  if (!Object.hasOwn(content, key) || isValid(content[key])) return null;
  return `"${key}" in ${path} is not ${words}`;
}

/** What the file contains, or what is wrong with it. */
type FileReading = { content: JsonObject } | { problem: string };

function readFile(path: string): FileReading {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { content: {} };
    if (!stats.isFile()) return { problem: `${path} is not a file` };
    if (stats.size > appLimits.configBytes) return { problem: `${path} is too large` };
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(content) ? { content } : { problem: `${path} is not a JSON object` };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not valid JSON' : (error as Error).message;
    return { problem: `${path} cannot be used: ${reason}` };
  }
}

/** Returns the settings. Leaves out values that are not valid, and says which. */
export function readConfig(places: ConfigPlaces): { config: PickerConfig; problems: string[] } {
  const path = configFile(places);
  const read = readFile(path);
  if ('problem' in read) return { config: {}, problems: [read.problem] };
  const keys = settings.filter((key) => Object.hasOwn(read.content, key));
  const valid = keys.filter((key) => problemWith(key, read.content, path) === null);
  return {
    config: Object.fromEntries(valid.map((key) => [key, read.content[key]])),
    problems: keys.flatMap((key) => problemWith(key, read.content, path) ?? []),
  };
}

/** Replaces the file behind all links, or makes it. */
function writeFile(path: string, content: JsonObject): void {
  mkdirSync(dirname(path), { recursive: true });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const target = mode === undefined ? path : realpathSync.native(path);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, {
      flag: 'wx',
      mode: (mode ?? 0o600) & 0o777,
    });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Stores a setting and keeps everything else in the file, in its order. Never replaces what could not be read. Returns why
 * that failed, or null.
 */
export function rememberSetting<Key extends keyof PickerConfig>(
  places: ConfigPlaces,
  key: Key,
  value: NonNullable<PickerConfig[Key]>,
): string | null {
  const path = configFile(places);
  const read = readFile(path);
  const problem = 'problem' in read ? read.problem : problemWith(key, read.content, path);
  if ('problem' in read || problem !== null) return problem;
  if (JSON.stringify(read.content[key]) === JSON.stringify(value)) return null;
  try {
    writeFile(path, { ...read.content, [key]: value });
    return null;
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}

/** Adds a tool to those that are not asked about. Returns why that failed, or null. */
export function rememberGlobalTool(places: ConfigPlaces, tool: string): string | null {
  const { globalTools = [] } = readConfig(places).config;
  return rememberSetting(places, 'globalTools', [...new Set([...globalTools, tool])]);
}
