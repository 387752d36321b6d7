/**
 * The switches of one tool around one working directory: how each entry stands, and changing that. A change is
 * planned on the texts as they are under the lock, written, and read back before it is answered.
 */

import { dirname, join } from 'node:path';
import { limits } from '../../limits.js';
import type { HostEnvironment } from '../environment.js';
import { switchesPath } from '../kept-switches.js';
import { withLock } from '../lock.js';
import { withFlock } from './flock.js';
import { plan, type Wish } from './plan.js';
import { Refusal, SettingsMistake } from './refusal.js';
import { SettingsFiles, type SettingsProblem } from './settings-files.js';
import { lookAround, type Surroundings } from './surroundings.js';
import type { EntryKind, EntryRef, Scope, SwitchRule, Tool } from './tool.js';

/** How an entry stands with the tool. */
export interface SwitchState {
  readonly enabled: boolean;
  /** What was decided for this very entry. */
  readonly decisions: { readonly workspace?: boolean; readonly global?: boolean };
  /** The file that decides, if any does. */
  readonly file?: string;
  /** The tool keeps the entry for the user alone. */
  readonly modelInvocable?: false;
  /** Why the entry cannot be switched. */
  readonly fixed?: string;
}

/** The entry as it was read back, with why that may not count yet; or why nothing was done. */
export type Outcome =
  | { readonly state: SwitchState; readonly caveat?: string }
  | { readonly refused: string };

export class ToolSwitches {
  readonly tool: Tool;
  readonly #environment: HostEnvironment;
  #around: Surroundings;
  #files: SettingsFiles;

  constructor(tool: Tool, environment: HostEnvironment) {
    this.tool = tool;
    this.#environment = environment;
    this.#around = lookAround(environment);
    this.#files = new SettingsFiles(tool, this.#around);
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
    this.#around = lookAround(this.#environment);
    this.#files = new SettingsFiles(this.tool, this.#around);
  }

  /** Where a switch of this kind can be kept. */
  scopesOf(kind: EntryKind): Scope[] {
    const files = this.tool.files(kind, this.#around);
    return (['workspace', 'global'] as const).filter((scope) =>
      files.some((file) => file.scope === scope && file.use === 'make'),
    );
  }

  read(entry: EntryRef): SwitchState {
    const rule = this.tool.ruleFor(entry, this.#around);
    if (typeof rule === 'string') return { enabled: true, decisions: {}, fixed: rule };
    const { files, contents, isBlank } = this.#files.of(entry.kind);
    if (isBlank) return { enabled: true, decisions: {} };
    const { enabled, by, modelInvocable } = rule.decide(contents);
    const file = by === undefined ? undefined : files[by]?.path;
    return {
      enabled,
      decisions: {
        ...this.#decision(entry.kind, rule, 'workspace'),
        ...this.#decision(entry.kind, rule, 'global'),
      },
      ...(file !== undefined && { file }),
      ...(modelInvocable === false && { modelInvocable }),
    };
  }

  #decision(kind: EntryKind, rule: SwitchRule, scope: Scope): Partial<Record<Scope, boolean>> {
    const { files, contents } = this.#files.of(kind);
    const said = files.map((file, at) => (file.scope === scope ? rule.own(contents[at]) : undefined));
    const own = said.findLast((flag) => flag !== undefined);
    return own === undefined ? {} : { [scope]: own };
  }

  /** Makes the switches, all under one lock. Never rejects for what is on the disk. */
  async change(wishes: readonly Wish[]): Promise<Outcome[]> {
    const lock = join(dirname(switchesPath(this.#environment)), `${this.tool.id}.lock`);
    try {
      return await withLock(lock, () => this.#withToolLocks(wishes, this.#locks(wishes)));
    } catch (error) {
      const reason =
        error instanceof Refusal
          ? error.message
          : `the switch could not be saved: ${(error as Error).message}`;
      return wishes.map(() => ({ refused: reason }));
    }
  }

  #locks(wishes: readonly Wish[]): string[] {
    const scopes = new Set(wishes.map(({ scope }) => scope as string));
    const files = wishes.flatMap(({ entry }) => this.tool.files(entry.kind, this.#around));
    return [
      ...new Set(files.flatMap(({ lock, scope }) => (lock !== undefined && scopes.has(scope) ? [lock] : []))),
    ];
  }

  async #withToolLocks(wishes: readonly Wish[], [first, ...others]: readonly string[]): Promise<Outcome[]> {
    if (first === undefined) return this.#write(wishes);
    return withFlock(first, () => this.#withToolLocks(wishes, others));
  }

  /** Writes until what is read back is what was planned: a program without a lock may have come between. */
  #write(wishes: readonly Wish[]): Outcome[] {
    let outcomes: (Outcome | undefined)[] = [];
    const lasts = new Map(wishes.map(({ entry }, at) => [entry.canonicalPath, at]));
    // Of several wishes for one entry the last decides how it stands; the others are for scopes behind it.
    const isLast = wishes.map(({ entry }, at) => lasts.get(entry.canonicalPath) === at);
    for (let attempt = 0; attempt < limits.settingsAttempts; attempt += 1) {
      this.reload();
      const plans = wishes.map((wish, at) => this.#plan(wish, isLast[at] === true));
      const { failed, isOutdated } = this.#files.save();
      this.reload();
      outcomes = wishes.map((wish, at) => this.#outcome(wish, plans[at] ?? [], failed, isLast[at] === true));
      if (!isOutdated && outcomes.every((outcome) => outcome !== undefined)) break;
    }
    return outcomes.map(
      (outcome) => outcome ?? { refused: `another program keeps changing ${this.tool.title}'s settings` },
    );
  }

  /** The files that have to change, or why it cannot be done. */
  #plan(wish: Wish, mustCount: boolean): string[] | string {
    try {
      return plan(this.tool, this.#files, wish, this.#around, mustCount);
    } catch (error) {
      if (error instanceof Refusal || error instanceof SettingsMistake) return error.message;
      throw error;
    }
  }

  /** What came of a wish; undefined if it should have been fulfilled and is not. */
  #outcome(
    { entry, scope, enabled }: Wish,
    planned: string[] | string,
    failed: ReadonlyMap<string, string>,
    mustCount: boolean,
  ): Outcome | undefined {
    if (typeof planned === 'string') return { refused: planned };
    const failure = planned.flatMap((path) => failed.get(path) ?? [])[0];
    if (failure !== undefined) return { refused: failure };
    const state = this.read(entry);
    const isDone = enabled === undefined ? state.decisions[scope] === undefined : state.enabled === enabled;
    if (mustCount && !isDone) return undefined;
    const written = this.#files.of(entry.kind).files.find(({ path }) => planned.includes(path));
    return written?.caveat === undefined ? { state } : { state, caveat: written.caveat };
  }
}
