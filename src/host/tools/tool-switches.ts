/**
 * The switches of one tool around one working directory: the state of each entry, and changing it. A change is checked
 * and planned on one reading under the locks, written, and read back by the tool's own rule. Files that do not come back
 * as planned are put back.
 */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import type { DecidingSetting } from '../../protocol/tool-standing.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { hostLimits } from '../limits.js';
import { withFlock } from './flock.js';
import type { Plan } from './plan.js';
import { planAll, type SettingRequest } from './plan-all.js';
import { locate } from './repository.js';
import { type Keeping, type KeptIn, keptIn, withSharedRemark } from './scope-keeping.js';
import { settingText } from './setting-text.js';
import { SettingsCache } from './settings-cache.js';
import { SettingsDraft, type WrittenFile } from './settings-draft.js';
import { describeProblem, type SettingsProblem, SettingsReading } from './settings-reading.js';
import { type SwitchState, stateBy } from './switch-state.js';
import { switchableIn } from './switchable.js';
import type { EntryRef, Tool, ToolScope } from './tool.js';
import { findContext } from './tool-context.js';

/** Requests planned on one reading of the files. */
interface PreparedBatch {
  readonly requests: readonly SettingRequest[];
  readonly draft: SettingsDraft;
  readonly plans: readonly Plan[];
}

export class ToolSwitches {
  readonly tool: Tool;
  #reading: SettingsReading;
  #prepared: PreparedBatch | undefined;
  /** What the last `write` has changed. */
  #written: readonly WrittenFile[] = [];
  #changes: ReadonlyMap<SettingRequest, readonly WrittenFile[]> = new Map();

  /** `context` may be shared by tools whose settings are read at the same time. */
  constructor(
    tool: Tool,
    environment: HostEnvironment,
    settings = new SettingsCache(environment),
    context = findContext(environment, settings),
  ) {
    this.tool = tool;
    this.#reading = new SettingsReading(tool, context);
  }

  /** What is wrong with the files. */
  get problems(): SettingsProblem[] {
    return this.#reading.problems;
  }

  /** Looks at the files again, and reads those that have changed. */
  reload(): void {
    const { environment, settings } = this.#reading.context;
    settings.startPass();
    this.#prepared = undefined;
    this.#reading = new SettingsReading(this.tool, findContext(environment, settings));
  }

  /** The settings as they were read last. */
  get reading(): SettingsReading {
    return this.#reading;
  }

