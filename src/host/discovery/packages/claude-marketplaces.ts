/**
 * The marketplaces that Claude Code knows, in `plugins/known_marketplaces.json`. A marketplace lists its plugins: where
 * each is, further paths of its contents, and hooks and servers. The plugins of a marketplace in a directory are used in
 * place.
 */

import { join, resolve } from 'node:path';
import { getNodeValue, type Node } from 'jsonc-parser';
import { isObject, isString, isStringList, type JsonObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { followedStatusOf, statusOf } from '../../files/path-status.js';
import { canonicalPath } from '../../files/resolve-path.js';
import { type JsonFile, readJson, textOf, valueAt } from '../json-file.js';
import type { InstalledPlugins, MarketplaceEntry, PluginPackage } from './plugin-package.js';

const listFile = join('.claude-plugin', 'marketplace.json');
const fields = ['skills', 'commands', 'agents'] as const;

function readFile(path: string): JsonFile | undefined {
  const json = statusOf(path) === undefined ? undefined : readJson(canonicalPath(path));
  return json === undefined || 'finding' in json ? undefined : json.file;
}

function objectAt(node: Node | undefined): JsonObject {
  const value: unknown = node && getNodeValue(node);
  return isObject(value) ? value : {};
}

interface Marketplace {
  readonly directory: string;
  /** True if the directory is the user's own, not a copy. */
  readonly isOwn: boolean;
  readonly path: string;
  /** Its list of plugins; undefined if that cannot be read. */
  readonly list: JsonFile | undefined;
  readonly pluginRoot: string;
}

/** Finds a plugin in the list of its marketplace. */
function findListing({ path, list }: Marketplace, name: string): MarketplaceEntry | undefined {
  const plugins = valueAt(list?.root, 'plugins');
  const root = plugins?.children?.find((plugin) => textOf(valueAt(plugin, 'name')) === name);
  return list && root && { path, json: { ...list, root } };
}

/** The paths of contents in a list of a marketplace. */
function pathsOf(plugin: JsonObject, directory: string): PluginPackage['more'] {
  const found = fields.flatMap((field) => {
    const value = plugin[field];
    const paths = isString(value) ? [value] : isStringList(value) ? value : [];
    return paths.length === 0 ? [] : [[field, paths.map((path) => resolve(directory, path))]];
  });
  return Object.fromEntries(found);
}

export class ClaudeMarketplaces {
  readonly #known: JsonObject;
  readonly #read = new Map<string, Marketplace | undefined>();

  constructor(
    home: string,
    private readonly found: InstalledPlugins,
  ) {
    const path = join(home, 'known_marketplaces.json');
    found.paths.push(path);
    this.#known = objectAt(readFile(path)?.root);
  }

  #marketplace(name: string): Marketplace | undefined {
    return getOrMake(this.#read, name, () => {
      const entry = this.#known[name];
      const location = isObject(entry) ? entry['installLocation'] : undefined;
      if (!isObject(entry) || !isString(location)) return undefined;
      const path = followedStatusOf(location)?.isFile() ? location : join(location, listFile);
      this.found.paths.push(path);
      const list = readFile(path);
      const { metadata } = objectAt(list?.root);
      const { source } = entry;
      const root = isObject(metadata) ? metadata['pluginRoot'] : undefined;
      return {
        ...{ directory: location, path, list },
        isOwn: isObject(source) && source['source'] === 'directory',
        pluginRoot: isString(root) ? root : '.',
      };
    });
  }

  /** Returns where a plugin is, and what its marketplace says about its contents. */
  find(
    ref: string,
    installPath: string,
  ): Pick<PluginPackage, 'directory' | 'more' | 'listing' | 'hasListedSkills'> {
    const at = ref.lastIndexOf('@');
    const marketplace = this.#marketplace(ref.slice(at + 1));
    const listing = marketplace && findListing(marketplace, ref.slice(0, at));
    if (marketplace === undefined || listing === undefined) return { directory: installPath };
    const plugin = objectAt(listing.json.root);
    const { directory: home, isOwn, pluginRoot } = marketplace;
    const { source } = plugin;
    const ownPath = isString(source) && source.startsWith('.') ? source : join(pluginRoot, String(source));
    const directory = isOwn && isString(source) ? resolve(home, ownPath) : installPath;
    const more = pathsOf(plugin, directory);
    // Several plugins may share one directory, and each has only the skills that are listed for it.
    const isWhole = isString(source) && /^[./\\]*$/.test(source);
    return {
      directory,
      listing,
      ...(more && { more }),
      ...(isWhole && more?.skills && { hasListedSkills: true }),
    };
  }
}
