/**
 * Finds the plugin packages that tools have installed. Claude Code lists them in `plugins/installed_plugins.json`
 * (version 2: a list for each plugin, with an item for each scope; version 1: one item). Copilot CLI keeps them in
 * `installed-plugins/<marketplace>/<plugin>` and `installed-plugins/_direct/<source>`, Gemini CLI in `extensions/<name>`,
 * where a linked extension has only a file with its path.
 */

import { readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Problem } from '../../protocol/problem-codes.js';
import type { From } from '../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../environment.js';
import { ifPossible } from '../files/if-possible.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import { hostLimits } from '../limits.js';
import { propertiesOf, readJson, textOf, valueAt } from './json-file.js';
import { problemAt } from './problems.js';
import { toolHome } from './search-places.js';

/** A directory that is, or should be, a plugin package. */
export interface PluginPackage {
  /** Absolute and resolved. */
  directory: string;
  /** `~/.claude/plugins`, `~/.copilot/installed-plugins`, `~/.gemini/extensions`, or `plugin` if the user named it. */
  place: string;
  from: From;
  /** The name that its tool uses, such as `name@marketplace`. */
  ref?: string;
  /** The only manifest that its tool reads. */
  manifest?: string;
}

export interface InstalledPlugins {
  packages: PluginPackage[];
  problems: Problem[];
  /** Directories that change when a package is installed or removed. */
  directories: string[];
  /** Files and directories, existing or not, that change when a package is installed or removed. */
  paths: string[];
}

function findClaudePlugins(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.claude'), 'plugins');
  const path = join(home, 'installed_plugins.json');
  found.paths.push(home, path);
  if (statusOf(path) === undefined) return;
  const json = readJson(canonicalPath(path));
  if ('finding' in json) {
    found.problems.push(problemAt(path, json.finding, 'error'));
    return;
  }
  const { root } = json.file;
  for (const { name: ref, value } of propertiesOf(valueAt(root, 'plugins') ?? root)) {
    const installations = value.type === 'array' ? (value.children ?? []) : [value];
    const installation = installations.find((candidate) => {
      const project = textOf(valueAt(candidate, 'projectPath'));
      return project === undefined || isWithin(project, environment.cwd);
    });
    const directory = textOf(valueAt(installation, 'installPath'));
    if (directory === undefined || !isAbsolute(directory)) continue;
    found.packages.push({ directory: resolve(directory), place: '~/.claude/plugins', from: 'user', ref });
  }
}

function subdirectories(directory: string): string[] {
  const entries = ifPossible(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  const found = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return found.map(({ name }) => name).sort();
}

/** The subdirectories of a directory in which a tool keeps its packages. */
function packagesIn(home: string, found: InstalledPlugins): string[] {
  found.paths.push(home);
  if (statusOf(home) !== undefined) found.directories.push(home);
  return subdirectories(home);
}

function findCopilotPlugins(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.github'), 'installed-plugins');
  for (const marketplace of packagesIn(home, found)) {
    found.directories.push(join(home, marketplace));
    for (const name of subdirectories(join(home, marketplace))) {
      const ref = marketplace === '_direct' ? name : `${name}@${marketplace}`;
      const directory = join(home, marketplace, name);
      found.packages.push({ directory, place: '~/.copilot/installed-plugins', from: 'user', ref });
    }
  }
}

const extensionFile = 'gemini-extension.json';

/** The directory of an extension that was linked instead of copied. */
function linkedSource(path: string): string | undefined {
  const json = statusOf(path) === undefined ? undefined : readJson(canonicalPath(path));
  if (json === undefined || 'finding' in json) return undefined;
  const { root } = json.file;
  const source = textOf(valueAt(root, 'source'));
  const isLink = textOf(valueAt(root, 'type')) === 'link';
  return isLink && source !== undefined && isAbsolute(source) ? resolve(source) : undefined;
}

function findGeminiExtensions(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.gemini'), 'extensions');
  for (const name of packagesIn(home, found)) {
    const install = join(home, name, '.gemini-extension-install.json');
    const own = join(home, name, extensionFile);
    const source = linkedSource(install);
    found.paths.push(install, own);
    if (source === undefined && statusOf(own) === undefined) continue;
    found.packages.push({
      directory: source ?? join(home, name),
      ...{ place: '~/.gemini/extensions', from: 'user', ref: name, manifest: extensionFile },
    });
  }
}

/** Returns the packages that tools have installed on this machine and that apply to the working directory. */
export function installedPluginDirs(environment: HostEnvironment): InstalledPlugins {
  const found: InstalledPlugins = { packages: [], problems: [], directories: [], paths: [] };
  for (const find of [findClaudePlugins, findCopilotPlugins, findGeminiExtensions]) find(environment, found);
  return { ...found, packages: found.packages.slice(0, hostLimits.installedPlugins) };
}
