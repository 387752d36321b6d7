/**
 * Discovery: the places of this machine as the protocol's customization tree. The repository's directories come
 * first, root to working directory, then the home's, then plugin packages, then bare MCP servers. Reads only;
 * one bad file is one problem.
 */

import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Customization, DirectoryCustomization, McpServerCustomization } from '../../protocol/index.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { isWorthReading, isWritable, locatedPath, nearestExisting } from '../files/located-path.js';
import {
  CatalogBuilder,
  type ContainerDraft,
  containerMeta,
  loadState,
  newHolder,
  type SkillpickMeta,
  type Source,
} from './builder.js';
import { readDirectory, readNamed } from './contents.js';
import { type InstalledPlugins, installedPluginDirs, type PluginPackage } from './installed-plugins.js';
import { readJson } from './json-file.js';
import { type ContainerReach, type LinkRules, RepositoryLinks } from './links.js';
import { readMcpServers } from './mcp.js';
import {
  type DiscoveryPlace,
  homePath,
  homePlaces,
  mcpFile,
  memoryFiles,
  repositoryPlaces,
} from './places.js';
import { readPlugin } from './plugins.js';
import type { FileProblem } from './problems.js';
import { canonicalPath, findRoots, isWithin, type Roots } from './roots.js';
import { findNamed } from './walk.js';

export type { SkillpickMeta, Source };

/** Everything found on this machine for one working directory. */
export interface Catalog {
  containers: Customization[];
  problems: FileProblem[];
  /** Those that no container can show. */
  looseProblems: FileProblem[];
  /** Directories in which any change may change the result, each by itself. */
  directories: string[];
  /** Single paths whose coming, change or going may change it; they need not exist. */
  paths: string[];
  /** Resolved paths of files that no client may look into, whatever they lie in. */
  closed: ReadonlySet<string>;
  /** By id, for every container and entry. */
  sources: Map<string, Source>;
}

/** Options of `discover`. */
export interface DiscoverOptions {
  /** Plugin packages to add to the installed ones. */
  plugins?: readonly string[];
}

const parted = (path: string): string => path.split(sep).join('/');

