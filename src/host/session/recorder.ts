/** Records what was switched from one working directory, as lines of the history. */

import type { AnyCustomization } from '../../protocol/types.js';
import type { Setting } from '../tools/tool.js';
import type { HistoryFile } from './history-file.js';
import type { HistoryEntry, HistoryLine } from './history-line.js';

/** One changed setting. */
export interface RecordedSetting extends Pick<HistoryLine, 'batch' | 'entry' | 'tool' | 'scope' | 'file'> {
  readonly undoes?: string;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** Returns what the history says of an entry. */
export function historyEntry({ type, name, uri }: AnyCustomization): HistoryEntry {
  return { type, name, uri };
}

export class Recorder {
  readonly history: HistoryFile;
  readonly #origin: Pick<HistoryLine, 'repository' | 'directory'>;

  constructor(history: HistoryFile, origin: Pick<HistoryLine, 'repository' | 'directory'>) {
    this.history = history;
    this.#origin = origin;
  }

  /** Records settings that are on disk. Resolves to the reason if that fails: the switch was made all the same. */
  async record(settings: readonly RecordedSetting[]): Promise<string | undefined> {
    const time = new Date().toISOString();
    const lines = settings.map(
      ({ before = null, after = null, ...setting }): HistoryLine => ({
        time,
        ...this.#origin,
        ...setting,
        before,
        after,
      }),
    );
    try {
      await this.history.append(lines);
      return undefined;
    } catch (error) {
      return `it cannot be taken back, because the history could not be written: ${(error as Error).message}`;
    }
  }
}
