/**
 * The settings files of one tool as they are on disk at one moment. A file that cannot be read counts as empty and is
 * never written.
 */

import type { ProblemCode, Severity } from '../../protocol/problem-codes.js';
import { getOrMake } from '../collections.js';
import { Refusal, SettingsMistake } from './refusal.js';
import { type LocatedPath, locator, type Repository, withoutUsersOwn } from './repository.js';
import {
  type EntryKind,
  type EntryRef,
  entryKinds,
  type SettingsFile,
  type SwitchRule,
  type Tool,
  type ToolVerdict,
} from './tool.js';
import type { ToolContext } from './tool-context.js';

/** What is wrong with a settings file. */
export interface SettingsProblem {
  readonly file: string;
  /** Counting from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly code: ProblemCode;
  /** `error`: the settings in the file do not count. `warning`: they do, but the file is not written. */
  readonly severity: Severity;
}

/** The text of a file and its parsed content; without both if the file is missing or cannot be used. */
export interface SettingsText {
  readonly text?: string | undefined;
  readonly content?: unknown;
  readonly problem?: SettingsProblem | undefined;
}

/** The files of one kind, weakest first, with what they hold. */
export interface SettingsView {
  readonly files: readonly SettingsFile[];
  readonly contents: readonly unknown[];
  /** The same without the content of files that the tool does not read for now. */
  readonly obeyed: readonly unknown[];
}

export class SettingsReading {
  readonly #find: (file: SettingsFile) => LocatedPath;
  readonly #files = new Map<EntryKind, readonly SettingsFile[]>();
  readonly #loaded = new Map<string, SettingsText & { readonly file: SettingsFile }>();
  readonly #views = new Map<EntryKind, SettingsView>();
  readonly #rules = new WeakMap<EntryRef, SwitchRule | string>();
  readonly #verdicts = new WeakMap<EntryRef, ToolVerdict>();

  constructor(
    readonly tool: Tool,
    readonly context: ToolContext,
    /** By path: texts that count instead of those on disk. */
    readonly planned: ReadonlyMap<string, string> = new Map(),
  ) {
    for (const kind of entryKinds) this.#files.set(kind, withoutUsersOwn(tool.files(kind, context)));
    const files = [...this.#files.values()].flat();
    this.#find = locator(files, context);
    for (const file of files)
      if (!this.#loaded.has(file.path)) this.#loaded.set(file.path, { ...this.#load(file), file });
  }

  /** Returns how an entry is switched, or why it cannot be; computed once. */
  ruleFor(entry: EntryRef): SwitchRule | string {
    return getOrMake(this.#rules, entry, () => this.tool.ruleFor(entry, this.context));
  }

  /** Returns what the files decide about an entry by its rule; computed once. */
  verdictOn(entry: EntryRef, rule: SwitchRule): ToolVerdict {
    return getOrMake(this.#verdicts, entry, () => rule.decide(this.of(entry.kind).contents));
  }

  get problems(): SettingsProblem[] {
    return [...this.#loaded.values()].flatMap(({ problem }) => problem ?? []);
  }

  problemOf(path: string): SettingsProblem | undefined {
    return this.#loaded.get(path)?.problem;
  }

  /** Returns the text of a file; undefined if it is missing or has a mistake. */
  textOf(path: string): string | undefined {
    return this.#loaded.get(path)?.text;
  }

  /** Returns true if the tool reads one of these files. */
  hasAny(paths: readonly string[]): boolean {
    return paths.some((path) => this.#loaded.has(path));
  }

  fileAt(path: string): SettingsFile {
    const file = this.#loaded.get(path)?.file;
    if (file === undefined) throw new Error(`${path} is not a settings file`);
    return file;
  }

  /** Returns a reading with planned texts instead of those on disk; the same if the tool reads none of their files. */
  withTexts(texts: ReadonlyMap<string, string>): SettingsReading {
    return this.hasAny([...texts.keys()]) ? new SettingsReading(this.tool, this.context, texts) : this;
  }

  /** Returns the repository that the file must not lead out of, if there is one. */
  repositoryOf(path: string): Repository | undefined {
    return this.#find(this.fileAt(path)).repository;
  }

  of(kind: EntryKind): SettingsView {
    return getOrMake(this.#views, kind, () => this.view(kind, this.#loaded));
  }

  /** The files of a kind, with these texts instead of those on disk. */
  view(kind: EntryKind, texts: ReadonlyMap<string, SettingsText>): SettingsView {
    const files = this.#files.get(kind) ?? [];
    const contents = files.map(({ path }) => (texts.get(path) ?? this.#loaded.get(path))?.content);
    const isAllRead = files.every(({ isUnread }) => isUnread === undefined);
    const obeyed = contents.map((content, at) => (files[at]?.isUnread ? undefined : content));
    return { files, contents, obeyed: isAllRead ? contents : obeyed };
  }

  /** Parses a text as the tool would read it from this file. */
  parse(file: SettingsFile, text: string | undefined): SettingsText {
    try {
      return { text, content: text === undefined ? undefined : this.tool.parse(text, file) };
    } catch (error) {
      return { problem: problemIn(file.path, error) };
    }
  }

  /** Reads a file. One that leads out of the repository has a problem, but is read, because the tool reads it too. */
  #load(file: SettingsFile): SettingsText {
    const { path, use } = file;
    const { refused, isUsersOwn, code = 'link-outside' } = use === 'read' ? {} : this.#find(file);
    // If nothing may be written there, only that is shown, and no other problem of the file.
    const problem: SettingsProblem | undefined =
      refused === undefined ? undefined : { file: path, message: refused, code, severity: 'warning' };
    if (isUsersOwn) return { problem };
    try {
      const loaded = this.parse(file, this.planned.get(path) ?? this.context.settings.read(path));
      return { ...loaded, problem: problem ?? loaded.problem };
    } catch (error) {
      return { problem: problem ?? problemIn(path, error) };
    }
  }
}

function problemIn(file: string, error: unknown): SettingsProblem {
  if (error instanceof SettingsMistake) {
    const { line, column, message } = error;
    return { file, line, column, message, code: 'settings-invalid', severity: 'error' };
  }
  if (error instanceof Refusal) return { file, message: error.message, code: error.code, severity: 'error' };
  throw error;
}

/** Returns a problem as one sentence. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return line === undefined ? message : `${file} has a mistake in line ${line}, column ${column}: ${message}`;
}
