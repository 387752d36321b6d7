/**
 * Where tools keep the plugin packages that were installed with them. Claude Code writes them down in
 * `plugins/installed_plugins.json` (version 2: a list for each plugin, one for each scope; version 1: one);
 * Copilot CLI keeps `installed-plugins/<marketplace>/<plugin>` and `installed-plugins/_direct/<source>`; Gemini CLI
 * keeps `extensions/<name>`, which for one that is linked holds no more than where it is.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import type { Problem } from '../../protocol/problem-codes.js';
import type { From } from '../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../environment.js';
import { hostLimits } from '../limits.js';
import { propertiesOf, readJson, textOf, valueAt } from './json-file.js';
import { toolHome } from './places.js';
import { problemAt } from './problems.js';
import { canonicalPath, isWithin } from './roots.js';
import { probe } from './walk.js';

/** A directory that is, or should be, a plugin package. */
export interface PluginPackage {
  /** Absolute and resolved. */
  directory: string;
  /** `~/.claude/plugins`, `~/.copilot/installed-plugins`, `~/.gemini/extensions`, or `plugin` if the user named it. */
  place: string;
  from: From;
  /** What its tool calls it, such as `name@marketplace`. */
  ref?: string;
  /** The only manifest that its tool looks at. */
  manifest?: string;
}

export interface InstalledPlugins {
  packages: PluginPackage[];
  problems: Problem[];
  /** Directories in which installing or removing one shows. */
  directories: string[];
  /** Files, and directories that may be missing, in whose change it shows. */
  paths: string[];
}

function appliesTo(installation: Node, cwd: string): boolean {
  const project = textOf(valueAt(installation, 'projectPath'));
  return project === undefined || isWithin(project, cwd);
}

function claudePlugins(environment: HostEnvironment): InstalledPlugins {
  const home = join(toolHome(environment, '.claude'), 'plugins');
  const path = join(home, 'installed_plugins.json');
  const found: InstalledPlugins = { packages: [], problems: [], directories: [], paths: [home, path] };
  if (probe(path) === undefined) return found;
  const json = readJson(canonicalPath(path));
  if ('finding' in json) return { ...found, problems: [problemAt(path, json.finding, 'error')] };
  const { root } = json.file;
  for (const { name: ref, value } of propertiesOf(valueAt(root, 'plugins') ?? root)) {
    const installations = value.type === 'array' ? (value.children ?? []) : [value];
    const installation = installations.find((candidate) => appliesTo(candidate, environment.cwd));
    const directory = installation && textOf(valueAt(installation, 'installPath'));
    if (directory === undefined || !isAbsolute(directory)) continue;
    found.packages.push({ directory: resolve(directory), place: '~/.claude/plugins', from: 'user', ref });
  }
  return found;
}

function subdirectories(directory: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

function copilotPlugins(environment: HostEnvironment): InstalledPlugins {
  const home = join(toolHome(environment, '.github'), 'installed-plugins');
  const found: InstalledPlugins = { packages: [], problems: [], directories: [], paths: [home] };
  if (probe(home) !== undefined) found.directories.push(home);
  for (const marketplace of subdirectories(home)) {
    found.directories.push(join(home, marketplace));
    for (const name of subdirectories(join(home, marketplace))) {
      const ref = marketplace === '_direct' ? name : `${name}@${marketplace}`;
      const directory = join(home, marketplace, name);
      found.packages.push({ directory, place: '~/.copilot/installed-plugins', from: 'user', ref });
    }
  }
  return found;
}

const extensionFile = 'gemini-extension.json';

/** Where an extension really is, if it was linked instead of copied. */
function linkedSource(path: string): string | undefined {
  const json = probe(path) === undefined ? undefined : readJson(canonicalPath(path));
  if (json === undefined || 'finding' in json) return undefined;
  const { root } = json.file;
  const source = textOf(valueAt(root, 'source'));
  const isLink = textOf(valueAt(root, 'type')) === 'link';
  return isLink && source !== undefined && isAbsolute(source) ? resolve(source) : undefined;
}

function geminiExtensions(environment: HostEnvironment): InstalledPlugins {
  const home = join(toolHome(environment, '.gemini'), 'extensions');
  const found: InstalledPlugins = { packages: [], problems: [], directories: [], paths: [home] };
  if (probe(home) !== undefined) found.directories.push(home);
  for (const name of subdirectories(home)) {
    const install = join(home, name, '.gemini-extension-install.json');
    const own = join(home, name, extensionFile);
    const source = linkedSource(install);
    found.paths.push(install, own);
    if (source === undefined && probe(own) === undefined) continue;
    const directory = source ?? join(home, name);
    const rest = { place: '~/.gemini/extensions', from: 'user', ref: name, manifest: extensionFile } as const;
    found.packages.push({ directory, ...rest });
  }
  return found;
}

/** The packages the tools on this machine have installed, as far as they count for the working directory. */
export function installedPluginDirs(environment: HostEnvironment): InstalledPlugins {
  const all = [claudePlugins, copilotPlugins, geminiExtensions].map((find) => find(environment));
  return {
    packages: all.flatMap(({ packages }) => packages).slice(0, hostLimits.installedPlugins),
    problems: all.flatMap(({ problems }) => problems),
    directories: all.flatMap(({ directories }) => directories),
    paths: all.flatMap(({ paths }) => paths),
  };
}
