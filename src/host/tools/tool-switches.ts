/**
 * The switches of one tool around one working directory: how each entry stands, and changing that. A change is
 * planned on the texts as they are under the lock, written, and read back by the tool's own rule. What does not come
 * back as planned is put back as it was.
 */

import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { HostEnvironment } from '../environment.js';
import { lockDeadline, withLock } from '../files/lock.js';
import { hostLimits } from '../limits.js';
import { switchesPath } from '../session/kept-switches.js';
import { withFlock } from './flock.js';
import { type Plan, plan, type SwitchRequest } from './plan.js';
import { Refusal } from './refusal.js';
import { locate } from './repository.js';
import {
  describeProblem,
  SettingsFiles,
  type SettingsProblem,
  type SettingsView,
  type Written,
} from './settings-files.js';
import type { EntryKind, EntryRef, SwitchRule, Tool, ToolScope } from './tool.js';
import { findContext, type ToolContext } from './tool-context.js';

/** How an entry stands with the tool. */
export interface SwitchState {
  readonly enabled: boolean;
  /** What was decided for this very entry. */
  readonly decisions: { readonly workspace?: boolean; readonly global?: boolean };
  /** The file that decides, if any does. */
  readonly file?: string;
  /** The tool keeps the entry for the user alone. */
  readonly modelInvocable?: false;
  /** Why what was decided for it may not count. */
  readonly caveat?: string;
  /** The tool does not obey for now; the caveat says why. */
  readonly isUnread?: true;
  /** Why the entry cannot be switched. */
  readonly fixed?: string;
}

/** The entry as it was read back, or why nothing was done. */
export type ToolOutcome = { readonly state: SwitchState } | { readonly refused: string };

export class ToolSwitches {
  readonly tool: Tool;
  readonly #environment: HostEnvironment;
  #context: ToolContext;
  #files: SettingsFiles;
  /** What the last `write` has changed. */
  #written: readonly Written[] = [];

  constructor(tool: Tool, environment: HostEnvironment) {
    this.tool = tool;
    this.#environment = environment;
    this.#context = findContext(environment);
    this.#files = new SettingsFiles(tool, this.#context);
  }

  /** Files whose change may change how an entry stands. */
  get files(): string[] {
    return this.#files.paths;
  }

  /** What is wrong with the files. */
  get problems(): SettingsProblem[] {
    return this.#files.problems;
  }

  /** Reads the files again. */
  reload(): void {
    this.#context = findContext(this.#environment);
    this.#files = new SettingsFiles(this.tool, this.#context);
  }

  /** Where a switch of this kind can be kept. */
  scopesOf(kind: EntryKind): ToolScope[] {
    const { files } = this.#files.of(kind);
    return (['workspace', 'global'] as const).filter((scope) =>
      files.some((file) => file.scope === scope && file.use === 'make'),
    );
  }

  read(entry: EntryRef): SwitchState {
    return this.#stateIn(this.#files, entry);
  }

  #stateIn(settings: SettingsFiles, entry: EntryRef): SwitchState {
    const rule = this.tool.ruleFor(entry, this.#context);
    if (typeof rule === 'string') return { enabled: true, decisions: {}, fixed: rule };
    const view = settings.of(entry.kind);
    const { enabled, by, modelInvocable } = rule.decide(view.contents);
    const file = by === undefined ? undefined : view.files[by]?.path;
    const doubtful = view.files.find((one, at) => one.caveat && rule.own(view.contents[at]) !== undefined);
    return {
      enabled,
      decisions: { ...decisionIn(view, rule, 'workspace'), ...decisionIn(view, rule, 'global') },
      ...(file !== undefined && { file }),
      ...(modelInvocable === false && { modelInvocable }),
      ...(doubtful?.caveat !== undefined && { caveat: doubtful.caveat }),
      ...(doubtful?.isUnread && { isUnread: true }),
      ...(rule.fixed !== undefined && { fixed: rule.fixed }),
    };
  }

