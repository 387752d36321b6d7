/**
 * What a discovery collects: ids, sources, problems, directories to watch. Every file is listed once, under the
 * way it was reached first; a later way to it is remembered with the entry.
 */

import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { ChildCustomization, CustomizationLoadState, Meta, TextRange } from '../../protocol/index.js';
import type { Problem, Severity } from '../../protocol/problem-codes.js';
import { type Details, type From, type SkillpickMeta, skillpickMeta } from '../../protocol/skillpick-meta.js';
import { skillLimits } from '../../skill-rules.js';
import { fileUri } from '../files/file-uri.js';
import { hostLimits } from '../limits.js';
import { bounded } from './details.js';
import type { FoundEntry } from './entries.js';
import type { ContainerReach } from './links.js';
import { type Finding, problemAt } from './problems.js';
import { isWithin } from './roots.js';
import type { FoundFile, WalkResult } from './walk.js';

/** A way to a file or directory. */
export interface PlaceAlias {
  /** Key of the place, as in the table of places. */
  place: string;
  /** Absolute, as it was reached. */
  path: string;
}

/** What the host knows of a node and does not put on the wire. */
export interface Source extends PlaceAlias {
  /** With all links resolved. */
  canonicalPath: string;
  from: From;
  details?: Details;
  /** The name in the file to the letter, where it is listed under another one. */
  ownName?: string;
  /** Other ways to the same file or directory. */
  also?: PlaceAlias[];
  /** Of a container: how much of it clients may read beyond the files of its children. */
  reach?: ContainerReach;
  /** Of a skill that lies outside of what was discovered: how much of its folder clients may read. */
  folder?: 'visible' | 'closed';
  /** Of an installed plugin: what its tool calls it, such as `name@marketplace`. */
  plugin?: string;
}

/** A container while its files are read. */
export interface ContainerDraft {
  readonly place: string;
  readonly from: From;
  readonly children: ChildCustomization[];
  readonly problems: Problem[];
  /** Files that should have been entries and are not. */
  readonly lost: Tally;
  /** Files that are entries and break a rule all the same. */
  readonly flawed: Tally;
}

/** How many, and the first of them with what is wrong. */
interface Tally {
  count: number;
  first?: string;
}

export function newHolder(place: string, from: From): ContainerDraft {
  return { place, from, children: [], problems: [], lost: { count: 0 }, flawed: { count: 0 } };
}

/** Types that are called by name, so that a second one of a name is worth telling. */
const namedTypes = new Set(['skill', 'agent', 'prompt', 'mcpServer']);

const rangeKey = (range: TextRange | undefined): string =>
  range === undefined ? '' : `#${range.start.line}:${range.start.character}`;

export class CatalogBuilder {
  readonly sources = new Map<string, Source>();
  readonly problems: Problem[] = [];
  /** Those that no container can show. */
  readonly looseProblems: Problem[] = [];
  /** Directories in which any change would change the result. */
  readonly directories = new Set<string>();
  /** Paths, there or not, whose coming, change or going would. */
  readonly paths = new Set<string>();
  /** Resolved paths of files with commands and keys in them, which stay closed. */
  readonly closed = new Set<string>();
  private readonly idsByFile = new Map<string, string[]>();
  private readonly firstByName = new Map<string, string>();

  /** A stable id; the rare second node of the same address gets one of its own. */
  newId(uri: string, range?: TextRange): string {
    const address = uri + rangeKey(range);
    let id = hash('sha1', address).slice(0, 16);
    for (let again = 2; this.sources.has(id); again += 1)
      id = hash('sha1', `${address}#${again}`).slice(0, 16);
    return id;
  }

  /** Whatever would make a walk come out differently is to be watched. */
  follow({ directories, paths }: WalkResult): void {
    for (const directory of directories) this.directories.add(directory);
    for (const path of paths) this.paths.add(path);
  }

  report(
    holder: ContainerDraft | undefined,
    path: string,
    finding: Finding,
    severity: Severity = 'error',
  ): void {
    const problem = problemAt(path, finding, severity);
    this.problems.push(problem);
    (holder?.problems ?? this.looseProblems).push(problem);
  }

