/**
 * A container while its files are read: its entries, its problems, and the number of files that were left out or break
 * a rule. The catalog builder gives ids to the entries and lists them.
 */

import { basename, dirname } from 'node:path';
import type { ChildCustomization, CustomizationLoadState, Meta } from '../../protocol/index.js';
import type { Problem, Severity } from '../../protocol/problem-codes.js';
import { type From, skillpickMeta } from '../../protocol/skillpick-meta.js';
import type { Sliced } from '../files/slices.js';
import { hostLimits } from '../limits.js';
import type { CatalogBuilder } from './catalog-builder.js';
import { bounded } from './details.js';
import { findNamed, walkDirectory } from './find-files.js';
import type { LinkRules } from './link-rules.js';
import { type Finding, problemAt } from './problems.js';
import { type EntryRules, readEntries } from './read-entries.js';
import { type Format, formats, type SearchPlace } from './search-places.js';
import type { FoundFile, WalkBounds, WalkResult } from './walk-result.js';

export type ContentRules = EntryRules & Pick<SearchPlace, 'recursive'>;

/** Kinds of files that hold commands and keys. */
const hasSecrets: ReadonlySet<Format['kind']> = new Set(['hooks', 'mcp', 'agentTables']);

/** Counts files, and remembers the first of them with its problem. */
class Tally {
  count = 0;
  first = '';

  add(path: string, message: string): void {
    if (this.count === 0) this.first = `${basename(dirname(path))}/${basename(path)}: ${message}`;
    this.count += 1;
  }
}

export class ContainerDraft {
  readonly children: ChildCustomization[] = [];
  /** Files that are not listed because they are broken. */
  readonly #leftOut = new Tally();
  /** Files that are listed although they break a rule. */
  readonly #flawed = new Tally();

  constructor(
    readonly builder: CatalogBuilder,
    readonly place: string,
    readonly from: From,
    readonly problems: Problem[] = [],
  ) {}

  /** True if no file was found, not even a broken one. */
  get isEmpty(): boolean {
    return this.children.length + this.#leftOut.count === 0;
  }

  report(path: string, finding: Finding, severity: Severity = 'error'): void {
    const problem = problemAt(path, finding, severity);
    this.builder.problems.push(problem);
    this.problems.push(problem);
  }

  /** Reports why a file is not listed, and counts it. */
  leaveOut(path: string, finding: Finding): void {
    this.report(path, finding);
    this.#leftOut.add(path, finding.message);
  }

  /** Reads a directory. Returns the reason if it cannot be read. */
  *readDirectory(directory: string, rules: ContentRules, bounds: WalkBounds): Sliced<WalkResult['error']> {
    const { format, recursive } = rules;
    const { pace } = this.builder;
    const walked = yield* walkDirectory({
      directory,
      files: format.files,
      recursive,
      bundles: format.kind === 'skill',
      mostDirectories: bounds.isOutside ? hostLimits.linkedDirectories : hostLimits.walkDirectories,
      ...bounds,
      pace,
    });
    this.#noteWalked(walked);
    for (const file of walked.files) {
      if (pace.isOver()) yield;
      this.#readFile(file, rules);
    }
    return walked.error;
  }

  /** Reads the files with these names that exist in a directory. */
  readNamed(directory: string, names: readonly string[], rules: EntryRules, links?: LinkRules): void {
    const walked = findNamed(directory, names, links);
    // What is wrong with settings is reported where they are read for their switches.
    const isSettings = rules.servers?.isSettings || rules.format === formats.settingsAgents;
    this.#noteWalked(isSettings ? { ...walked, problems: [] } : walked);
    for (const file of walked.files) this.#readFile(file, rules);
  }

  /** The fields of the container's node that depend on its files; `error` is why it cannot be read. */
  fields(error?: string): { load: CustomizationLoadState; children?: ChildCustomization[]; _meta: Meta } {
    const { children, from } = this;
    const problems = this.problems.slice(0, hostLimits.problemsPerContainer);
    const _meta = skillpickMeta({ from, problems });
    if (error !== undefined) return { load: { kind: 'error', message: error }, _meta };
    return { load: this.#loadState(), children, _meta };
  }

  #loadState(): CustomizationLoadState {
    const [left, flawed, { length }] = [this.#leftOut, this.#flawed, this.children];
    const breaks = flawed.count === 1 ? 'breaks a rule' : 'break a rule';
    const parts = [
      ...(left.count > 0 ? [`${left.count} of ${left.count + length} left out, first ${left.first}`] : []),
      ...(flawed.count > 0 ? [`${flawed.count} of ${length} ${breaks}, first ${flawed.first}`] : []),
    ];
    if (parts.length === 0) return { kind: 'loaded' };
    return { kind: 'degraded', message: bounded(parts.join('; '), hostLimits.detailChars) };
  }

  #noteWalked(walked: WalkResult): void {
    this.builder.watch(walked);
    for (const { path, ...finding } of walked.problems) this.leaveOut(path, finding);
  }

  #readFile(file: FoundFile, rules: EntryRules): void {
    const { kind } = rules.format;
    if (hasSecrets.has(kind)) this.builder.closed.add(file.canonical);
    // Settings may declare servers besides entries of another type, which are read at another time.
    const part = kind === 'mcp' ? `#servers${rules.servers?.part ?? ''}` : '';
    if (this.builder.addAliasIfListed(file, this.place, part)) return;
    const { entries, findings } = readEntries(file, rules);
    // In a file of servers, each finding is about a server that is not listed.
    const severity = kind === 'mcp' || entries.length === 0 ? 'error' : 'warning';
    for (const finding of findings) this.report(file.path, finding, severity);
    for (const entry of entries) this.builder.list(entry, file, this, part);
    const tally = severity === 'error' ? this.#leftOut : this.#flawed;
    const counted = kind === 'mcp' ? findings : findings.slice(0, 1);
    for (const { message } of counted) tally.add(file.path, message);
  }
}
