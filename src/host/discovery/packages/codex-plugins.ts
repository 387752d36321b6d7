/**
 * The plugins of Codex, in `plugins/cache/<marketplace>/<plugin>/<version>`. Codex uses one version of each. It reads the
 * skills and the servers that the manifest names, or else those in their default places, and commands that it turned
 * into skills when it installed the plugin.
 */

import { join, sep } from 'node:path';
import type { HostEnvironment } from '../../environment.js';
import { statusOf } from '../../files/path-status.js';
import { canonicalPath } from '../../files/resolve-path.js';
import { readJson, textOf, valueAt } from '../json-file.js';
import { toolHome } from '../search-places.js';
import { type InstalledPlugins, type PluginContents, packagesIn, subdirectories } from './plugin-package.js';

/** The manifests that Codex reads; only the first that exists counts. */
export const codexManifests: readonly string[] = [
  '.codex-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
];

const turnedCommands = '.codex-plugin/migrated-command-skills';

/** Returns the directory of the package that a path is in; undefined for a path that is in none. */
export function packageOf(path: string, cache: string): string | undefined {
  if (!path.startsWith(cache + sep)) return undefined;
  const names = path.slice(cache.length + 1).split(sep);
  return names.length > 3 ? join(cache, ...names.slice(0, 3)) : undefined;
}

/** Numbers are compared as numbers, and a version before its pre-releases is the later one. */
function isLater(a: string, b: string): boolean {
  const [versionA, versionB] = [a, b].map((name) => /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(name));
  if (!versionA || !versionB) return a > b;
  for (const part of [1, 2, 3]) {
    const difference = Number(versionA[part]) - Number(versionB[part]);
    if (difference !== 0) return difference > 0;
  }
  const [preA, preB] = [versionA[4], versionB[4]];
  return preA === undefined || preB === undefined ? preA === undefined : preA > preB;
}

/** Returns the version that Codex uses: the local one, or else the latest. */
function activeVersion(versions: readonly string[]): string | undefined {
  const shown = versions.filter((name) => !name.startsWith('.'));
  if (shown.includes('local')) return 'local';
  return shown.reduce<string | undefined>(
    (best, one) => (best === undefined || isLater(one, best) ? one : best),
    undefined,
  );
}

/** A path in a manifest counts only in this form. */
const isInside = (path: string | undefined): path is string =>
  path !== undefined && /^\.\/./.test(path) && !path.split('/').includes('..');

/** Returns what Codex reads of a package, by the manifest at this path. */
function contentsOf(path: string): PluginContents {
  const json = readJson(canonicalPath(path));
  const root = 'finding' in json ? undefined : json.file.root;
  const skills = valueAt(root, 'skills');
  const named = (skills?.type === 'array' ? (skills.children ?? []) : [skills]).map(textOf);
  const servers = valueAt(root, 'mcpServers');
  const file = textOf(servers);
  return {
    skills: [...(named.length > 0 && named.every(isInside) ? named : ['skills']), turnedCommands],
    servers: servers?.type === 'object' ? [] : [isInside(file) ? file : '.mcp.json'],
  };
}

export function findCodexPlugins(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.codex'), 'plugins', 'cache');
  const packages = packagesIn(home, found).flatMap((marketplace) => {
    found.directories.push(join(home, marketplace));
    return subdirectories(join(home, marketplace)).flatMap((name) => {
      const versions = join(home, marketplace, name);
      found.directories.push(versions);
      const version = activeVersion(subdirectories(versions));
      const directory = join(versions, version ?? '');
      const manifest = codexManifests.find((one) => statusOf(join(directory, one)) !== undefined);
      if (version === undefined || manifest === undefined) return [];
      const contents = contentsOf(join(directory, manifest));
      return [{ directory, ref: `${name}@${marketplace}`, manifest, contents }];
    });
  });
  // Of two servers of one name, Codex uses that of the first plugin.
  packages.sort((a, b) => (a.ref < b.ref ? -1 : 1));
  for (const one of packages) found.packages.push({ ...one, place: '~/.codex/plugins', from: 'user' });
}
