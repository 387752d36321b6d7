/**
 * The settings that people want kept, in skillpick's configuration file. It is read with care and written in one step;
 * keys that are not known here stay. A file that is broken is left alone.
 */

import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Io } from '../io.js';
import { isObject, isStringList, type JsonObject } from '../protocol/checks.js';
import { configFile } from '../protocol/runtime-directory.js';
import { appLimits } from './limits.js';

type ConfigPlaces = Pick<Io, 'env' | 'platform' | 'home'>;

/** What the file says, or what is wrong with it. */
type ConfigReading = { config: JsonObject } | { problem: string };

function readConfig(path: string): ConfigReading {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { config: {} };
    if (!stats.isFile()) return { problem: `${path} is not a file` };
    if (stats.size > appLimits.configBytes) return { problem: `${path} is too large` };
    const config: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(config) ? { config } : { problem: `${path} is not a JSON object` };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not valid JSON' : (error as Error).message;
    return { problem: `${path} cannot be used: ${reason}` };
  }
}

/** Returns the tools that may switch for all repositories without a question, and what is wrong with the file. */
export function readGlobalTools(places: ConfigPlaces): { tools: readonly string[]; problem: string | null } {
  const path = configFile(places);
  const read = readConfig(path);
  if ('problem' in read) return { tools: [], problem: read.problem };
  const { globalTools = [] } = read.config;
  if (isStringList(globalTools)) return { tools: globalTools, problem: null };
  return { tools: [], problem: `"globalTools" in ${path} is not a list of names` };
}

/** Replaces the file behind all links, or makes it. */
function writeConfig(path: string, config: JsonObject): void {
  mkdirSync(dirname(path), { recursive: true });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const target = mode === undefined ? path : realpathSync.native(path);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(config, null, 2)}\n`, {
      flag: 'wx',
      mode: (mode ?? 0o600) & 0o777,
    });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Adds a tool to those that are not asked about. Returns why that failed, or null. */
export function rememberGlobalTool(places: ConfigPlaces, tool: string): string | null {
  const path = configFile(places);
  const read = readConfig(path);
  if ('problem' in read) return read.problem;
  const known = read.config['globalTools'] ?? [];
  if (!isStringList(known)) return `"globalTools" in ${path} is not a list of names`;
  if (known.includes(tool)) return null;
  try {
    writeConfig(path, { ...read.config, globalTools: [...known, tool] });
    return null;
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}