  /** Why each of the switches could not be made, as far as that can be told without making it. */
  check(requests: readonly SwitchRequest[]): (string | undefined)[] {
    const context = findContext(this.#environment);
    const files = new SettingsFiles(this.tool, context);
    const plans = plan({ tool: this.tool, files, context }, requests);
    const obstacles = files.obstacles();
    return plans.map((paths) =>
      typeof paths === 'string' ? paths : paths.flatMap((path) => obstacles.get(path) ?? [])[0],
    );
  }

  /** Makes the switches, all under one lock. Never rejects for what is on the disk. */
  async change(requests: readonly SwitchRequest[]): Promise<ToolOutcome[]> {
    try {
      return await this.hold(requests, lockDeadline(), () => this.write(requests));
    } catch (error) {
      const refused = reasonOf(error);
      return requests.map(() => ({ refused }));
    }
  }

  /** Runs the work while no other skillpick, nor a tool with a lock of its own, writes the files for these switches. */
  hold<T>(requests: readonly SwitchRequest[], deadline: number, work: () => T | Promise<T>): Promise<T> {
    const lock = join(dirname(switchesPath(this.#environment)), `${this.tool.id}.lock`);
    const holdAll = ([first, ...others]: readonly string[]): T | Promise<T> =>
      first === undefined ? work() : withFlock(first, () => holdAll(others), deadline);
    return withLock(lock, () => holdAll(this.#locks(requests)), deadline);
  }

  /** The locks of the files that may be written. */
  #locks(requests: readonly SwitchRequest[]): string[] {
    const scopes = new Set<string>(requests.map(({ scope }) => scope));
    const kinds = new Set(requests.map(({ entry }) => entry.kind));
    const files = [...kinds].flatMap((kind) => this.#files.of(kind).files);
    const meant = files.filter(({ lock, scope }) => lock !== undefined && scopes.has(scope));
    return [...new Set(meant.flatMap((file) => locate(file, this.#context).lock ?? []))];
  }

  /**
   * Makes the switches, to be called while they are held. Writes until what is read back is what was planned, for a
   * program without a lock may have come between. A switch of which one file cannot be written changes none.
   */
  write(requests: readonly SwitchRequest[]): ToolOutcome[] {
    const failures = new Map<SwitchRequest, string>();
    const refusal = `another program keeps changing ${this.tool.title}'s settings`;
    let outcomes: ReadonlyMap<SwitchRequest, ToolOutcome> | undefined;
    for (let attempt = 0; attempt < hostLimits.settingsAttempts && outcomes === undefined; attempt += 1) {
      const left = requests.filter((request) => !failures.has(request));
      outcomes = this.#attempt(left, failures);
    }
    return requests.map((request) => outcomes?.get(request) ?? { refused: failures.get(request) ?? refusal });
  }

  /** Puts back what the last `write` has changed, to be called while it is held. Returns why not, by file. */
  putBack(): Map<string, string> {
    const failed = this.#files.putBack(this.#written);
    this.#written = [];
    this.reload();
    return failed;
  }

  /** Returns undefined, with everything put back, if not all came out as planned; `failures` takes the reasons. */
  #attempt(
    requests: readonly SwitchRequest[],
    failures: Map<SwitchRequest, string>,
  ): Map<SwitchRequest, ToolOutcome> | undefined {
    this.#written = [];
    this.reload();
    const files = this.#files;
    const plans = plan({ tool: this.tool, files, context: this.#context }, requests);
    const planned = requests.map(({ entry }) => this.#stateIn(files, entry));
    const { written, failed, isOutdated } = files.save();
    this.#written = written;
    this.reload();
    const unreadable = written.flatMap(({ path }) => this.#files.problemOf(path) ?? []);
    for (const problem of unreadable) failed.set(problem.file, describeProblem(problem));
    const outcomes = new Map<SwitchRequest, ToolOutcome>();
    requests.forEach((request, at) => {
      const outcome = this.#outcome(request, plans[at] ?? [], planned[at]);
      if (outcome !== undefined) outcomes.set(request, outcome);
    });
    if (failed.size === 0 && !isOutdated && outcomes.size === requests.length) return outcomes;
    const left = this.putBack();
    requests.forEach((request, at) => {
      const paths = pathsOf(plans[at]);
      const [reason] = paths.flatMap((path) => failed.get(path) ?? []);
      const more = paths.flatMap((path) => left.get(path) ?? []);
      if (reason !== undefined) failures.set(request, [...new Set([reason, ...more])].join('; '));
    });
    return undefined;
  }

  /** What came of a request; undefined if the entry does not stand as planned. */
  #outcome({ entry }: SwitchRequest, paths: Plan, planned: SwitchState | undefined): ToolOutcome | undefined {
    if (typeof paths === 'string') return { refused: paths };
    const state = this.read(entry);
    return isDeepStrictEqual(state, planned) ? { state } : undefined;
  }
}

const pathsOf = (paths: Plan | undefined): readonly string[] =>
  typeof paths === 'string' ? [] : (paths ?? []);

/** Why switches could not be saved, in words for whoever made them. */
export function reasonOf(error: unknown): string {
  return error instanceof Refusal
    ? error.message
    : `the switch could not be saved: ${(error as Error).message}`;
}

/** What the files of a scope say of the entry, the strongest first. */
function decisionIn(
  { files, contents }: SettingsView,
  rule: SwitchRule,
  scope: ToolScope,
): Partial<Record<ToolScope, boolean>> {
  const said = files.map((file, at) => (file.scope === scope ? rule.own(contents[at]) : undefined));
  const own = said.findLast((flag) => flag !== undefined);
  return own === undefined ? {} : { [scope]: own };
}
