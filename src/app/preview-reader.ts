/**
 * Reads the file of the row with the cursor for the preview. One file is read at a time: while the cursor moves on, the
 * rows that it passes are skipped.
 */

import type { Problem } from '../entries/entries.js';
import type { FileText } from '../picker/open-view.js';
import type { Screen } from '../ui/screen.js';
import { layoutOf } from '../ui/screen.js';

export interface PreviewParts {
  /** The screen as it is now. */
  screen(): Screen;
  /** Returns undefined if the row has no file. */
  read(id: string, problem: Problem | null): Promise<FileText | undefined>;
  done(id: string, file: FileText): void;
  failed(error: unknown): void;
}

export class PreviewReader {
  readonly #parts: PreviewParts;
  /** The row that was read last, or is being read, and the list it is from. */
  #id: string | null = null;
  #list: unknown;
  #isReading = false;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  /** Reads the file of the row with the cursor, unless it is known. Called after every frame. */
  readonly follow = (): void => {
    const { state, model, rows, size } = this.#parts.screen();
    const row = rows.rows[state.cursor.index];
    const isShown = state.view.type === 'list' && layoutOf({ size, state }).previewColumns > 0;
    if (this.#isReading || !isShown || row === undefined) return;
    if (row.id === this.#id && model.list === this.#list) return;
    this.#id = row.id;
    this.#list = model.list;
    if (row.type === 'entry' || row.type === 'problem')
      void this.#read(row.id, row.type === 'problem' ? row.problem : null);
  };

  /** Reads the file in the preview again, because a change of its text alone changes nothing in the list. */
  readonly refresh = (): void => {
    const { state, model, rows } = this.#parts.screen();
    const row = rows.rows[state.cursor.index];
    if (this.#isReading || !model.host.isOwn || row?.type !== 'entry' || row.id !== state.preview?.id) return;
    void this.#read(row.id, null, state.preview.file);
  };

  async #read(id: string, problem: Problem | null, before?: FileText): Promise<void> {
    this.#isReading = true;
    try {
      const file = await this.#parts.read(id, problem);
      const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(file);
      if (file !== undefined && !isSame) this.#parts.done(id, file);
    } catch (error) {
      this.#parts.failed(error);
    } finally {
      this.#isReading = false;
    }
    this.follow();
  }
}
