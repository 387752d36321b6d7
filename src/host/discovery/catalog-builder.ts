/**
 * Collects the results of a discovery; its fields are those of `Catalog`. Every file is listed once, by the path it was
 * found at first; other paths to it are added to the entry as aliases.
 */

import { hash } from 'node:crypto';
import type { Problem } from '../../protocol/problem-codes.js';
import { type SkillpickMeta, skillpickMeta } from '../../protocol/skillpick-meta.js';
import { skillLimits } from '../../skill-rules.js';
import { getOrMake } from '../collections.js';
import { fileUri } from '../files/file-uri.js';
import { isWithin } from '../files/resolve-path.js';
import type { Pace } from '../files/slices.js';
import type { PlaceAlias, Source } from './catalog.js';
import type { ContainerDraft } from './container-draft.js';
import { bounded } from './details.js';
import type { FoundEntry } from './read-entries.js';
import type { FoundFile, WalkResult } from './walk-result.js';

/** Types that are invoked by name: a second entry of the same name is reported. */
const namedTypes = new Set(['skill', 'agent', 'prompt', 'mcpServer']);

const pathsOf = (source: Source): PlaceAlias[] => [source, ...(source.aliases ?? [])];

export class CatalogBuilder {
  readonly sources = new Map<string, Source>();
  readonly problems: Problem[] = [];
  readonly looseProblems: Problem[] = [];
  readonly directories = new Set<string>();
  readonly paths = new Set<string>();
  readonly closed = new Set<string>();
  private readonly idsByFile = new Map<string, string[]>();
  private readonly firstByName = new Map<string, string>();

  /** `pace` ends the slices of the discovery. */
  constructor(readonly pace: Pace) {}

  /** Returns a stable id. A second node with the same address gets another one. */
  newId(address: string): string {
    let id = hash('sha1', address).slice(0, 16);
    for (let again = 2; this.sources.has(id); again += 1)
      id = hash('sha1', `${address}#${again}`).slice(0, 16);
    return id;
  }

  /** Watches all directories and paths that a walk depends on. */
  watch({ directories, paths }: Pick<WalkResult, 'directories' | 'paths'>): void {
    for (const directory of directories) this.directories.add(directory);
    for (const path of paths) this.paths.add(path);
  }

  /** Adds this path as an alias if entries of this part of the file are listed already. Returns false if not. */
  addAliasIfListed({ canonical, path }: FoundFile, place: string, part: string): boolean {
    const ids = this.idsByFile.get(canonical + part);
    for (const id of ids ?? []) this.addAlias(id, { place, path });
    return ids !== undefined;
  }

  addAlias(id: string, alias: PlaceAlias): void {
    const source = this.sources.get(id);
    if (source === undefined) return;
    const isKnown = ({ place, path }: PlaceAlias) => place === alias.place && path === alias.path;
    if (!pathsOf(source).some(isKnown)) source.aliases = [...(source.aliases ?? []), alias];
  }

  /** Adds a place with the same directory as one that was read: its entries belong to both. */
  addPlace(place: string, { place: known, path: directory }: PlaceAlias): void {
    for (const [id, source] of this.sources) {
      const here = pathsOf(source).filter((one) => one.place === known && isWithin(directory, one.path));
      for (const { path } of here) this.addAlias(id, { place, path });
    }
  }

  /** Gives an entry its id and address, and lists it. */
  list(entry: FoundEntry, file: FoundFile, container: ContainerDraft, part = ''): void {
    const { draft, details, ownName, facts } = entry;
    const uri = fileUri(file.path);
    // A file that is reached through a link is known by what the link leads to.
    const address = file.canonical === file.path ? uri : fileUri(file.canonical);
    // A part of a file is known by its name: its position changes with every switch above it.
    const id = this.newId(
      draft.range === undefined ? address : `${address}${part}#${draft.type}:${draft.name}`,
    );
    const { place, from } = container;
    const name = bounded(draft.name, skillLimits.nameChars);
    const meta: SkillpickMeta = { from };
    if (Object.keys(details).length > 0) meta.details = details;
    const key = `${draft.type}\n${name}`;
    const first = this.firstByName.get(key);
    if (first !== undefined) meta.duplicateOf = first;
    else if (namedTypes.has(draft.type)) this.firstByName.set(key, id);
    container.children.push(Object.assign(draft, { name, id, uri, _meta: skillpickMeta(meta) }));
    const source: Source = { place, path: file.path, canonicalPath: file.canonical, from, details, facts };
    // The folder of a SKILL.md at the top is the whole container, which stays closed.
    if (file.isOutside) source.folder = file.folder === '' ? 'closed' : 'visible';
    if (ownName !== undefined) source.ownName = ownName;
    this.sources.set(id, source);
    getOrMake(this.idsByFile, file.canonical + part, () => []).push(id);
  }
}