  /** Returns the scopes in which the entry can be switched, and why it cannot be in the others. */
  scopesOf(entry: EntryRef): Keeping {
    const rule = this.#reading.ruleFor(entry);
    if (typeof rule === 'string' || rule.fixed !== undefined) return { targets: new Map(), reasons: {} };
    return switchableIn(this.#reading, entry, rule);
  }

  /** Returns true if the tool has a file of its own for the scope. */
  hasFileFor({ kind }: EntryRef, scope: ToolScope): boolean {
    return this.#reading.of(kind).files.some((file) => file.scope === scope && file.use === 'make');
  }

  /** Returns the scope of the file that keeps the switch for this scope, or why there is none. */
  keptIn(entry: EntryRef, scope: ToolScope): KeptIn | string {
    const rule = this.#reading.ruleFor(entry);
    if (typeof rule === 'string') return rule;
    const kept = rule.fixed ?? keptIn(this.#reading, entry, rule, scope);
    // A switch for everyone says so itself.
    const isPlain = typeof kept === 'string' || scope === 'shared';
    return isPlain ? kept : withSharedRemark(this.#reading, entry, kept);
  }

  /** Returns the names of an entry in the settings. */
  namesOf(entry: EntryRef): readonly string[] {
    const rule = this.#reading.ruleFor(entry);
    return typeof rule === 'string' ? [] : rule.names;
  }

  read(entry: EntryRef): SwitchState {
    const rule = this.#reading.ruleFor(entry);
    const verdict = typeof rule === 'string' ? undefined : this.#reading.verdictOn(entry, rule);
    return stateBy(rule, this.#reading.of(entry.kind), verdict);
  }

  /** Returns the setting that decides about the entry; undefined if none does. */
  settingOf(entry: EntryRef): DecidingSetting | undefined {
    const { tool } = this;
    const rule = this.#reading.ruleFor(entry);
    if (typeof rule === 'string') return undefined;
    const { files, contents } = this.#reading.of(entry.kind);
    const { by = -1, at, elsewhere } = this.#reading.verdictOn(entry, rule);
    const file = files[by];
    if (at === undefined) return undefined;
    if (elsewhere !== undefined)
      return { file: elsewhere.file, line: elsewhere.line ?? null, text: settingText(elsewhere.content, at) };
    if (file === undefined) return undefined;
    const text = this.#reading.textOf(file.path);
    const line = text === undefined ? undefined : tool.lineOf(text, at, file);
    return { file: file.path, line: line ?? null, text: settingText(contents[by], at) };
  }

  /** Runs the work under the locks for these requests: skillpick's own, and those of a tool that has them. */
  hold<T>(requests: readonly SettingRequest[], deadline: number, work: () => T | Promise<T>): Promise<T> {
    const lock = join(stateDirectory(this.#reading.context.environment), `${this.tool.id}.lock`);
    const holdAll = ([first, ...others]: readonly string[]): T | Promise<T> =>
      first === undefined ? work() : withFlock(first, () => holdAll(others), deadline);
    return withLock(lock, () => holdAll(this.#locks(requests)), deadline);
  }

  /** The locks of the files that may be written. */
  #locks(requests: readonly SettingRequest[]): string[] {
    const scopes = new Set<string>(requests.map(({ scope }) => scope));
    const kinds = new Set(requests.map(({ entry }) => entry.kind));
    const files = [...kinds].flatMap((kind) => this.#reading.of(kind).files);
    const locked = files.filter(({ lock, scope }) => lock !== undefined && scopes.has(scope));
    return [...new Set(locked.flatMap((file) => locate(file, this.#reading.context).lock ?? []))];
  }

  /**
   * Plans the requests on the files as they were read last. Returns for each why it would be refused, as far as that is
   * known before writing. `write` follows the plan if it gets the same requests.
   */
  check(requests: readonly SettingRequest[]): (string | undefined)[] {
    const { draft, plans } = this.#prepare(requests);
    const obstacles = draft.obstacles();
    return plans.map((paths) =>
      typeof paths === 'string' ? paths : paths.flatMap((path) => obstacles.get(path) ?? [])[0],
    );
  }

  #prepare(requests: readonly SettingRequest[]): PreparedBatch {
    const draft = new SettingsDraft(this.#reading);
    const plans = planAll(draft, requests);
    this.#prepared = { requests, draft, plans };
    return this.#prepared;
  }

  /**
   * Makes the switches; has to be called while their locks are held. Returns for each why it was refused, or undefined.
   * Writes again until the files are as planned, because a program without a lock may interfere. If one file of a
   * request cannot be written, none is.
   */
  write(requests: readonly SettingRequest[]): (string | undefined)[] {
    this.#written = [];
    const refused = new Map<SettingRequest, string>();
    let prepared = this.#prepared?.requests === requests ? this.#prepared : this.#prepare(requests);
    for (let attempt = 0; attempt < hostLimits.settingsAttempts; attempt += 1) {
      if (attempt > 0) prepared = this.#prepare(requests.filter((request) => !refused.has(request)));
      if (this.#attempt(prepared, refused)) return requests.map((request) => refused.get(request));
    }
    const reason = `another program keeps changing ${this.tool.title}'s settings`;
    return requests.map((request) => refused.get(request) ?? reason);
  }

  /** The files that the last `write` changed. */
  get written(): readonly WrittenFile[] {
    return this.#written;
  }

  /** The files that the last `write` changed for a request. */
  changesFor(request: SettingRequest): readonly WrittenFile[] {
    return this.#changes.get(request) ?? [];
  }

  /** Undoes the last `write`; has to be called under the same locks. Returns, by file, why it was not undone. */
  putBack(): Map<string, string> {
    const failed = new SettingsDraft(this.#reading).putBack(this.#written);
    this.#written = [];
    this.reload();
    return failed;
  }

  /** Undoes everything and returns false if not all came out as planned. Adds the reasons to `refused`. */
  #attempt({ requests, draft, plans }: PreparedBatch, refused: Map<SettingRequest, string>): boolean {
    const planned = requests.map(({ entry }) => stateBy(this.#reading.ruleFor(entry), draft.of(entry.kind)));
    const { written, failed, isOutdated } = draft.save();
    this.#written = written;
    this.reload();
    const unreadable = written.flatMap(({ path }) => this.#reading.problemOf(path) ?? []);
    for (const problem of unreadable) failed.set(problem.file, describeProblem(problem));
    const isAsPlanned = requests.every(
      ({ entry }, at) => typeof plans[at] === 'string' || isDeepStrictEqual(this.read(entry), planned[at]),
    );
    if (failed.size === 0 && !isOutdated && isAsPlanned) {
      this.#changes = new Map(
        requests.map((request, at) => [request, written.filter(({ path }) => plans[at]!.includes(path))]),
      );
      for (const [at, one] of plans.entries()) if (typeof one === 'string') refused.set(requests[at]!, one);
      return true;
    }
    const left = this.putBack();
    for (const [at, paths] of plans.entries()) {
      if (typeof paths === 'string') continue;
      const [reason] = paths.flatMap((path) => failed.get(path) ?? []);
      const more = paths.flatMap((path) => left.get(path) ?? []);
      if (reason !== undefined) refused.set(requests[at]!, [...new Set([reason, ...more])].join('; '));
    }
    return false;
  }
}
