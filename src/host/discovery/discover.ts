/**
 * Discovers the skills, agents, rules, hooks, plugins and MCP servers of this machine. The repository's directories come
 * first, from the root to the working directory, then the home's, then plugin packages, then the repository's MCP
 * servers. Only reads; a bad file is a problem in the catalog, never an exception.
 */

import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Customization, McpServerCustomization, PluginCustomization } from '../../protocol/index.js';
import type { HostEnvironment } from '../environment.js';
import { fileUri } from '../files/file-uri.js';
import { isWritable, mayExist } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import { finish, type Pace, type Sliced, withoutPause } from '../files/slices.js';
import type { Catalog } from './catalog.js';
import { CatalogBuilder } from './catalog-builder.js';
import { ContainerDraft } from './container-draft.js';
import { readSettingsText } from './declarations.js';
import { installedPluginDirs } from './installed-plugins.js';
import { tolerantValue } from './json-file.js';
import { type LinkRules, RepositoryLinks } from './link-rules.js';
import { namedFolderPath, namedFoldersInText } from './named-folders.js';
import type { SettingsAt } from './packages/copilot-directories.js';
import type { InstalledPlugins, PluginPackage } from './packages/plugin-package.js';
import { readPlugin } from './plugins.js';
import { findRoots, projectOf, type Roots } from './roots.js';
import { searchedPlaces, searchedServers } from './search-order.js';
import { formats, memoryFiles, namedFolders, type SearchPlace } from './search-places.js';
import { type ReadSettings, repositoryRoot, type ServerPlace, serverFile } from './server-places.js';
import { isNewAgent } from './settings-agents.js';
import type { WalkResult } from './walk-result.js';

/** Options of `discover`. */
export interface DiscoverOptions {
  /** Plugin packages to add to the installed ones. */
  plugins?: readonly string[];
  /** Reads a tool's settings, which are also read for its switches; undefined if there are none. */
  readSettings?: ReadSettings;
}

const leadsOut: WalkResult['error'] = {
  code: 'link-outside',
  reason: 'a link leads out of the repository, where only skills are read',
};

/** A folder of skills that settings name. */
const namedFolder: Omit<SearchPlace, 'from'> = {
  ...{ key: namedFolders, tool: '' as const, folder: 'skills' },
  ...{ format: formats.skill, recursive: true },
};

/** Settings that may declare agents besides servers. */
const settingsAgents: Omit<SearchPlace, 'key' | 'from'> = {
  ...{ tool: '' as const, folder: 'settings', format: formats.settingsAgents, recursive: false },
};

const withSlashes = (path: string): string => path.split(sep).join('/');

/** The name of a container: its path from the repository's root, or from the home. */
function nameOf(path: string, from: SearchPlace['from'], roots: Roots): string {
  if (from === 'repo') return withSlashes(relative(roots.root, path)) || '.';
  return isWithin(roots.home, path) ? `~/${withSlashes(relative(roots.home, path))}` : path;
}

class Discovery {
  readonly builder: CatalogBuilder;
  readonly containers: Customization[] = [];
  /** Keys of the places that were read, by path. */
  private readonly places = new Map<string, string>();
  private readonly idsByCanonical = new Map<string, string>();
  private readonly readSettings: ReadSettings;
  private readonly settingsAt: SettingsAt;
  private readonly roots: Roots;
  private readonly links: RepositoryLinks;
  private readonly installed: InstalledPlugins;
  private readonly packages: readonly PluginPackage[];
  /** The packages that were read, by resolved path. */
  private readonly plugins = new Map<string, PluginPackage>();

  constructor(
    private readonly environment: HostEnvironment,
    { plugins = [], readSettings = readSettingsText }: DiscoverOptions,
    pace: Pace,
  ) {
    this.builder = new CatalogBuilder(pace);
    this.readSettings = readSettings;
    this.settingsAt = (path) => tolerantValue(readSettings(path));
    this.roots = findRoots(environment);
    this.installed = installedPluginDirs(environment, this.roots, this.settingsAt);
    const named = plugins.map((plugin): PluginPackage => {
      const directory = resolve(environment.cwd, plugin);
      return { directory, place: 'plugin', from: isWithin(this.roots.root, directory) ? 'repo' : 'user' };
    });
    this.packages = [...named, ...this.installed.packages];
    const ofUser = this.packages.filter(({ from }) => from === 'user');
    this.links = new RepositoryLinks(
      this.roots,
      environment,
      ofUser.map(({ directory }) => directory),
    );
    this.builder.problems.push(...this.installed.problems);
    this.builder.looseProblems.push(...this.installed.problems);
    this.builder.watch(this.installed);
  }

