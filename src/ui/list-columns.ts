/** The columns of the list on screen, measured once for each list and kind, and the tools that have a cell. */

import { typeWord } from '../entries/describe.js';
import type { EntryList } from '../entries/entries.js';
import { toolShort } from '../entries/tool-names.js';
import { isOfKind } from '../picker/kinds.js';
import type { KindFilter } from '../picker/state.js';
import { cellHead } from '../text/cells.js';
import { cleanLine } from '../text/clean.js';
import { columnsFor, type RowColumns } from '../text/row-columns.js';
import { displayWidth } from '../text/width.js';
import { uiLimits } from './limits.js';
import { hasSameFields } from './same-fields.js';
import type { Screen } from './screen.js';

interface Widest {
  widestName: number;
  widestType: number;
}

const known = new WeakMap<EntryList, Map<KindFilter, Widest>>();

/** Types that are told apart: a list of agents alone needs no word for them. */
function widestTypeOf(types: ReadonlySet<string>): number {
  if (types.size < 2 && types.has('agent')) return 0;
  return Math.max(
    0,
    ...[...types].map((type) => (type === 'skill' ? 0 : displayWidth(cleanLine(typeWord(type))))),
  );
}

function measure({ entries }: EntryList, kind: KindFilter): Widest {
  const types = new Set<string>();
  let widestName = 0;
  for (const { type, name } of entries) {
    if (!isOfKind(type, kind)) continue;
    types.add(type);
    // A character takes two columns at most. Only names that may be wider are measured.
    if (widestName >= uiLimits.nameColumns || name.length * 2 <= widestName) continue;
    widestName = Math.max(widestName, displayWidth(cleanLine(name)));
  }
  return {
    widestName: Math.min(widestName, uiLimits.nameColumns),
    widestType: Math.min(widestTypeOf(types), uiLimits.typeColumns),
  };
}

function widestIn(list: EntryList, kind: KindFilter): Widest {
  const byKind = known.get(list) ?? new Map<KindFilter, Widest>();
  known.set(list, byKind);
  const widest = byKind.get(kind) ?? measure(list, kind);
  byKind.set(kind, widest);
  return widest;
}

let last: RowColumns | undefined;

/** Returns the columns of the rows of a list; the same object until they change, so that nothing is drawn again. */
export function listColumns(list: EntryList, kind: KindFilter, tools: number, columns: number): RowColumns {
  const next = columnsFor({ ...widestIn(list, kind), tools, columns });
  if (last === undefined || !hasSameFields(last, next)) last = next;
  return last;
}

const noTools: readonly string[] = [];

/** Returns the tools that have a cell. Who chooses an entry to print switches nothing. */
export function cellTools({ model, isPicking }: Pick<Screen, 'model' | 'isPicking'>): readonly string[] {
  return isPicking ? noTools : model.tools;
}

/** Returns the two letters of a tool's head. */
export const toolHead = (id: string): string => cellHead(toolShort(id));