  /** True if the file is listed already: this way to it is remembered instead. */
  isListed({ canonical, path }: FoundFile, place: string): boolean {
    const ids = this.idsByFile.get(canonical);
    for (const id of ids ?? []) this.addWay(id, { place, path });
    return ids !== undefined;
  }

  addWay(id: string, way: PlaceAlias): void {
    const source = this.sources.get(id);
    if (source === undefined) return;
    const isKnown = ({ place, path }: PlaceAlias) => place === way.place && path === way.path;
    if (![source, ...(source.also ?? [])].some(isKnown)) source.also = [...(source.also ?? []), way];
  }

  /** A place that lies where another was read: whatever was reached by that one is reached by this one, too. */
  addPlace(place: string, { place: known, path: directory }: PlaceAlias): void {
    for (const [id, source] of this.sources) {
      const ways = [source, ...(source.also ?? [])];
      const here = ways.filter((way) => way.place === known && isWithin(directory, way.path));
      for (const { path } of here) this.addWay(id, { place, path });
    }
  }

  /** Gives an entry its id and address and lists it. */
  list({ draft, details, ownName }: FoundEntry, file: FoundFile, holder: ContainerDraft): void {
    const uri = fileUri(file.path);
    const id = this.newId(uri, draft.range);
    const { place, from } = holder;
    const name = bounded(draft.name, skillLimits.nameChars);
    const meta: SkillpickMeta = { from };
    if (Object.keys(details).length > 0) meta.details = details;
    const first = this.firstOf(`${draft.type}\n${name}`, id, draft.type);
    if (first !== undefined) meta.duplicateOf = first;
    holder.children.push(Object.assign(draft, { name, id, uri, _meta: skillpickMeta(meta) }));
    const source: Source = { place, path: file.path, canonicalPath: file.canonical, from, details };
    // A container's own folder is no skill's.
    if (file.isOutside) source.folder = file.folder === '' ? 'closed' : 'visible';
    if (ownName !== undefined) source.ownName = ownName;
    this.sources.set(id, source);
    const ids = this.idsByFile.get(file.canonical);
    if (ids === undefined) this.idsByFile.set(file.canonical, [id]);
    else ids.push(id);
  }

  private firstOf(key: string, id: string, type: string): string | undefined {
    if (!namedTypes.has(type)) return undefined;
    const first = this.firstByName.get(key);
    if (first === undefined) this.firstByName.set(key, id);
    return first;
  }
}

function count(tally: Tally, path: string, message: string): void {
  tally.count += 1;
  tally.first ??= `${basename(dirname(path))}/${basename(path)}: ${message}`;
}

/** Counts a file that is not listed. */
export function lose(holder: ContainerDraft, path: string, message = 'nothing in it'): void {
  count(holder.lost, path, message);
}

/** Counts a file that is listed and breaks a rule. */
export function fault(holder: ContainerDraft, path: string, message: string): void {
  count(holder.flawed, path, message);
}

/** How the reading of a container went. */
export function loadState({ children, lost, flawed }: ContainerDraft): CustomizationLoadState {
  const { length } = children;
  const breaks = flawed.count === 1 ? 'breaks a rule' : 'break a rule';
  const parts = [
    ...(lost.count > 0 ? [`${lost.count} of ${lost.count + length} left out, first ${lost.first}`] : []),
    ...(flawed.count > 0 ? [`${flawed.count} of ${length} ${breaks}, first ${flawed.first}`] : []),
  ];
  if (parts.length === 0) return { kind: 'loaded' };
  return { kind: 'degraded', message: bounded(parts.join('; '), hostLimits.detailChars) };
}

/** The `_meta` of a container, with a bounded list of what is wrong in it. */
export function containerMeta({ from, problems }: ContainerDraft): Meta {
  return skillpickMeta({ from, problems: problems.slice(0, hostLimits.problemsPerContainer) });
}
