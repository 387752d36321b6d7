/**
 * Discovers the skills, agents, rules, hooks, plugins and MCP servers of this machine. The repository's directories come
 * first, from the root to the working directory, then the home's, then plugin packages, then the repository's MCP
 * servers. Only reads; a bad file is a problem in the catalog, never an exception.
 */

import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Customization, DirectoryCustomization, McpServerCustomization } from '../../protocol/index.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { isWritable, mayExist } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import type { Catalog } from './catalog.js';
import {
  CatalogBuilder,
  type ContainerDraft,
  containerMeta,
  loadState,
  newContainer,
} from './catalog-builder.js';
import type { WalkResult } from './find-files.js';
import { type InstalledPlugins, installedPluginDirs, type PluginPackage } from './installed-plugins.js';
import { type ContainerReach, type LinkRules, RepositoryLinks } from './link-rules.js';
import { readPlugin } from './plugins.js';
import { readDirectory, readNamed } from './read-directory.js';
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

export interface DiscoverOptions {
  /** Plugin packages to add to the installed ones. */
  plugins?: readonly string[];
}

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
  private readonly named: readonly PluginPackage[];

  constructor(
    private readonly environment: HostEnvironment,
    plugins: readonly string[],
  ) {
    this.roots = findRoots(environment);
    this.installed = installedPluginDirs(environment);
    this.named = plugins.map((directory) => this.namedPackage(resolve(environment.cwd, directory)));
    this.links = new RepositoryLinks(this.roots, environment, () =>
      this.packages.map(({ directory }) => directory),
    );
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
    // Its parent too, which may be a link that changes.
    if (place.folder !== '') this.builder.paths.add(path).add(dirname(path));
    const known = this.places.get(path);
    if (known !== undefined) this.builder.addPlace(place.key, { place: known, path });
    else if (place.folder === '') this.readMemory(place, path);
    else if (mayExist(path)) this.readPlace(place, path);
    else if (this.isRootSkills(place, path))
      this.addContainer(place, path, canonicalPath(path), newContainer(place.key, place.from));
  }

  /** True for the directory where a first skill would be written: it is listed even before it exists. */
  private isRootSkills(place: SearchPlace, path: string): boolean {
    return place.strict === true && place.from === 'repo' && dirname(dirname(path)) === this.roots.root;
  }

  private readPlace(place: SearchPlace, path: string): void {
    const container = newContainer(place.key, place.from);
    const canonical = canonicalPath(path);
    const error = this.readContents(place, path, canonical, container);
    if (error !== undefined) {
      const message = `directory cannot be read: ${error.reason}`;
      this.builder.report(container, path, { code: error.code, message });
    } else if (container.children.length === 0 && this.isLinkToListed(place, path, canonical)) {
      return;
    }
    this.addContainer(place, path, canonical, container, error?.reason);
  }

  /** Reads a directory of the repository or the home. Returns the reason if it cannot be read. */
  private readContents(
    place: SearchPlace,
    path: string,
    canonical: string,
    container: ContainerDraft,
  ): WalkResult['error'] {
    const links = this.linksOf(place);
    const isOutside = links?.isOutside(canonical) === true;
    if (isOutside && place.format.kind !== 'skill') {
      const reason = 'a link leads out of the repository, where only skills are read';
      return { code: 'link-outside', reason };
    }
    return readDirectory(this.builder, container, path, place, { links, isOutside, canonical });
  }

  private linksOf({ from, format }: SearchPlace): LinkRules | undefined {
    return from === 'repo' ? this.links.rulesFor(format.kind) : undefined;
  }

  /** Adds a directory that is a link to a listed one as an alias of that one. */
  private isLinkToListed(place: SearchPlace, path: string, canonical: string): boolean {
    const id = this.idsByCanonical.get(canonical);
    if (id === undefined) return false;
    this.builder.addAlias(id, { place: place.key, path });
    return true;
  }

  private readMemory(place: SearchPlace, path: string): void {
    const container = newContainer(place.key, place.from);
    readNamed(this.builder, container, path, memoryFiles, place, this.linksOf(place));
    if (container.children.length + container.problems.length > 0)
      this.addContainer(place, path, canonicalPath(path), container);
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
    const { from, format } = place;
    const isTree = place.folder !== '';
    const reach = isTree ? this.reachOf(place, path, canonical) : 'listed';
    this.builder.sources.set(id, { place: place.key, path, canonicalPath: canonical, from, reach });
    this.places.set(path, place.key);
    if (isTree) this.idsByCanonical.set(canonical, id);
    const node: DirectoryCustomization = {
      type: 'directory',
      id,
      uri,
      name: nameOf(path, from, this.roots),
      contents: format.contents,
      writable: reach !== 'listed' && isWritable(path),
      load: error === undefined ? loadState(container) : { kind: 'error', message: error },
      _meta: containerMeta(container),
    };
    this.containers.push(error === undefined ? { ...node, children: container.children } : node);
  }

  private reachOf(place: SearchPlace, path: string, canonical: string): ContainerReach {
    return place.from === 'user' ? 'tree' : this.links.reachOf(place, path, canonical);
  }

  private readServers(directory: string): McpServerCustomization[] {
    const container = { ...newContainer(mcpFile, 'repo'), problems: this.builder.looseProblems };
    const rules = { format: formats.mcp };
    readNamed(this.builder, container, directory, [mcpFile], rules, this.links.rulesFor('mcp'));
    return container.children as McpServerCustomization[];
  }

  private get packages(): PluginPackage[] {
    return [...this.named, ...this.installed.packages];
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

  private namedPackage(directory: string): PluginPackage {
    return { directory, place: 'plugin', from: isWithin(this.roots.root, directory) ? 'repo' : 'user' };
  }
}

/** Finds everything on this machine that applies to the working directory. */
export function discover(environment: HostEnvironment, { plugins = [] }: DiscoverOptions = {}): Catalog {
  return new Discovery(environment, plugins).run();
}
