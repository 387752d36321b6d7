/**
 * Reads the file that is shown, in the preview or in the detail view, and follows its changes. One file is read at a
 * time: while the cursor moves on, the rows that it passes are skipped.
 */

import type { Problem } from '../entries/entries.js';
import { type FileOwner, fileOf, fileOwner } from '../picker/file-owner.js';
import type { FileText } from '../picker/open-view.js';
import type { Screen } from '../ui/screen.js';
import { layoutOf } from '../ui/screen.js';

export interface FollowerParts {
  /** The screen as it is now. */
  screen(): Screen;
  /** Returns undefined if there is no file. */
  read(id: string, problem: Problem | null): Promise<FileText | undefined>;
  done(id: string, file: FileText): void;
  failed(error: unknown): void;
}

function ownerOn({ state, rows, size }: Screen): FileOwner | null {
  const hasPreview = layoutOf({ size, state }).previewColumns > 0;
  return fileOwner(state.view, rows.rows[state.cursor.index], hasPreview);
}

export class FileFollower {
  readonly #parts: FollowerParts;
  /** What was read last, or is being read, and the list it is from; null once no file is shown. */
  #owner: FileOwner | null = null;
  #list: unknown;
  #isReading = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Reads the file that is shown, unless it is known; every opening reads. Called after every frame. */
  readonly follow = (): void => {
    const screen = this.#parts.screen();
    const owner = ownerOn(screen);
    const { list } = screen.model;
    if (owner === null) this.#owner = null;
    if (this.#isReading || owner === null) return;
    if (owner.id === this.#owner?.id && owner.problem === this.#owner.problem && list === this.#list) return;
    this.#list = list;
    void this.#read(owner);
  };

  /**
   * Reads the file that is shown again, because a change of its text alone changes nothing in the list. Other hosts are
   * not asked again and again.
   */
  readonly refresh = (): void => {
    const screen = this.#parts.screen();
    const owner = ownerOn(screen);
    const { isOwn, listsOnly } = screen.model.host;
    if (this.#isReading || !(isOwn || listsOnly) || owner === null) return;
    if (fileOf(screen.state, owner.id) !== null) void this.#read(owner);
  };

  /** Reads the file that is shown again, on whichever host it is. */
  readonly readAgain = (): void => {
    this.#owner = null;
    this.follow();
  };

  async #read(owner: FileOwner): Promise<void> {
    const { id, problem } = owner;
    this.#owner = owner;
    this.#isReading = true;
    try {
      const file = await this.#parts.read(id, problem);
      const before = fileOf(this.#parts.screen().state, id);
      if (file !== undefined && JSON.stringify(before) !== JSON.stringify(file)) this.#parts.done(id, file);
    } catch (error) {
      this.#parts.failed(error);
    } finally {
      this.#isReading = false;
    }
    this.follow();
  }
}