  *run(): Sliced<Catalog> {
    const { roots, environment, builder } = this;
    const inPlaces = yield* this.readPlugins(true);
    for (const { place, path } of searchedPlaces(roots, environment, this.settingsAt))
      yield* this.read(place, path);
    const servers: McpServerCustomization[] = [];
    for (const { place, base } of searchedServers(roots, environment))
      servers.push(...(yield* this.readServers(place, base)));
    this.containers.push(...inPlaces, ...(yield* this.readPlugins(false)), ...servers);
    const { problems, looseProblems, closed, sources } = builder;
    const watched = { directories: [...builder.directories], paths: [...builder.paths] };
    return { containers: this.containers, problems, looseProblems, ...watched, closed, sources };
  }

  private *read(place: SearchPlace, path: string): Sliced<void> {
    // The parent is watched too, because it may be a link that changes.
    if (place.folder !== '') this.builder.paths.add(path).add(dirname(path));
    const known = this.places.get(path);
    if (known !== undefined) this.builder.addPlace(place.key, { place: known, path });
    else if (place.folder === '') this.readMemory(place, path);
    else if (place.format.kind === 'agentTables') this.readTables(place, path);
    else if (mayExist(path)) yield* this.readPlace(place, path);
    else if (this.isRootSkills(place, path))
      this.addContainer(place, path, canonicalPath(path), this.containerOf(place));
  }

  /** True for the directory where a first skill would be written: it is listed even before it exists. */
  private isRootSkills(place: SearchPlace, path: string): boolean {
    return place.key === '.agents/skills' && dirname(dirname(path)) === this.roots.root;
  }

  private containerOf({ key, from }: SearchPlace): ContainerDraft {
    return new ContainerDraft(this.builder, key, from);
  }

  private *readPlace(place: SearchPlace, path: string): Sliced<void> {
    const container = this.containerOf(place);
    const canonical = canonicalPath(path);
    const links = this.linksOf(place);
    const isOutside = links?.isOutside(canonical) === true;
    const error =
      isOutside && place.format.kind !== 'skill'
        ? leadsOut
        : yield* container.readDirectory(path, place, { links, isOutside, canonical });
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

  /** Reads a file of settings that may hold agents. It is listed only if it does. */
  private readTables(place: SearchPlace, path: string): void {
    const container = this.containerOf(place);
    const { containers, builder } = this;
    const isNew = (name: string) => isNewAgent(name, place.key, containers, builder.sources);
    const rules = { ...place, read: this.readSettings, isNew };
    container.readNamed(dirname(path), [basename(path)], rules, this.linksOf(place));
    if (container.children.length > 0) this.addContainer(place, path, canonicalPath(path), container);
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
    const inTree = () => (from === 'user' ? 'tree' : this.links.reachOf(path, canonical, place));
    const reach = folder === '' || format.kind === 'agentTables' ? 'listed' : inTree();
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

  private *readServers(place: ServerPlace, base: string): Sliced<McpServerCustomization[]> {
    const { key, from } = place;
    const { directory, name } = serverFile(place, base, this.environment);
    const container = new ContainerDraft(this.builder, key, from, this.builder.looseProblems);
    const links = from === 'repo' ? this.links.rulesFor('mcp') : undefined;
    const root = projectOf(this.roots, this.environment.cwd);
    const at = place.at.map((part) => (part === repositoryRoot ? root : part));
    const servers = { ...place, at, read: this.readSettings };
    container.readNamed(directory, [name], { format: formats.mcp, servers }, links);
    if (place.hasAgents) this.readTables({ ...settingsAgents, key, from }, join(directory, name));
    if (place.namesFolders) yield* this.readNamedFolders(join(directory, name), from);
    return container.children as McpServerCustomization[];
  }

  /** Reads the folders of skills that settings name. Those in the repository's settings are not trusted. */
  private *readNamedFolders(file: string, from: SearchPlace['from']): Sliced<void> {
    for (const folder of namedFoldersInText(this.readSettings(file))) {
      const path = namedFolderPath(folder, this.environment);
      if (mayExist(path)) yield* this.read({ ...namedFolder, from }, path);
    }
  }

  /** Reads the packages that are in searched places, or the others. */
  private *readPlugins(isInPlace: boolean): Sliced<PluginCustomization[]> {
    const read: PluginCustomization[] = [];
    for (const found of this.packages.filter((one) => (one.isInPlace === true) === isInPlace)) {
      const canonical = canonicalPath(found.directory);
      const key = found.hasListedSkills ? `${canonical}\n${found.ref}` : canonical;
      const known = this.plugins.get(key);
      if (known !== undefined) {
        this.builder.addPlace(found.place, { place: known.place, path: known.directory });
        continue;
      }
      this.plugins.set(key, found);
      read.push(yield* readPlugin(this.builder, found, this.links));
    }
    return read;
  }
}

/** Finds everything on this machine that applies to the working directory. */
export function discover(environment: HostEnvironment, options: DiscoverOptions = {}): Catalog {
  return finish(discoverInSlices(environment, options, withoutPause));
}

/** Does the same in slices. */
export function* discoverInSlices(
  environment: HostEnvironment,
  options: DiscoverOptions,
  pace: Pace,
): Sliced<Catalog> {
  return yield* new Discovery(environment, options, pace).run();
}
