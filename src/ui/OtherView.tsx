/** The views that replace the list: an entry with its file, the help, the chooser. */

import type { Theme } from '../text/theme.js';
import type { Bottom } from './bottom.js';
import { Chooser } from './Chooser.js';
import { Detail } from './Detail.js';
import { detailLines } from './detail-lines.js';
import { Help } from './Help.js';
import { helpLines } from './help-lines.js';
import { layoutOf, type Screen } from './screen.js';

interface OtherViewProps {
  screen: Screen;
  bottom: Bottom;
  theme: Theme;
}

export function OtherView({ screen, bottom, theme }: OtherViewProps) {
  const { view } = screen.state;
  const { columns } = screen.size;
  const window = { columns, height: layoutOf(screen).viewHeight - bottom.fromView, theme };
  switch (view.type) {
    case 'detail':
      return <Detail lines={detailLines(screen, view)} top={view.top} {...window} />;
    case 'help':
      return <Help content={helpLines(screen, view, theme)} at={view.at} top={view.top} {...window} />;
    case 'chooser':
      return <Chooser choices={view.choices} chosen={view.key} query={view.query} {...window} />;
    default:
      return null;
  }
}
