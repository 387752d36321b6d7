/** Reads one plugin package by itself, without what else is on this machine. */

import type { PluginCustomization } from '../../protocol/types.js';
import { finish, withoutPause } from '../files/slices.js';
import { CatalogBuilder } from './catalog-builder.js';
import { readPlugin } from './plugins.js';

export interface ReadPackage {
  plugin: PluginCustomization;
  /** The resolved paths of the files that declare servers or hooks, also of those that are broken. */
  closed: ReadonlySet<string>;
}

/** Returns the package in a directory with all its entries. If it cannot be read, its load state says why. */
export function readPackage(directory: string): ReadPackage {
  const links = { isOutside: () => false, reachOf: () => 'tree' as const };
  const found = { directory, place: 'plugin', from: 'user' as const };
  const builder = new CatalogBuilder(withoutPause);
  return { plugin: finish(readPlugin(builder, found, links)), closed: builder.closed };
}
