/**
 * Decides which agent tools count as present on this machine: those with a command on the path, and those whose
 * directory in the home was used lately. `tools` in skillpick's configuration overrides both.
 */

import { delimiter, join } from 'node:path';
import { isObject, isStringList } from '../../protocol/checks.js';
import { configFile } from '../../protocol/runtime-directory.js';
import { toolHome } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import { ifPossible } from '../files/if-possible.js';
import { readText } from '../files/open-file.js';
import { followedStatusOf } from '../files/path-status.js';
import { hostLimits } from '../limits.js';
import { entryKinds, type Tool } from './tool.js';
import { findContext } from './tool-context.js';

/** Whether a tool counts as present, and why. */
export interface ToolPresence {
  readonly tool: Tool;
  readonly isPresent: boolean;
  readonly reason: string;
}

/** A tool on this machine. */
export interface PresentTool extends ToolPresence {
  readonly isPresent: true;
}

/** Files that the tools write whenever they are used, and directories in which they make files. */
const traces = ['config.json', 'history.jsonl', 'projects', 'sessions', 'tmp'];

function findCommand({ env, platform }: HostEnvironment, name: string): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.ps1'] : [''];
  const directories = (env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  const paths = directories.flatMap((directory) => endings.map((ending) => join(directory, name + ending)));
  return paths.find((path) => followedStatusOf(path)?.isFile());
}

/** The paths of the user's own settings of a tool. */
function settingsPaths(tool: Tool, environment: HostEnvironment): string[] {
  const context = findContext(environment);
  const files = entryKinds.flatMap((kind) => tool.files(kind, context));
  return files.flatMap(({ scope, path }) => (scope === 'global' ? path : []));
}

/** Returns when one of these was changed last, if that was lately; in milliseconds. */
function lastChange(paths: readonly string[]): number | undefined {
  const changedMs = Math.max(...paths.map((path) => followedStatusOf(path)?.mtimeMs ?? 0));
  return Date.now() - changedMs > hostLimits.toolUnusedMs ? undefined : changedMs;
}

/** Returns when the tool was used last, if that was lately. Some tools open files to find their settings. */
function lastUse(home: string, tool: Tool, environment: HostEnvironment): number | undefined {
  if (!followedStatusOf(home)?.isDirectory()) return undefined;
  const inHome = [home, ...traces.map((name) => join(home, name))];
  return lastChange(inHome) ?? lastChange(settingsPaths(tool, environment));
}

/**
 * Returns why a tool counts as present; undefined if it does not.
 * @internal
 */
export function whyPresent(tool: Tool, environment: HostEnvironment): string | undefined {
  const command = findCommand(environment, tool.id);
  if (command !== undefined) return `its command is ${command}`;
  const home = toolHome(environment, tool.directory);
  const usedMs = lastUse(home, tool, environment);
  if (usedMs === undefined) return undefined;
  return `${home} was used on ${new Date(usedMs).toISOString().slice(0, 10)}`;
}

/** Returns the ids in the configuration; undefined if it names none. */
function chosenTools(environment: HostEnvironment): readonly string[] | undefined {
  const read = ifPossible(() => readText(configFile(environment), hostLimits.jsonFileBytes));
  if (read === undefined || 'refused' in read) return undefined;
  const config = ifPossible((): unknown => JSON.parse(read.text));
  const tools = isObject(config) ? config['tools'] : undefined;
  return isStringList(tools) ? tools : undefined;
}

/** Returns why a tool does not count as present, if the configuration says nothing. */
function whyAbsent({ id, directory }: Tool, environment: HostEnvironment): string {
  const days = hostLimits.toolUnusedMs / (24 * 60 * 60 * 1_000);
  const home = toolHome(environment, directory);
  return `there is no command ${id}, and ${home} was not used in the last ${days} days`;
}

/** Returns for each tool whether it is on this machine, and why. */
export function presenceOf(all: readonly Tool[], environment: HostEnvironment): ToolPresence[] {
  const chosen = chosenTools(environment);
  return all.map((tool) => {
    if (chosen !== undefined) {
      const isPresent = chosen.includes(tool.id);
      const names = isPresent ? 'names it' : 'does not name it';
      return { tool, isPresent, reason: `"tools" in ${configFile(environment)} ${names}` };
    }
    const reason = whyPresent(tool, environment);
    return { tool, isPresent: reason !== undefined, reason: reason ?? whyAbsent(tool, environment) };
  });
}

/** Returns the tools on this machine; with `ids`, these tools instead. */
export function presentTools(
  all: readonly Tool[],
  environment: HostEnvironment,
  ids?: readonly string[],
): PresentTool[] {
  if (ids === undefined)
    return presenceOf(all, environment).filter((found): found is PresentTool => found.isPresent);
  const named = all.filter(({ id }) => ids.includes(id));
  return named.map((tool) => ({ tool, isPresent: true, reason: 'it was asked for' }));
}
