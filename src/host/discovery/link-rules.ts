/**
 * Decides which links are followed. Links of a package may lead to files in the package. Links of a repository, which
 * others wrote, may lead to files of the same kind in the repository, in the user's places and in packages; anywhere
 * else they may lead to skills alone. Links in the home are the user's own and may lead anywhere.
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

/** The file or directory that a link leads to. */
export interface RepositoryTarget {
  readonly canonical: string;
  readonly isDirectory: boolean;
}

export interface LinkRules {
  /** Returns why a link is not followed, or undefined if it is. */
  refusal(target: RepositoryTarget): Finding | undefined;
  isOutside(canonical: string): boolean;
}

/** Follows links only within this resolved directory of a package. */
export function linksWithin(directory: string): LinkRules {
  return {
    refusal: ({ canonical }) =>
      isWithin(directory, canonical)
        ? undefined
        : { code: 'link-outside', message: 'link leads out of the package' },
    isOutside: () => false,
  };
}

/** File names of each kind. Several tools keep their rules in `.<tool>rules`. */
const prose = /\.(md|mdc|markdown|txt)$|^\.[a-z]+rules$/i;
const kinds: Record<Format['kind'], RegExp> = {
  skill: prose,
  markdown: prose,
  memory: prose,
  toml: /\.toml$/i,
  hooks: /\.json$/i,
  mcp: /\.json$/i,
};

/** How much of a container clients may read: all, all but hidden files, or only the listed files. */
export type ContainerReach = 'tree' | 'visible' | 'listed';

export class RepositoryLinks {
  readonly #roots: Roots;
  readonly #environment: HostEnvironment;
  readonly #packages: () => readonly string[];
  readonly #root: string;
  #known: { repository: string[]; directories: string[]; files: Set<string> } | undefined;

  /** `packages` lists the directories of plugin packages. */
  constructor(roots: Roots, environment: HostEnvironment, packages: () => readonly string[]) {
    this.#roots = roots;
    this.#environment = environment;
    this.#packages = packages;
    this.#root = canonicalPath(roots.root);
  }

  /** Returns the rules for the links among files of this kind. */
  rulesFor(kind: Format['kind']): LinkRules {
    return {
      refusal: (target) => this.#refusal(target, kind),
      isOutside: (canonical) => this.isOutside(canonical),
    };
  }

  /** True if a resolved path is neither in the repository nor in another place or package. */
  isOutside(canonical: string): boolean {
    if (isWithin(this.#root, canonical)) return false;
    return !this.#isInRepository(canonical) && !this.#isDiscovered(canonical);
  }

  /** Returns how much of a repository's container clients may read. */
  reachOf({ folder, format }: SearchPlace, path: string, canonical: string): ContainerReach {
    const isPlain = join(this.#root, relative(this.#roots.root, path)) === canonical;
    if (isPlain || this.#isDiscovered(canonical)) return 'tree';
    if (!this.#isInRepository(canonical)) return 'listed';
    const names = relative(this.#root, canonical).split(sep);
    const isHidden = names.some((name) => name === '' || name.startsWith('.'));
    const isTwin = names.at(-1) === folder && !names.includes('.git') && format.kind !== 'hooks';
    return !isHidden || isTwin ? 'visible' : 'listed';
  }

  #refusal({ canonical, isDirectory }: RepositoryTarget, kind: Format['kind']): Finding | undefined {
    if (!isDirectory && !kinds[kind].test(basename(canonical)))
      return { code: 'link-wrong-kind', message: 'link leads to another kind of file' };
    if (!this.isOutside(canonical)) return undefined;
    const isAboveHome = isWithin(canonical, canonicalPath(this.#roots.home));
    const isSkill = kind === 'skill' && (isDirectory ? !isAboveHome : basename(canonical) === 'SKILL.md');
    return isSkill ? undefined : { code: 'link-outside', message: 'link leads out of the repository' };
  }

  #isInRepository(canonical: string): boolean {
    return this.#places.repository.some((directory) => isWithin(directory, canonical));
  }

  #isDiscovered(canonical: string): boolean {
    const { directories, files } = this.#places;
    return files.has(canonical) || directories.some((directory) => isWithin(directory, canonical));
  }

  /** Resolved when the first link is found: most repositories have none. */
  get #places() {
    if (this.#known !== undefined) return this.#known;
    const chain = this.#roots.chain.map(canonicalPath);
    const homes = homePlaces.map((place) => ({ place, path: homePath(place, this.#environment) }));
    const inHome = homes.filter(({ place }) => place.folder !== '').map(({ path }) => path);
    const memories = homes.filter(({ place }) => place.folder === '').map(({ path }) => path);
    const inRepository = repositoryPlaces
      .filter(({ folder }) => folder !== '')
      .flatMap(({ tool, folder }) => chain.map((directory) => join(directory, tool, folder)));
    this.#known = {
      repository: [this.#root, ...chain],
      directories: [...inRepository, ...[...inHome, ...this.#packages()].map(canonicalPath)],
      files: new Set(memories.flatMap((home) => memoryFiles.map((name) => canonicalPath(join(home, name))))),
    };
    return this.#known;
  }
}
