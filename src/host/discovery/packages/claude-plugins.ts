/**
 * The plugins of Claude Code: those in `plugins/installed_plugins.json` (version 2: a list for each plugin, with an item
 * for each scope; version 1: one item), and folders of skills that have a manifest.
 */

import { basename, isAbsolute, join, resolve } from 'node:path';
import type { From } from '../../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../../environment.js';
import { statusOf } from '../../files/path-status.js';
import { canonicalPath, isWithin } from '../../files/resolve-path.js';
import { propertiesOf, readJson, textOf, valueAt } from '../json-file.js';
import { problemAt } from '../problems.js';
import { toolHome } from '../search-places.js';
import { ClaudeMarketplaces } from './claude-marketplaces.js';
import { type InstalledPlugins, subdirectories } from './plugin-package.js';

const place = '~/.claude/plugins';
export const claudeManifest = '.claude-plugin/plugin.json';

function findInstalled(environment: HostEnvironment, found: InstalledPlugins): void {
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
  const marketplaces = new ClaudeMarketplaces(home, found);
  for (const { name: ref, value } of propertiesOf(valueAt(root, 'plugins') ?? root)) {
    const installations = value.type === 'array' ? (value.children ?? []) : [value];
    // A plugin that was installed for another repository can be used in this one, too.
    const installation =
      installations.find((candidate) => {
        const project = textOf(valueAt(candidate, 'projectPath'));
        return project === undefined || isWithin(project, environment.cwd);
      }) ?? installations[0];
    const directory = textOf(valueAt(installation, 'installPath'));
    if (directory === undefined || !isAbsolute(directory)) continue;
    const located = marketplaces.find(ref, resolve(directory));
    found.packages.push({ ...located, place, from: 'user', ref, addsSkills: true });
  }
}

/** The name of a plugin, by its manifest or else by its folder; undefined if there is no manifest. */
export function claudePluginName(directory: string): string | undefined {
  const path = join(directory, claudeManifest);
  if (statusOf(path) === undefined) return undefined;
  const json = readJson(canonicalPath(path));
  return ('file' in json && textOf(valueAt(json.file.root, 'name'))) || basename(directory);
}

/** Finds the folders in a directory of skills that are plugins. */
function findFolders(skills: string, from: From, found: InstalledPlugins): void {
  for (const folder of subdirectories(skills)) {
    const directory = join(skills, folder);
    const name = claudePluginName(directory);
    if (name === undefined) continue;
    const more = { manifest: claudeManifest, addsSkills: true, isInPlace: true } as const;
    found.packages.push({ directory, place, from, ref: `${name}@skills-dir`, ...more });
  }
}

export function findClaudePlugins(environment: HostEnvironment, found: InstalledPlugins): void {
  findInstalled(environment, found);
  findFolders(join(toolHome(environment, '.claude'), 'skills'), 'user', found);
  const own = join(environment.cwd, '.claude', 'skills');
  if (environment.cwd !== environment.home) findFolders(own, 'repo', found);
}
