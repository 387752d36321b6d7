/** All there is to see in a terminal that is too small. */

import { keyFor } from '../picker/keymap.js';
import type { Size } from '../text/ability.js';
import type { Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { smallest } from './screen.js';
import { wrapText } from './view-lines.js';

export function TooSmall({ size, theme }: { size: Size; theme: Theme }) {
  const { columns, rows } = size;
  const text = `skillpick needs ${smallest.columns}x${smallest.rows}, this is ${columns}x${rows}; ${keyFor('back')} leaves`;
  const room = Math.max(1, columns - 1);
  const lines = wrapText(text, room).map((line) => truncate(line, room, theme.glyphs.ellipsis));
  return <Lines lines={Array.from({ length: rows }, (_, index) => lines[index] ?? '')} />;
}
