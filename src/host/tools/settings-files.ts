/**
 * The settings files of one tool as they are on disk at one moment, with a draft of what they are to become. A file
 * that cannot be read counts as one that says nothing, and is never written.
 */

import { dirname, join } from 'node:path';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { switchesPath } from '../session/kept-switches.js';
import { MadeFiles } from './made-files.js';
import { Refusal, SettingsMistake } from './refusal.js';
import { type LocatedPath, locator, refusingUsersOwn, withoutUsersOwn } from './repository.js';
import { obstacleTo, readSettings, writeSettings } from './switch-file.js';
import type { EntryKind, SettingsFile, Tool } from './tool.js';
import type { Surroundings } from './tool-context.js';

/** What is wrong with a settings file. */
export interface SettingsProblem {
  readonly file: string;
  /** Counting from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly code: ProblemCode;
}

interface SettingsText {
  readonly text: string | undefined;
  readonly content: unknown;
}

/** One file as it is. One that leads out of the repository has a problem and is read all the same, as the tool does. */
interface Loaded extends SettingsText {
  readonly problem?: SettingsProblem;
}

/** The files of one kind, weakest first, with what they hold. */
export interface SettingsView {
  readonly files: readonly SettingsFile[];
  readonly contents: readonly unknown[];
}

/** One file that was written, with what it held before and holds since; undefined for no file. */
export interface Written {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Saving {
  readonly written: readonly Written[];
  /** Why a file could not be written. */
  readonly failed: Map<string, string>;
  /** True if a file had changed since it was read, and so was not written. */
  readonly isOutdated: boolean;
}

const kinds = ['skill', 'agent', 'plugin'] as const;

export class SettingsFiles {
  readonly #tool: Tool;
  readonly #find: (file: SettingsFile) => LocatedPath;
  readonly #made: MadeFiles;
  readonly #files: Readonly<Record<EntryKind, readonly SettingsFile[]>>;
  readonly #loaded = new Map<string, Loaded>();
  #draft: ReadonlyMap<string, SettingsText> = new Map();
  readonly #views = new Map<EntryKind, SettingsView>();

  constructor(tool: Tool, around: Surroundings) {
    this.#tool = tool;
    const all = kinds.flatMap((kind) => tool.files(kind, around));
    this.#find = refusingUsersOwn(all, locator(around));
    const state = dirname(switchesPath(around.environment));
    this.#made = new MadeFiles(join(state, `${tool.id}-files.json`));
    const files = (kind: EntryKind) => withoutUsersOwn(tool.files(kind, around));
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
  of(kind: EntryKind): SettingsView {
    const known = this.#views.get(kind);
    if (known !== undefined) return known;
    const files = this.#files[kind];
    const contents = files.map(({ path }) => (this.#draft.get(path) ?? this.#loaded.get(path))?.content);
    const view = { files, contents };
    this.#views.set(kind, view);
    return view;
  }

  #load(file: SettingsFile): Loaded {
    const { path, use } = file;
    const { refused, isUsersOwn, code = 'link-outside' } = use === 'read' ? {} : this.#find(file);
    // What else is wrong in a file outside the repository is not shown.
    const problem = refused === undefined ? undefined : { file: path, message: refused, code };
    if (isUsersOwn) return { text: undefined, content: undefined, ...(problem && { problem }) };
    try {
      const text = readSettings(path);
      const loaded = this.#parse(file, text);
      return problem === undefined ? loaded : { ...loaded, problem };
    } catch (error) {
      return { text: undefined, content: undefined, problem: problem ?? problemIn(path, error) };
    }
  }

  #parse(file: SettingsFile, text: string | undefined): Loaded {
    try {
      return { text, content: text === undefined ? undefined : this.#tool.parse(text, file) };
    } catch (error) {
      return { text: undefined, content: undefined, problem: problemIn(file.path, error) };
    }
  }

  /** The file at a path of the list. */
  fileAt(path: string): SettingsFile {
    const file = this.#all.find((one) => one.path === path);
    if (file === undefined) throw new Error(`${path} is no settings file`);
    return file;
  }

  /** Takes these texts, and no others, for what is to be written. Returns what the tool could not read of them. */
  draft(texts: ReadonlyMap<string, string | undefined>): SettingsProblem[] {
    const unreadable: SettingsProblem[] = [];
    const pages = [...texts].flatMap(([path, text]): [string, SettingsText][] => {
      const known = this.#draft.get(path) ?? this.#loaded.get(path);
      if (known !== undefined && known.text === text) return [[path, known]];
      const page = this.#parse(this.fileAt(path), text);
      if (page.problem === undefined) return [[path, page]];
      unreadable.push(page.problem);
      return [];
    });
    this.#draft = new Map(pages);
    this.#views.clear();
    return unreadable;
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
    const written: Written[] = [];
    const failed = new Map<string, string>();
    let isOutdated = false;
    for (const [path, { text: after }] of this.#draft) {
      const before = this.textOf(path);
      if (after === undefined || after === before) continue;
      try {
        const now = this.#write(path, before, after);
        if (now === undefined) isOutdated = true;
        else written.push({ path, before, after: now.text });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failed.set(path, error.message);
      }
    }
    return { written, failed, isOutdated };
  }

  /** Puts files back as they were, where they still hold what was written. Returns why not, by file. */
  putBack(written: readonly Written[]): Map<string, string> {
    const failed = new Map<string, string>();
    for (const { path, before = this.#tool.nothing, after } of written.toReversed()) {
      try {
        const now = this.#write(path, after, before);
        if (now === undefined) failed.set(path, `another program has changed ${path} since`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failed.set(path, `${path} could not be put back as it was: ${error.message}`);
      }
    }
    return failed;
  }

  #write(path: string, before: string | undefined, after: string): ReturnType<typeof writeSettings> {
    const file = this.fileAt(path);
    const { repository } = this.#find(file);
    return writeSettings({
      path,
      before,
      after,
      nothing: this.#tool.nothing,
      mode: file.scope === 'workspace' ? 0o644 : 0o600,
      repository,
      made: this.#made,
    });
  }
}

function problemIn(file: string, error: unknown): SettingsProblem {
  if (error instanceof SettingsMistake) {
    const { line, column, message } = error;
    return { file, line, column, message, code: 'settings-invalid' };
  }
  if (error instanceof Refusal) return { file, message: error.message, code: error.code };
  throw error;
}

/** A problem as one sentence. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return line === undefined ? message : `${file} has a mistake in line ${line}, column ${column}: ${message}`;
}
