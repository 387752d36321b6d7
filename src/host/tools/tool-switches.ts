/**
 * The switches of one tool around one working directory: the state of each entry, and changing it. A change is checked
 * and planned on one reading under the locks, written, and read back by the tool's own rule. Files that do not come back
 * as planned are put back.
 */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { hostLimits } from '../limits.js';
import { withFlock } from './flock.js';
import { type Plan, plan, type ToolRequest } from './plan.js';
import { locate } from './repository.js';
import { SettingsCache } from './settings-cache.js';
import { SettingsDraft, type WrittenFile } from './settings-draft.js';
import {
  describeProblem,
  type SettingsProblem,
  SettingsReading,
  type SettingsView,
} from './settings-reading.js';
import type { EntryKind, EntryRef, SwitchRule, Tool, ToolScope } from './tool.js';
import { findContext } from './tool-context.js';

/** The state of an entry in a tool. */
export interface SwitchState {
  readonly enabled: boolean;
  /** The settings for this entry alone, by scope. */
  readonly decisions: { readonly [scope in ToolScope]?: boolean | undefined };
  /** The file that decides, if any does. */
  readonly file?: string | undefined;
  /** False if the tool keeps the entry for the user alone. */
  readonly modelInvocable?: false | undefined;
  /** Why a decision for it may have no effect. */
  readonly caveat?: string | undefined;
  /** True if the tool does not obey for now; the caveat gives the reason. */
  readonly isUnread?: true | undefined;
  /** Why the entry cannot be switched. */
  readonly fixed?: string | undefined;
}

/** Requests planned on one reading of the files. */
interface PreparedBatch {
  readonly requests: readonly ToolRequest[];
  readonly draft: SettingsDraft;
  readonly plans: readonly Plan[];
}

export class ToolSwitches {
  readonly tool: Tool;
  #reading: SettingsReading;
  #prepared: PreparedBatch | undefined;
  /** What the last `write` has changed. */
  #written: readonly WrittenFile[] = [];

  constructor(tool: Tool, environment: HostEnvironment, settings = new SettingsCache(environment)) {
    this.tool = tool;
    this.#reading = new SettingsReading(tool, findContext(environment, settings));
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

  /** Where a switch of this kind can be kept. */
  scopesOf(kind: EntryKind): ToolScope[] {
    const { files } = this.#reading.of(kind);
    return (['workspace', 'global'] as const).filter((scope) =>
      files.some((file) => file.scope === scope && file.use === 'make'),
    );
  }

  read(entry: EntryRef): SwitchState {
    return this.#stateIn(this.#reading, entry);
  }

  #stateIn(settings: Pick<SettingsReading, 'of'>, entry: EntryRef): SwitchState {
    const rule = this.tool.ruleFor(entry, this.#reading.context);
    if (typeof rule === 'string') return { enabled: true, decisions: {}, fixed: rule };
    const view = settings.of(entry.kind);
    const { enabled, by, modelInvocable } = rule.decide(view.contents);
    const doubtful = view.files.find((one, at) => one.caveat && rule.own(view.contents[at]) !== undefined);
    return {
      enabled,
      decisions: {
        workspace: decisionIn(view, rule, 'workspace'),
        global: decisionIn(view, rule, 'global'),
      },
      file: view.files[by ?? -1]?.path,
      modelInvocable,
      caveat: doubtful?.caveat,
      isUnread: doubtful?.isUnread,
      fixed: rule.fixed,
    };
  }

  /** Runs the work under the locks for these requests: skillpick's own, and those of a tool that has them. */
  hold<T>(requests: readonly ToolRequest[], deadline: number, work: () => T | Promise<T>): Promise<T> {
    const lock = join(stateDirectory(this.#reading.context.environment), `${this.tool.id}.lock`);
    const holdAll = ([first, ...others]: readonly string[]): T | Promise<T> =>
      first === undefined ? work() : withFlock(first, () => holdAll(others), deadline);
    return withLock(lock, () => holdAll(this.#locks(requests)), deadline);
  }

  /** The locks of the files that may be written. */
  #locks(requests: readonly ToolRequest[]): string[] {
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
  check(requests: readonly ToolRequest[]): (string | undefined)[] {
    const { draft, plans } = this.#prepare(requests);
    const obstacles = draft.obstacles();
    return plans.map((paths) =>
      typeof paths === 'string' ? paths : paths.flatMap((path) => obstacles.get(path) ?? [])[0],
    );
  }

  #prepare(requests: readonly ToolRequest[]): PreparedBatch {
    const draft = new SettingsDraft(this.#reading);
    const plans = plan(draft, requests);
    this.#prepared = { requests, draft, plans };
    return this.#prepared;
  }

  /**
   * Makes the switches; has to be called while their locks are held. Returns for each why it was refused, or undefined.
   * Writes again until the files are as planned, because a program without a lock may interfere. If one file of a
   * request cannot be written, none is.
   */
  write(requests: readonly ToolRequest[]): (string | undefined)[] {
    this.#written = [];
    const refused = new Map<ToolRequest, string>();
    let prepared = this.#prepared?.requests === requests ? this.#prepared : this.#prepare(requests);
    for (let attempt = 0; attempt < hostLimits.settingsAttempts; attempt += 1) {
      if (attempt > 0) prepared = this.#prepare(requests.filter((request) => !refused.has(request)));
      if (this.#attempt(prepared, refused)) return requests.map((request) => refused.get(request));
    }
    const reason = `another program keeps changing ${this.tool.title}'s settings`;
    return requests.map((request) => refused.get(request) ?? reason);
  }

  /** Undoes the last `write`; has to be called under the same locks. Returns, by file, why it was not undone. */
  putBack(): Map<string, string> {
    const failed = new SettingsDraft(this.#reading).putBack(this.#written);
    this.#written = [];
    this.reload();
    return failed;
  }

  /** Undoes everything and returns false if not all came out as planned. Adds the reasons to `refused`. */
  #attempt({ requests, draft, plans }: PreparedBatch, refused: Map<ToolRequest, string>): boolean {
    const planned = requests.map(({ entry }) => this.#stateIn(draft, entry));
    const { written, failed, isOutdated } = draft.save();
    this.#written = written;
    this.reload();
    const unreadable = written.flatMap(({ path }) => this.#reading.problemOf(path) ?? []);
    for (const problem of unreadable) failed.set(problem.file, describeProblem(problem));
    const isAsPlanned = requests.every(
      ({ entry }, at) => typeof plans[at] === 'string' || isDeepStrictEqual(this.read(entry), planned[at]),
    );
    if (failed.size === 0 && !isOutdated && isAsPlanned) {
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

/** Returns the setting for the entry in the strongest file of the scope that has one. */
function decisionIn(
  { files, contents }: SettingsView,
  rule: SwitchRule,
  scope: ToolScope,
): boolean | undefined {
  const flags = files.map((file, at) => (file.scope === scope ? rule.own(contents[at]) : undefined));
  return flags.findLast((flag) => flag !== undefined);
}
