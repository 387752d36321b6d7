/**
 * Decides which links are followed. Links of a package may lead to files in the package. Links of a repository, which
 * others wrote, may lead to files of the same kind in the repository, in the user's places and in packages; anywhere
 * else they may lead to skills and plugins alone. Links in the home are the user's own and may lead anywhere.
 */

import { basename, join, relative, sep } from 'node:path';
import type { HostEnvironment } from '../environment.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import type { Finding } from './problems.js';
import type { Roots } from './roots.js';
import {
  type Format,
  homePath,
  homePlaces,
  memoryFiles,
  repositoryPlaces,
  type SearchPlace,
} from './search-places.js';
import { repositoryServers } from './server-places.js';

export interface LinkRules {
  /** Returns why a link to this resolved path is not followed, or undefined if it is. */
  refusal(canonical: string, isDirectory: boolean): Finding | undefined;
  isOutside(canonical: string): boolean;
}

/** Follows links only within this resolved directory of a package, which may be outside of the discovered ones. */
export function linksWithin(directory: string, isOutside = false): LinkRules {
  return {
    refusal: (canonical) =>
      isWithin(directory, canonical)
        ? undefined
        : { code: 'link-outside', message: 'link leads out of the package' },
    isOutside: () => isOutside,
  };
}

/** File names of each kind. Several tools keep their rules in `.<tool>rules`. */
const prose = /\.(md|mdc|markdown|txt)$|^\.[a-z]+rules$/i;
const kinds: Record<Format['kind'], RegExp> = {
  skill: prose,
  markdown: prose,
  memory: prose,
  toml: /\.toml$/i,
  agentTables: /\.(jsonc?|toml)$/i,
  hooks: /\.json$/i,
  mcp: /\.(jsonc?|toml)$/i,
};

/** How much of a container clients may read: all, all but hidden files, or only the listed files. */
export type ContainerReach = 'tree' | 'visible' | 'listed';

export class RepositoryLinks {
  readonly #root: string;
  #known: { repository: string[]; directories: string[]; files: Set<string> } | undefined;

  constructor(
    private readonly roots: Roots,
    private readonly environment: HostEnvironment,
    /** The directories of the user's plugins. Those of the repository are as little trusted as its links. */
    private readonly pluginDirectories: readonly string[],
  ) {
    this.#root = canonicalPath(roots.root);
  }

  /** Returns the rules for the links among files of this kind. */
  rulesFor(kind: Format['kind']): LinkRules {
    return {
      refusal: (canonical, isDirectory) => this.#refusal(kind, canonical, isDirectory),
      isOutside: (canonical) => this.isOutside(canonical),
    };
  }

  /** True if a resolved path is neither in the repository nor in another place or package. */
  isOutside(canonical: string): boolean {
    return !this.isInRepository(canonical) && !this.#isDiscovered(canonical);
  }

  /** Returns how much of a repository's container clients may read; a package is in no place. */
  reachOf(path: string, canonical: string, place?: SearchPlace): ContainerReach {
    const names = relative(this.#root, canonical).split(sep);
    const isClosed = names[0] === '' || names.includes('.git');
    const isPlain = join(this.#root, relative(this.roots.root, path)) === canonical;
    // A folder that settings name, which is below no tool's directory, may be any.
    if (isPlain && !isClosed && place?.tool !== '' && this.isInRepository(canonical)) return 'tree';
    if (this.#isDiscovered(canonical)) return 'tree';
    if (!this.isInRepository(canonical)) return 'listed';
    const isHidden = names.some((name) => name === '' || name.startsWith('.'));
    // The same folder of another tool, such as `.cursor/skills`.
    const isTwin = names.at(-1) === place?.folder && !isClosed && place?.format.kind !== 'hooks';
    return !isHidden || isTwin ? 'visible' : 'listed';
  }

  #refusal(kind: Format['kind'], canonical: string, isDirectory: boolean): Finding | undefined {
    if (!isDirectory && !kinds[kind].test(basename(canonical)))
      return { code: 'link-wrong-kind', message: 'link leads to another kind of file' };
    if (!this.isOutside(canonical)) return undefined;
    const isAboveHome = isWithin(canonical, canonicalPath(this.roots.home));
    const isSkill = kind === 'skill' && (isDirectory ? !isAboveHome : basename(canonical) === 'SKILL.md');
    return isSkill ? undefined : { code: 'link-outside', message: 'link leads out of the repository' };
  }

  isInRepository(canonical: string): boolean {
    if (isWithin(this.#root, canonical)) return true;
    return this.#places.repository.some((directory) => isWithin(directory, canonical));
  }

  #isDiscovered(canonical: string): boolean {
    const { directories, files } = this.#places;
    return files.has(canonical) || directories.some((directory) => isWithin(directory, canonical));
  }

  /** Resolved when it is first needed: for most repositories, which have no links, it never is. */
  get #places() {
    if (this.#known !== undefined) return this.#known;
    const chain = this.roots.chain.map(canonicalPath);
    // Without its variable, a place does not exist, and its path may be any directory of the home.
    const isThere = ({ needs }: SearchPlace) => needs === undefined || this.environment.env[needs];
    const inHome = homePlaces.filter((place) => place.folder !== '' && isThere(place));
    const homes = [...inHome.map((place) => homePath(place, this.environment)), ...this.pluginDirectories];
    const above = this.roots.above.map(canonicalPath);
    const memories = [
      ...homePlaces.filter(({ folder }) => folder === '').map((place) => homePath(place, this.environment)),
      ...above,
    ].flatMap((directory) => memoryFiles.map((name) => join(directory, name)));
    const inRepository = repositoryPlaces
      .filter(({ folder }) => folder !== '')
      .flatMap(({ tool, folder }) => [...chain, ...above].map((directory) => join(directory, tool, folder)));
    const servers = repositoryServers
      .filter(({ isReadAbove }) => isReadAbove)
      .flatMap(({ key }) =>
        [...above, ...this.roots.beyond.map(canonicalPath)].map((base) => join(base, key)),
      );
    this.#known = {
      repository: chain,
      directories: [...inRepository, ...homes.map(canonicalPath)],
      files: new Set([...memories.map(canonicalPath), ...servers]),
    };
    return this.#known;
  }
}
