/** The whole screen: one line fewer than the terminal has rows, and no line wider than the terminal. */

import { keyFor } from '../picker/keymap.js';
import { paint, type Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { drawFooter } from './draw-footer.js';
import { drawList } from './draw-list.js';
import { coverWithQuestion, drawPane } from './draw-pane.js';
import { drawSearch } from './draw-search.js';
import { drawTitle } from './draw-title.js';
import { drawChooser, drawScrolling } from './draw-views.js';
import { layoutFor, type Screen } from './screen.js';

function tooSmall({ size }: Screen, theme: Theme): string[] {
  const text = `skillpick needs 40x10, this is ${size.columns}x${size.rows}; ${keyFor('back')} leaves`;
  return [truncate(text, Math.max(1, size.columns - 1), theme.glyphs.ellipsis)];
}

function body(screen: Screen, theme: Theme): string[] {
  const { view } = screen.state;
  const rule = ` ${paint(theme, 'dim', theme.glyphs.rule.repeat(Math.max(0, screen.size.columns - 2)))}`;
  switch (view.type) {
    case 'detail':
    case 'help':
      return drawScrolling(screen, view, theme);
    case 'chooser':
      return drawChooser(screen, view, theme);
    default:
      return [
        drawSearch(screen, theme),
        ...coverWithQuestion(drawList(screen, theme), screen, theme),
        ...(layoutFor(screen.size).hasRule ? [rule] : []),
        ...drawPane(screen, theme),
      ];
  }
}

export function drawScreen(screen: Screen, theme: Theme): string[] {
  if (layoutFor(screen.size).isTooSmall) return tooSmall(screen, theme);
  return [drawTitle(screen, theme), ...body(screen, theme), drawFooter(screen, theme)];
}
