/**
 * The plugins of Copilot CLI: those that it has installed, listed in config.json, and all plugins of a marketplace that
 * is a directory on this machine, which Copilot CLI uses where they are.
 */

import { join, resolve } from 'node:path';
import { isObject, isString } from '../../../protocol/checks.js';
import type { From } from '../../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../../environment.js';
import { isWithin } from '../../files/resolve-path.js';
import type { Roots } from '../roots.js';
import { copilotFiles, isTrustedBy, type SettingsAt } from './copilot-directories.js';
import type { InstalledPlugins } from './plugin-package.js';

const place = '~/.copilot/installed-plugins';

const marketplaceFiles = [
  'marketplace.json',
  '.plugin/marketplace.json',
  '.github/plugin/marketplace.json',
  '.claude-plugin/marketplace.json',
];

const listAt = (value: unknown, key: string): readonly unknown[] => {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Returns the name by which settings switch a plugin. */
const refOf = (name: string, marketplace: unknown): string =>
  isString(marketplace) && marketplace !== '' ? `${name}@${marketplace}` : name;

function findInstalled(config: unknown, { cwd }: HostEnvironment, found: InstalledPlugins): void {
  for (const plugin of listAt(config, 'installedPlugins')) {
    if (!isObject(plugin) || !isString(plugin['name']) || !isString(plugin['cache_path'])) continue;
    const { name, marketplace, cache_path: cached } = plugin;
    const directory = resolve(cwd, cached);
    found.packages.push({ directory, place, from: 'user', ref: refOf(name, marketplace) });
  }
}

/** A directory with plugins, and who named it. */
interface NamedMarketplace {
  readonly name: string;
  readonly directory: string;
  readonly from: From;
}

/** Returns the marketplaces that settings name. */
function marketplacesIn(settings: unknown, from: From, { home, cwd }: HostEnvironment): NamedMarketplace[] {
  const known = isObject(settings) ? settings['extraKnownMarketplaces'] : undefined;
  return Object.entries(isObject(known) ? known : {}).flatMap(([name, market]) => {
    const source = isObject(market) ? market['source'] : undefined;
    const path = isObject(source) && source['source'] === 'directory' ? source['path'] : undefined;
    if (!isString(path)) return [];
    const directory = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(cwd, path);
    return [{ name, directory, from }];
  });
}

function findInMarketplace(
  marketplace: NamedMarketplace,
  settingsAt: SettingsAt,
  roots: Roots,
  found: InstalledPlugins,
): void {
  const { directory } = marketplace;
  const files = marketplaceFiles.map((name) => join(directory, name));
  found.paths.push(...files);
  const manifest = files.map(settingsAt).find(isObject);
  for (const plugin of listAt(manifest, 'plugins')) {
    if (!isObject(plugin) || !isString(plugin['name']) || !isString(plugin['source'])) continue;
    const source = resolve(directory, plugin['source']);
    if (!isWithin(directory, source)) continue;
    const from = isWithin(roots.root, source) ? 'repo' : marketplace.from;
    found.packages.push({ directory: source, place, from, ref: refOf(plugin['name'], marketplace.name) });
  }
}

export function findCopilotPlugins(
  environment: HostEnvironment,
  found: InstalledPlugins,
  roots: Roots,
  settingsAt: SettingsAt,
): void {
  const { config, user, ...rest } = copilotFiles(environment, roots.gitRoot);
  const inRepository = [rest.claude, rest.claudeLocal, rest.shared, rest.local];
  found.paths.push(config, user, ...inRepository);
  const settings = settingsAt(config);
  findInstalled(settings, environment, found);
  const trusted = isTrustedBy(settings, environment.cwd) ? inRepository : [];
  const named = [
    ...marketplacesIn(settingsAt(user), 'user', environment),
    ...trusted.flatMap((path) => marketplacesIn(settingsAt(path), 'repo', environment)),
  ];
  const marketplaces = new Map(named.map((marketplace) => [marketplace.name, marketplace]));
  for (const marketplace of marketplaces.values()) findInMarketplace(marketplace, settingsAt, roots, found);
}
