/**
 * Discovers the skills, agents, rules, hooks, plugins and MCP servers of this machine. The repository's directories come
 * first, from the root to the working directory, then the home's, then plugin packages, then the repository's MCP
 * servers. Only reads; a bad file is a problem in the catalog, never an exception.
 */

import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Customization, McpServerCustomization } from '../../protocol/index.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { isWritable, mayExist } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import type { Catalog } from './catalog.js';
import { CatalogBuilder } from './catalog-builder.js';
import { ContainerDraft } from './container-draft.js';
import type { WalkResult } from './find-files.js';
import { type InstalledPlugins, installedPluginDirs, type PluginPackage } from './installed-plugins.js';
import { type LinkRules, RepositoryLinks } from './link-rules.js';
import { readPlugin } from './plugins.js';
import { findRoots, type Roots } from './roots.js';
import {
  formats,
  homePath,
  homePlaces,
  mcpFile,
  memoryFiles,
  repositoryPlaces,
  type SearchPlace,
} from './search-places.js';

/** Options of `discover`. */
export interface DiscoverOptions {
  /** Plugin packages to add to the installed ones. */
  plugins?: readonly string[];
}

const leadsOut: WalkResult['error'] = {
  code: 'link-outside',
  reason: 'a link leads out of the repository, where only skills are read',
};

const withSlashes = (path: string): string => path.split(sep).join('/');

/** The name of a container: its path from the repository's root, or from the home. */
function nameOf(path: string, from: SearchPlace['from'], roots: Roots): string {
  if (from === 'repo') return withSlashes(relative(roots.root, path)) || '.';
  return isWithin(roots.home, path) ? `~/${withSlashes(relative(roots.home, path))}` : path;
}

class Discovery {
  readonly builder = new CatalogBuilder();
  readonly containers: Customization[] = [];
  /** Keys of the places that were read, by path. */
  private readonly places = new Map<string, string>();
  private readonly idsByCanonical = new Map<string, string>();
  private readonly roots: Roots;
  private readonly links: RepositoryLinks;
  private readonly installed: InstalledPlugins;
  private readonly packages: readonly PluginPackage[];

  constructor(
    private readonly environment: HostEnvironment,
    plugins: readonly string[],
  ) {
    this.roots = findRoots(environment);
    this.installed = installedPluginDirs(environment);
    const named = plugins.map((plugin): PluginPackage => {
      const directory = resolve(environment.cwd, plugin);
      return { directory, place: 'plugin', from: isWithin(this.roots.root, directory) ? 'repo' : 'user' };
    });
    this.packages = [...named, ...this.installed.packages];
    this.links = new RepositoryLinks(this.roots, environment, this.packages);
  }

  run(): Catalog {
    for (const directory of this.roots.chain) {
      for (const place of repositoryPlaces) this.read(place, join(directory, place.tool, place.folder));
    }
    for (const place of homePlaces) {
      const exists = place.needs === undefined || this.environment.env[place.needs];
      if (exists) this.read(place, homePath(place, this.environment));
    }
    const servers = this.roots.chain.flatMap((directory) => this.readServers(directory));
    this.readPlugins();
    const { problems, looseProblems, directories, paths, closed, sources } = this.builder;
    const containers = [...this.containers, ...servers];
    const watched = { directories: [...directories], paths: [...paths] };
    return { containers, problems, looseProblems, ...watched, closed, sources };
  }

  private read(place: SearchPlace, path: string): void {
    // The parent is watched too, because it may be a link that changes.
    if (place.folder !== '') this.builder.paths.add(path).add(dirname(path));
    const known = this.places.get(path);
    if (known !== undefined) this.builder.addPlace(place.key, { place: known, path });
    else if (place.folder === '') this.readMemory(place, path);
    else if (mayExist(path)) this.readPlace(place, path);
    else if (this.isRootSkills(place, path))
      this.addContainer(place, path, canonicalPath(path), this.containerOf(place));
  }

  /** True for the directory where a first skill would be written: it is listed even before it exists. */
  private isRootSkills(place: SearchPlace, path: string): boolean {
    return place.strict === true && place.from === 'repo' && dirname(dirname(path)) === this.roots.root;
  }

  private containerOf({ key, from }: SearchPlace): ContainerDraft {
    return new ContainerDraft(this.builder, key, from);
  }

  private readPlace(place: SearchPlace, path: string): void {
    const container = this.containerOf(place);
    const canonical = canonicalPath(path);
    const links = this.linksOf(place);
    const isOutside = links?.isOutside(canonical) === true;
    const error =
      isOutside && place.format.kind !== 'skill'
        ? leadsOut
        : container.readDirectory(path, place, { links, isOutside, canonical });
    const listed = this.idsByCanonical.get(canonical);
    if (error !== undefined) {
      container.report(path, { code: error.code, message: `directory cannot be read: ${error.reason}` });
    } else if (container.children.length === 0 && listed !== undefined) {
      // A link to a directory that is listed.
      this.builder.addAlias(listed, { place: place.key, path });
      return;
    }
    this.addContainer(place, path, canonical, container, error?.reason);
  }

  private linksOf({ from, format }: SearchPlace): LinkRules | undefined {
    return from === 'repo' ? this.links.rulesFor(format.kind) : undefined;
  }

  private readMemory(place: SearchPlace, path: string): void {
    const container = this.containerOf(place);
    container.readNamed(path, memoryFiles, place, this.linksOf(place));
    if (!container.isEmpty) this.addContainer(place, path, canonicalPath(path), container);
  }

  private addContainer(
    place: SearchPlace,
    path: string,
    canonical: string,
    container: ContainerDraft,
    error?: string,
  ): void {
    const uri = fileUri(path);
    const id = this.builder.newId(uri);
    const { key, from, format, folder } = place;
    if (folder !== '') this.idsByCanonical.set(canonical, id);
    this.places.set(path, key);
    const inTree = () => (from === 'user' ? 'tree' : this.links.reachOf(place, path, canonical));
    const reach = folder === '' ? 'listed' : inTree();
    // A repository's link must not lead new files into another place, such as the user's.
    const isElsewhere = from === 'repo' && !this.links.isInRepository(canonical);
    this.builder.sources.set(id, { place: key, path, canonicalPath: canonical, from, reach });
    this.containers.push({
      type: 'directory',
      id,
      uri,
      name: nameOf(path, from, this.roots),
      contents: format.contents,
      writable: reach !== 'listed' && !isElsewhere && isWritable(path),
      ...container.fields(error),
    });
  }

  private readServers(directory: string): McpServerCustomization[] {
    const container = new ContainerDraft(this.builder, mcpFile, 'repo', this.builder.looseProblems);
    container.readNamed(directory, [mcpFile], { format: formats.mcp }, this.links.rulesFor('mcp'));
    return container.children as McpServerCustomization[];
  }

  private readPlugins(): void {
    const { problems } = this.installed;
    this.builder.problems.push(...problems);
    this.builder.looseProblems.push(...problems);
    this.builder.watch(this.installed);
    const seen = new Set<string>();
    for (const found of this.packages) {
      const canonical = canonicalPath(found.directory);
      if (seen.has(canonical)) continue;
      seen.add(canonical);
      this.containers.push(readPlugin(this.builder, found));
    }
  }
}

/** Finds everything on this machine that applies to the working directory. */
export function discover(environment: HostEnvironment, { plugins = [] }: DiscoverOptions = {}): Catalog {
  return new Discovery(environment, plugins).run();
}
