/** A plugin package that a tool has installed, and what the files of the tools that list such packages have in common. */

import { readdirSync } from 'node:fs';
import type { Problem } from '../../../protocol/problem-codes.js';
import type { From } from '../../../protocol/skillpick-meta.js';
import { ifPossible } from '../../files/if-possible.js';
import { statusOf } from '../../files/path-status.js';
import type { JsonFile } from '../json-file.js';

/** The entry of a package in the list of a marketplace. */
export interface MarketplaceEntry {
  /** The file with the list. */
  readonly path: string;
  /** Its root is the entry. */
  readonly json: JsonFile;
}

/** What a tool reads of a package, by paths below it. Paths need not exist. */
export interface PluginContents {
  /** Folders of skills. */
  readonly skills: readonly string[];
  /** Files that declare servers. */
  readonly servers: readonly string[];
}

/** A directory that is, or should be, a plugin package. */
export interface PluginPackage {
  /** Absolute and resolved. */
  directory: string;
  /** The place in which its tool keeps packages, such as `~/.claude/plugins`, or `plugin` if the user named it. */
  place: string;
  from: From;
  /** The name that its tool uses, such as `name@marketplace`. */
  ref?: string;
  /** The only manifest that its tool reads. */
  manifest?: string;
  /** True if the paths of skills in its manifest do not replace its folder `skills`. */
  addsSkills?: true;
  /** Further paths of its contents, by field of the manifest. They do not replace its folders. */
  more?: { readonly [field: string]: readonly string[] };
  /** Where its marketplace may declare hooks and servers. */
  listing?: MarketplaceEntry;
  /** True if it has only those skills. */
  hasListedSkills?: true;
  /** True if it is in a place that is searched, too. Its entries belong to it, not to the place. */
  isInPlace?: true;
  /** What its tool reads of it, if that is not what the manifest says. */
  contents?: PluginContents;
}

export interface InstalledPlugins {
  packages: PluginPackage[];
  problems: Problem[];
  /** Directories that change when a package is installed or removed. */
  directories: string[];
  /** Files and directories, existing or not, that change when a package is installed or removed. */
  paths: string[];
}

/** The names of the directories in a directory, links included, sorted. */
export function subdirectories(directory: string): string[] {
  const entries = ifPossible(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  const found = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return found.map(({ name }) => name).sort();
}

/** The subdirectories of a directory in which a tool keeps its packages. */
export function packagesIn(home: string, found: InstalledPlugins): string[] {
  found.paths.push(home);
  if (statusOf(home) !== undefined) found.directories.push(home);
  return subdirectories(home);
}
