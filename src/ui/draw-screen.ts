/** The whole screen as lines: one less than the terminal has rows, none wider than it has columns. */

import type { Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { drawDetail, drawFooter, drawRule, drawSearch, drawTitle } from './draw-lines.js';
import { drawList } from './draw-list.js';
import { drawChooser, drawDetailView, drawHelp } from './draw-views.js';
import { layoutFor, type Screen } from './screen.js';

function tooSmall({ size }: Screen): string[] {
  const text = `skillpick needs 40x10, this is ${size.columns}x${size.rows}; esc leaves`;
  return [truncate(text, Math.max(1, size.columns - 1))];
}

/** What stands between the title and the footer. */
function body(screen: Screen, theme: Theme): string[] {
  const { state, size } = screen;
  const { hasRule, listHeight, detailLines } = layoutFor(size);
  const height = listHeight + 1 + (hasRule ? 1 : 0) + detailLines;
  switch (state.view.type) {
    case 'detail':
      return drawDetailView(screen, state.view, height, theme);
    case 'chooser':
      return drawChooser(screen, state.view, height, theme);
    case 'help':
      return drawHelp(screen, state.view, height, theme);
    default:
      return [
        drawSearch(screen, theme),
        ...drawList(screen, theme),
        ...(hasRule ? [drawRule(screen, theme)] : []),
        ...drawDetail(screen, theme),
      ];
  }
}

export function drawScreen(screen: Screen, theme: Theme): string[] {
  if (layoutFor(screen.size).isTooSmall) return tooSmall(screen);
  return [drawTitle(screen, theme), ...body(screen, theme), drawFooter(screen, theme)];
}
