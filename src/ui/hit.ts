/** What is under the mouse: a row, a cell or a tab. Uses the same columns as the regions that draw them. */

import type { PointIntent } from '../picker/intents.js';
import { cellAt } from '../text/row-columns.js';
import { createTheme } from '../text/theme.js';
import { bannerOf } from './Banner.js';
import { bottomOf } from './bottom.js';
import { cellTools, listColumns } from './list-columns.js';
import { layoutOf, type Screen } from './screen.js';
import { tabAt } from './title-parts.js';

// Widths do not depend on colours, but on the glyphs.
const widths = createTheme({ color: 'none', attributes: false }, false);

function hitTab(screen: Screen, column: number): PointIntent | null {
  const { state, model, isPicking, size } = screen;
  const { kind, tab: open, scope } = state;
  if (bannerOf(screen) !== null) return null;
  const tab = tabAt(
    { model, kind, tab: open, scope, isPicking, columns: size.columns, theme: widths },
    column,
  );
  return tab === undefined ? null : { type: 'point-tab', tab };
}

function hitRow(screen: Screen, column: number, index: number): PointIntent | null {
  const { rows, model, state } = screen;
  const row = rows.rows[index];
  if (row === undefined) return null;
  const tools = cellTools(screen);
  const at = listColumns(model.list, state.kind, tools.length, layoutOf(screen).listColumns);
  const tool = tools[cellAt(at, column) ?? -1];
  const isRead = row.type === 'entry' && row.whole.tools.some(({ id }) => id === tool);
  return tool === undefined || !isRead ? { type: 'point', index } : { type: 'point-cell', index, tool };
}

/** Returns what is at a column and a row of the screen, both counted from 0; null if nothing can be clicked there. */
export function hitAt(screen: Screen, column: number, row: number): PointIntent | null {
  const layout = layoutOf(screen);
  if (layout.isTooSmall || screen.state.view.type !== 'list') return null;
  if (row === 0) return hitTab(screen, column);
  const line = row - (layout.hasHeads ? 3 : 2);
  const { fromList, top } = bottomOf(screen, widths);
  if (line < 0 || line >= layout.listHeight - fromList || column >= layout.listColumns) return null;
  return hitRow(screen, column, top + line);
}
