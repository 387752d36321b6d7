/** The view of one entry, folder, plugin or problem: all facts, then the file. It scrolls. */

import { memo } from 'react';
import type { Theme } from '../text/theme.js';
import { Lines } from './Lines.js';
import { drawWindow, type ViewLine } from './view-lines.js';

interface DetailProps {
  /** All lines, from `detailLines`. */
  lines: readonly ViewLine[];
  top: number;
  columns: number;
  height: number;
  theme: Theme;
}

export const Detail = memo(function Detail({ lines, ...window }: DetailProps) {
  return <Lines lines={drawWindow(lines, window)} />;
});
