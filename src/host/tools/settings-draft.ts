/** The planned content of a tool's settings files, based on one reading. It is written file by file. */

import { getOrMake } from '../collections.js';
import { Refusal } from './refusal.js';
import type { SettingsProblem, SettingsReading, SettingsText, SettingsView } from './settings-reading.js';
import { obstacleTo } from './switch-file.js';
import type { EntryKind } from './tool.js';

/** One file that was written, with its text before and after; undefined if there was or is no file. */
export interface WrittenFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface SavedDraft {
  readonly written: readonly WrittenFile[];
  /** Why a file could not be written. */
  readonly failed: Map<string, string>;
  /** True if a file had changed since it was read, and so was not written. */
  readonly isOutdated: boolean;
}

export class SettingsDraft {
  #texts: ReadonlyMap<string, SettingsText> = new Map();
  readonly #views = new Map<EntryKind, SettingsView>();

  constructor(readonly reading: SettingsReading) {}

  /** The files of a kind as planned. */
  of(kind: EntryKind): SettingsView {
    return getOrMake(this.#views, kind, () => this.reading.view(kind, this.#texts));
  }

  /** Replaces the draft with these texts. Returns the problems of those that the tool could not read. */
  setTexts(texts: ReadonlyMap<string, string | undefined>): SettingsProblem[] {
    const { reading } = this;
    const unreadable: SettingsProblem[] = [];
    const parsed = new Map<string, SettingsText>();
    for (const [path, text] of texts) {
      if (text === reading.textOf(path)) continue;
      const known = this.#texts.get(path);
      const isKnown = known !== undefined && known.text === text;
      const now = isKnown ? known : reading.parse(reading.fileAt(path), text);
      if (now.problem === undefined) parsed.set(path, now);
      else unreadable.push(now.problem);
    }
    this.#texts = parsed;
    this.#views.clear();
    return unreadable;
  }

  /** The files that change, with their texts before and after. */
  changes(): { path: string; before: string | undefined; after: string }[] {
    return [...this.#texts].flatMap(([path, { text: after }]) => {
      const before = this.reading.textOf(path);
      return after === undefined || after === before ? [] : [{ path, before, after }];
    });
  }

  /** Returns, by file, why it cannot be written, as far as that is known before writing. */
  obstacles(): Map<string, string> {
    const found = new Map<string, string>();
    for (const { path } of this.changes()) {
      const obstacle = obstacleTo(path, this.reading.repositoryOf(path));
      if (obstacle !== undefined) found.set(path, obstacle);
    }
    return found;
  }

  /** Writes the draft, each file by itself. */
  save(): SavedDraft {
    const written: WrittenFile[] = [];
    const failed = new Map<string, string>();
    let isOutdated = false;
    for (const { path, before, after } of this.changes()) {
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

  /** Restores files that still have the text that was written. Returns, by file, why it was not restored. */
  putBack(written: readonly WrittenFile[]): Map<string, string> {
    const failed = new Map<string, string>();
    for (const { path, before = this.reading.tool.emptyText, after } of written.toReversed()) {
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

  #write(path: string, before: string | undefined, text: string): { text: string | undefined } | undefined {
    const { tool, context } = this.reading;
    return context.settings.write(tool.id, before, {
      path,
      text,
      emptyText: tool.emptyText,
      mode: this.reading.fileAt(path).scope === 'global' ? 0o600 : 0o644,
      repository: this.reading.repositoryOf(path),
    });
  }
}
