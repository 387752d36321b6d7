/** Records what was switched from one working directory, as lines of the history. */

import type { AnyCustomization } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { Setting } from '../tools/tool.js';
import type { HistoryFile } from './history-file.js';
import type { HistoryEntry, HistoryLine } from './history-line.js';

/** One changed setting. */
export interface RecordedSetting extends Pick<HistoryLine, 'batch' | 'entry' | 'tool' | 'scope' | 'file'> {
  readonly undoes?: string;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** Settings that are not in the history, each with the reason. */
export type Unrecorded = ReadonlyMap<RecordedSetting, string>;

/** Returns what the history says of an entry. */
export function historyEntry({ type, name, uri }: AnyCustomization): HistoryEntry {
  return { type, name, uri };
}

const isTooLong = (line: HistoryLine): boolean =>
  Buffer.byteLength(JSON.stringify(line)) > hostLimits.historyLineBytes;

export class Recorder {
  readonly history: HistoryFile;
  readonly #origin: Pick<HistoryLine, 'repository' | 'directory'>;

  constructor(history: HistoryFile, origin: Pick<HistoryLine, 'repository' | 'directory'>) {
    this.history = history;
    this.#origin = origin;
  }

  /** Records settings that are on disk. Resolves to those that could not be: they were changed all the same. */
  async record(settings: readonly RecordedSetting[]): Promise<Unrecorded> {
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
    const long = new Set(lines.filter(isTooLong));
    let failure: string | undefined;
    try {
      await this.history.append(lines.filter((line) => !long.has(line)));
    } catch (error) {
      failure = `the history could not be written: ${(error as Error).message}`;
    }
    const reasons = lines.map((line) => (long.has(line) ? 'its setting is too long' : failure));
    return new Map(
      settings.flatMap((setting, at) =>
        reasons[at] === undefined ? [] : [[setting, `it cannot be taken back, because ${reasons[at]}`]],
      ),
    );
  }
}
