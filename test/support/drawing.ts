/** Makes screens to draw, and removes the colours of drawn lines. */

import { settleCursor } from '../../src/picker/cursor.js';
import { buildRows } from '../../src/picker/rows.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { createTheme } from '../../src/text/theme.js';
import { drawScreen } from '../../src/ui/draw-screen.js';
import { layoutFor, type Screen } from '../../src/ui/screen.js';
import { stateOf } from './picker.js';

export const plain = createTheme({ color: 'none', attributes: true }, false);
export const ascii = createTheme({ color: 'none', attributes: true }, true);
export const colourful = createTheme({ color: '256', attributes: true }, false);

export interface ScreenChanges {
  state?: Partial<PickerState>;
  size?: Size;
  nowMs?: number;
  isPicking?: boolean;
}

export function screenOf(model: Model, changes: ScreenChanges = {}): Screen {
  const { size = { columns: 80, rows: 24 }, nowMs = 0, isPicking = false } = changes;
  const state = stateOf(changes.state);
  const rows = buildRows(model, state);
  const settled = settleCursor(state, rows, layoutFor(size).listHeight);
  return { state: settled, model, rows, size, nowMs, isPicking };
}

/** The line as plain text. */
export const bare = (line: string): string => line.replace(/\x1b\[[\d;]*m/g, '');

/** The whole screen as plain lines, without spaces at their ends. */
export function drawnLines(model: Model, changes: ScreenChanges = {}, theme = plain): string[] {
  return drawScreen(screenOf(model, changes), theme).map((line) => bare(line).trimEnd());
}
