/** One row of the list, and how rows are made. */

import type { Container } from '../entries/containers.js';
import type { Entry, Problem } from '../entries/entries.js';

export type Row =
  | { type: 'entry'; id: string; entry: Entry }
  | { type: 'header'; id: string; container: Container; on: number; off: number }
  /** Stands over rows that no container holds. */
  | { type: 'label'; id: string; text: string }
  | { type: 'problem'; id: string; problem: Problem };

/** Entries by their container, in the host's order. */
export type RowGroups = ReadonlyMap<Container | null, readonly Entry[]>;

export const entryRow = (entry: Entry): Row => ({ type: 'entry', id: entry.id, entry });

export function headerRow(container: Container, entries: readonly Entry[]): Row {
  let on = 0;
  for (const { effectiveEnabled } of entries) if (effectiveEnabled) on += 1;
  return { type: 'header', id: container.id, container, on, off: entries.length - on };
}

/** No host has such ids, so that labels and problems are never taken for what can be switched. */
export const labelRow = (text: string): Row => ({ type: 'label', id: `\0${text}`, text });

export const bareLabel = labelRow('in no container');
