/**
 * The switches of one tool around one working directory: how each entry stands, and changing that. A change is
 * planned on the texts as they are under the lock, written, and read back before it is answered.
 */

import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../limits.js';
import type { HostEnvironment } from '../environment.js';
import { switchesPath } from '../kept-switches.js';
import { withLock } from '../lock.js';
import { withFlock } from './flock.js';
import { type Plan, plan, type Wish } from './plan.js';
import { Refusal } from './refusal.js';
import { locate } from './repository.js';
import { SettingsFiles, type SettingsProblem, type View } from './settings-files.js';
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
  /** Why what was decided for it may not count. */
  readonly caveat?: string;
  /** The tool does not obey for now; the caveat says why. */
  readonly isUnread?: true;
  /** Why the entry cannot be switched. */
  readonly fixed?: string;
}

/** The entry as it was read back, or why nothing was done. */
export type Outcome = { readonly state: SwitchState } | { readonly refused: string };

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
    const { files } = this.#files.of(kind);
    return (['workspace', 'global'] as const).filter((scope) =>
      files.some((file) => file.scope === scope && file.use === 'make'),
    );
  }

  read(entry: EntryRef): SwitchState {
    return this.#stateIn(this.#files, entry);
  }

  #stateIn(settings: SettingsFiles, entry: EntryRef): SwitchState {
    const rule = this.tool.ruleFor(entry, this.#around);
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
  check(wishes: readonly Wish[]): (string | undefined)[] {
    const around = lookAround(this.#environment);
    const files = new SettingsFiles(this.tool, around);
    const plans = plan({ tool: this.tool, files, around }, wishes);
    const obstacles = files.obstacles();
    return plans.map((paths) =>
      typeof paths === 'string' ? paths : paths.flatMap((path) => obstacles.get(path) ?? [])[0],
    );
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

  /** The locks of the files that may be written. */
  #locks(wishes: readonly Wish[]): string[] {
    const scopes = new Set<string>(wishes.map(({ scope }) => scope));
    const kinds = new Set(wishes.map(({ entry }) => entry.kind));
    const files = [...kinds].flatMap((kind) => this.#files.of(kind).files);
    const meant = files.filter(({ lock, scope }) => lock !== undefined && scopes.has(scope));
    return [...new Set(meant.flatMap((file) => locate(file, this.#around).lock ?? []))];
  }

  async #withToolLocks(wishes: readonly Wish[], [first, ...others]: readonly string[]): Promise<Outcome[]> {
    if (first === undefined) return this.#write(wishes);
    return withFlock(first, () => this.#withToolLocks(wishes, others));
  }

  /** Writes until what is read back is what was planned: a program without a lock may have come between. */
  #write(wishes: readonly Wish[]): Outcome[] {
    let outcomes: (Outcome | undefined)[] = [];
    for (let attempt = 0; attempt < limits.settingsAttempts; attempt += 1) {
      this.reload();
      const files = this.#files;
      const plans = plan({ tool: this.tool, files, around: this.#around }, wishes);
      const planned = wishes.map(({ entry }) => this.#stateIn(files, entry));
      const { failed, isOutdated } = files.save();
      this.reload();
      outcomes = wishes.map((wish, at) => this.#outcome(wish, plans[at] ?? [], failed, planned[at]));
      if (!isOutdated && outcomes.every((outcome) => outcome !== undefined)) break;
    }
    return outcomes.map(
      (outcome) => outcome ?? { refused: `another program keeps changing ${this.tool.title}'s settings` },
    );
  }

  /** What came of a wish; undefined if the entry does not stand as planned. */
  #outcome(
    { entry }: Wish,
    paths: Plan,
    failed: ReadonlyMap<string, string>,
    planned: SwitchState | undefined,
  ): Outcome | undefined {
    if (typeof paths === 'string') return { refused: paths };
    const failure = paths.flatMap((path) => failed.get(path) ?? [])[0];
    if (failure !== undefined) return { refused: failure };
    const state = this.read(entry);
    return isDeepStrictEqual(state, planned) ? { state } : undefined;
  }
}

/** What the files of a scope say of the entry, the strongest first. */
function decisionIn(
  { files, contents }: View,
  rule: SwitchRule,
  scope: Scope,
): Partial<Record<Scope, boolean>> {
  const said = files.map((file, at) => (file.scope === scope ? rule.own(contents[at]) : undefined));
  const own = said.findLast((flag) => flag !== undefined);
  return own === undefined ? {} : { [scope]: own };
}
