/** The help: a menu whose chosen line has the cursor. */

import { memo } from 'react';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import type { HelpLines } from './help-lines.js';
import { Lines } from './Lines.js';
import { drawWindow, lastTop } from './view-lines.js';

interface HelpProps {
  /** All lines, from `helpLines`. */
  content: HelpLines;
  /** The chosen item. */
  at: number;
  top: number;
  columns: number;
  height: number;
  theme: Theme;
}

/**
 * Draws exactly `height` lines. The cursor takes the place of the left margin.
 * @internal
 */
export function drawHelp({ content, at, ...window }: HelpProps): string[] {
  const { top, height, theme } = window;
  const first = Math.min(top, lastTop(content.lines.length, height));
  const chosen = (content.itemLines[at] ?? -1) - first;
  const { cursor } = theme.glyphs;
  return drawWindow(content.lines, window).map((line, index) =>
    index === chosen ? ` ${paint(theme, 'accent', cursor)}${line.slice(1 + displayWidth(cursor))}` : line,
  );
}

export const Help = memo(function Help(props: HelpProps) {
  return <Lines lines={drawHelp(props)} />;
});
