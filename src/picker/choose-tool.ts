/** Chooses the cell of a tool in the row with the cursor. The chosen tool stays while the cursor moves. */

import type { Row } from './rows.js';
import { next, notify, type UpdateResult } from './sending.js';
import type { Model, PickerState } from './state.js';
import { noTools } from './tabs.js';

/** Returns the tools that have a cell in the row, in the order of their columns. */
function toolsIn(row: Row | undefined, { tools }: Model): readonly string[] {
  if (row?.type !== 'entry') return tools;
  const readers = new Set(row.whole.tools.map(({ id }) => id));
  return tools.filter((id) => readers.has(id));
}

/** Returns the next cell of the row in this direction; null: the row itself. */
function neighbour(
  chosen: string | null,
  by: 1 | -1,
  inRow: readonly string[],
  all: readonly string[],
): string | null {
  const at = chosen === null ? -1 : all.indexOf(chosen);
  const positions = inRow.map((id) => all.indexOf(id));
  const found = by === 1 ? positions.find((one) => one > at) : positions.findLast((one) => one < at);
  if (found !== undefined) return all[found] ?? null;
  return by === 1 ? chosen : null;
}

export function chooseTool(state: PickerState, by: 1 | -1, row: Row | undefined, model: Model): UpdateResult {
  if (model.tools.length === 0) return notify(state, `There are no cells: ${noTools(model)}`);
  const inRow = toolsIn(row, model);
  if (inRow.length === 0) return notify(state, 'No tool here reads it.');
  return next({ ...state, tool: neighbour(state.tool, by, inRow, model.tools), notice: null });
}
