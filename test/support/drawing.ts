/** Makes screens to draw, draws them with Ink as the picker does, and removes the colours of drawn lines. */

import { EventEmitter } from 'node:events';
import { render } from 'ink';
import { createElement } from 'react';
import { settleCursor } from '../../src/picker/cursor.js';
import { buildRows } from '../../src/picker/rows.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { createTheme, type Theme } from '../../src/text/theme.js';
import { App } from '../../src/ui/App.js';
import { layoutFor, type Screen } from '../../src/ui/screen.js';
import { stateOf } from './picker.js';

export const plain = createTheme({ color: 'none', attributes: true }, false);
export const ascii = createTheme({ color: 'none', attributes: true }, true);
export const colourful = createTheme({ color: '16', attributes: true }, false);

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
  const settled = settleCursor(state, rows, layoutFor(size, state.hasPreview).listHeight);
  return { state: settled, model, rows, size, nowMs, isPicking };
}

/** The line as plain text. */
export const bare = (line: string): string => line.replace(/\x1b\[[\d;]*m/g, '');

/** An output of any width that keeps the last frame. */
class Output extends EventEmitter {
  frame = '';

  constructor(readonly columns: number) {
    super();
  }

  write(frame: string): void {
    this.frame = frame;
  }
}

/** Returns the lines of the screen, drawn by the whole app in the way that the picker uses Ink. */
export function drawScreen(screen: Screen, theme: Theme): string[] {
  const output = new Output(screen.size.columns);
  const store = { subscribe: () => () => {}, getSnapshot: () => screen };
  const instance = render(createElement(App, { store, theme }), {
    stdout: output as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
    debug: true,
    isScreenReaderEnabled: true,
  });
  const lines = output.frame.split('\n');
  instance.unmount();
  instance.cleanup();
  return lines;
}

/** The whole screen as plain lines, without spaces at their ends. */
export function drawnLines(model: Model, changes: ScreenChanges = {}, theme = plain): string[] {
  return drawScreen(screenOf(model, changes), theme).map((line) => bare(line).trimEnd());
}
