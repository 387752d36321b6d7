/**
 * The settings files of one tool as they are on disk at one moment, with a draft of what they are to become. A file
 * that cannot be read counts as one that says nothing, and is never written.
 */

import { Refusal, SettingsMistake } from './refusal.js';
import { type Located, locator, withoutUsersOwn } from './repository.js';
import type { Surroundings } from './surroundings.js';
import { obstacleTo, readSettings, writeSettings } from './switch-file.js';
import type { EntryKind, SettingsFile, Tool } from './tool.js';

/** What is wrong with a settings file. */
export interface SettingsProblem {
  readonly file: string;
  /** Counting from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

interface Page {
  readonly text: string | undefined;
  readonly content: unknown;
}

/** One file as it is. One that leads out of the repository has a problem and is read all the same, as the tool does. */
interface Loaded extends Page {
  readonly problem?: SettingsProblem;
}

/** The files of one kind, weakest first, with what they hold. */
export interface View {
  readonly files: readonly SettingsFile[];
  readonly contents: readonly unknown[];
}

export interface Saving {
  /** Why a file could not be written. */
  readonly failed: ReadonlyMap<string, string>;
  /** True if a file had changed since it was read, and so was not written. */
  readonly isOutdated: boolean;
}

const kinds = ['skill', 'agent', 'plugin'] as const;

export class SettingsFiles {
  readonly #tool: Tool;
  readonly #find: (file: SettingsFile) => Located;
  readonly #files: Readonly<Record<EntryKind, readonly SettingsFile[]>>;
  readonly #loaded = new Map<string, Loaded>();
  #draft: ReadonlyMap<string, Page> = new Map();
  readonly #views = new Map<EntryKind, View>();

  constructor(tool: Tool, around: Surroundings) {
    this.#tool = tool;
    this.#find = locator(around);
    const files = (kind: EntryKind) => withoutUsersOwn(tool.files(kind, around), this.#find);
    this.#files = { skill: files('skill'), agent: files('agent'), plugin: files('plugin') };
    for (const file of this.#all)
      if (!this.#loaded.has(file.path)) this.#loaded.set(file.path, this.#load(file));
  }

  get #all(): SettingsFile[] {
    return kinds.flatMap((kind) => this.#files[kind]);
  }

  get paths(): string[] {
    return [...new Set(this.#all.map(({ path }) => path))];
  }

  get problems(): SettingsProblem[] {
    return this.paths.flatMap((path) => this.problemOf(path) ?? []);
  }

  problemOf(path: string): SettingsProblem | undefined {
    return this.#loaded.get(path)?.problem;
  }

  /** As it is on disk. */
  textOf(path: string): string | undefined {
    return this.#loaded.get(path)?.text;
  }

  /** With the draft in place of what it is about. */
  of(kind: EntryKind): View {
    const known = this.#views.get(kind);
    if (known !== undefined) return known;
    const files = this.#files[kind];
    const contents = files.map(({ path }) => (this.#draft.get(path) ?? this.#loaded.get(path))?.content);
    const view = { files, contents };
    this.#views.set(kind, view);
    return view;
  }

  #load(file: SettingsFile): Loaded {
    const { path, scope, use } = file;
    const refused = scope === 'workspace' && use !== 'read' ? this.#find(file).refused : undefined;
    // What is wrong in a file that is not the repository's is nobody's business here.
    const problem = refused === undefined ? undefined : { file: path, message: refused };
    try {
      const text = readSettings(path);
      const content = text === undefined ? undefined : this.#tool.parse(text, file);
      return { text, content, ...(problem !== undefined && { problem }) };
    } catch (error) {
      return { text: undefined, content: undefined, problem: problem ?? problemIn(path, error) };
    }
  }

  /** The file at a path of the list. */
  fileAt(path: string): SettingsFile {
    const file = this.#all.find((one) => one.path === path);
    if (file === undefined) throw new Error(`${path} is no settings file`);
    return file;
  }

  /** Takes these texts, and no others, for what is to be written. */
  draft(texts: ReadonlyMap<string, string | undefined>): void {
    const pages = [...texts].map(([path, text]): [string, Page] => {
      const known = this.#draft.get(path) ?? this.#loaded.get(path);
      if (known !== undefined && known.text === text) return [path, known];
      return [
        path,
        { text, content: text === undefined ? undefined : this.#tool.parse(text, this.fileAt(path)) },
      ];
    });
    this.#draft = new Map(pages);
    this.#views.clear();
  }

  /** Why files of the draft could not be written, as far as that can be told beforehand. */
  obstacles(): Map<string, string> {
    const found = new Map<string, string>();
    for (const [path, { text }] of this.#draft) {
      const obstacle =
        text === this.textOf(path) ? undefined : obstacleTo(path, this.#find(this.fileAt(path)).repository);
      if (obstacle !== undefined) found.set(path, obstacle);
    }
    return found;
  }

  /** Writes the draft, each file by itself. */
  save(): Saving {
    const failed = new Map<string, string>();
    let isOutdated = false;
    for (const [path, { text }] of this.#draft) {
      const before = this.textOf(path);
      try {
        if (text !== before && !this.#write(path, before, text)) isOutdated = true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failed.set(path, error.message);
      }
    }
    return { failed, isOutdated };
  }

  #write(path: string, before: string | undefined, after: string | undefined): boolean {
    const { repository } = this.#find(this.fileAt(path));
    return writeSettings({
      path,
      before,
      after,
      nothing: this.#tool.nothing,
      mode: repository === undefined ? 0o600 : 0o644,
      repository,
    });
  }
}

function problemIn(file: string, error: unknown): SettingsProblem {
  if (error instanceof SettingsMistake) {
    return { file, line: error.line, column: error.column, message: error.message };
  }
  if (error instanceof Refusal) return { file, message: error.message };
  throw error;
}

/** A problem as one sentence. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return line === undefined ? message : `${file} has a mistake in line ${line}, column ${column}: ${message}`;
}