/** How a container's directory is called: as seen from the repository's root, or from the home. */
function nameOf(path: string, from: DiscoveryPlace['from'], roots: Roots): string {
  if (from === 'repo') return parted(relative(roots.root, path)) || '.';
  return isWithin(roots.home, path) ? `~/${parted(relative(roots.home, path))}` : path;
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
      const isThere = place.needs === undefined || this.environment.env[place.needs];
      if (isThere) this.read(place, homePath(place, this.environment));
    }
    const servers = this.roots.chain.flatMap((directory) => this.readServers(directory));
    this.readPlugins();
    const { problems, looseProblems, directories, paths, closed, sources } = this.builder;
    const containers = [...this.containers, ...servers];
    return {
      containers,
      problems,
      looseProblems,
      directories: [...directories],
      paths: [...paths],
      closed,
      sources,
    };
  }

  private read(place: DiscoveryPlace, path: string): void {
    // The directory it is in, too: a link there may be turned elsewhere.
    if (place.folder !== '') this.builder.paths.add(path).add(dirname(path));
    const known = this.places.get(path);
    if (known !== undefined) this.builder.addPlace(place.key, { place: known, path });
    else if (place.folder === '') this.readMemory(place, path);
    else if (isWorthReading(path)) this.readPlace(place, path);
    else if (this.isRootSkills(place, path))
      this.addContainer(place, path, locatedPath(path), newHolder(place.key, place.from));
  }

  /** Where a first skill would be written: told even before it exists. */
  private isRootSkills(place: DiscoveryPlace, path: string): boolean {
    return place.strict === true && place.from === 'repo' && dirname(dirname(path)) === this.roots.root;
  }

  private readPlace(place: DiscoveryPlace, path: string): void {
    const holder = newHolder(place.key, place.from);
    const canonical = locatedPath(path);
    const error = this.readContents(place, path, canonical, holder);
    if (error !== undefined) {
      this.builder.report(holder, path, { message: `directory cannot be read: ${error}` });
    } else if (holder.children.length === 0 && this.isLinkToListed(place, path, canonical)) {
      return;
    }
    this.addContainer(place, path, canonical, holder, error);
  }

  /** Reads a directory of the repository or the home; returns why if it cannot. */
  private readContents(
    place: DiscoveryPlace,
    path: string,
    canonical: string,
    holder: ContainerDraft,
  ): string | undefined {
    const links = this.linksOf(place);
    const isOutside = links?.isOutside(canonical) === true;
    if (isOutside && place.format.kind !== 'skill')
      return 'a link leads out of the repository, where only skills are read';
    return readDirectory(this.builder, holder, path, place, { links, isOutside, canonical });
  }

  private linksOf({ from, format }: DiscoveryPlace): LinkRules | undefined {
    return from === 'repo' ? this.links.rulesFor(format.kind) : undefined;
  }

  /** A directory that is a link to one already listed adds a way to that one, not a second container. */
  private isLinkToListed(place: DiscoveryPlace, path: string, canonical: string): boolean {
    const id = this.idsByCanonical.get(canonical);
    if (id === undefined) return false;
    this.builder.addWay(id, { place: place.key, path });
    return true;
  }

  private readMemory(place: DiscoveryPlace, path: string): void {
    const holder = newHolder(place.key, place.from);
    readNamed(this.builder, holder, path, memoryFiles, place, this.linksOf(place));
    if (holder.children.length + holder.problems.length > 0)
      this.addContainer(place, path, locatedPath(path), holder);
  }

  private addContainer(
    place: DiscoveryPlace,
    path: string,
    canonical: string,
    holder: ContainerDraft,
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
    const container: DirectoryCustomization = {
      type: 'directory',
      id,
      uri,
      name: nameOf(path, from, this.roots),
      contents: format.contents,
      writable: reach !== 'listed' && isWritable(nearestExisting(path)),
      load: error === undefined ? loadState(holder) : { kind: 'error', message: error },
      _meta: { skillpick: containerMeta(holder) },
    };
    this.containers.push(error === undefined ? { ...container, children: holder.children } : container);
  }

  private reachOf(place: DiscoveryPlace, path: string, canonical: string): ContainerReach {
    return place.from === 'user' ? 'tree' : this.links.reachOf(place, path, canonical);
  }

  private readServers(directory: string): McpServerCustomization[] {
    const holder = newHolder(mcpFile, 'repo');
    const walked = findNamed(directory, [mcpFile], this.links.rulesFor('hooks'));
    this.builder.follow(walked);
    for (const { path, message } of walked.problems) this.builder.report(undefined, path, { message });
    for (const file of walked.files) {
      this.builder.closed.add(file.canonical);
      if (this.builder.isListed(file, mcpFile)) continue;
      const json = readJson(file.canonical);
      const { drafts, findings } =
        'file' in json ? readMcpServers(json.file) : { drafts: [], findings: [json.finding] };
      for (const finding of findings) this.builder.report(undefined, file.path, finding);
      for (const draft of drafts) this.builder.list({ draft, details: {} }, file, holder);
    }
    return holder.children as McpServerCustomization[];
  }

  private get packages(): PluginPackage[] {
    return [...this.named, ...this.installed.packages];
  }

  private readPlugins(): void {
    const { problems, directories, paths } = this.installed;
    this.builder.problems.push(...problems);
    this.builder.looseProblems.push(...problems);
    for (const directory of directories) this.builder.directories.add(directory);
    for (const path of paths) this.builder.paths.add(path);
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

/** Finds everything on this machine that counts for the working directory. */
export function discover(environment: HostEnvironment, { plugins = [] }: DiscoverOptions = {}): Catalog {
  return new Discovery(environment, plugins).run();
}
