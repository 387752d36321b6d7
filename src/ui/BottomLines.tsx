/** The question or the message above the footer. */

import type { Theme } from '../text/theme.js';
import { BatchQuestion } from './BatchQuestion.js';
import type { Bottom } from './bottom.js';
import { ConsentQuestion } from './ConsentQuestion.js';
import { MessageLine } from './MessageLine.js';
import type { Screen } from './screen.js';

export function BottomLines({ screen, bottom, theme }: { screen: Screen; bottom: Bottom; theme: Theme }) {
  const { state, model, size } = screen;
  const { view, tool, tab } = state;
  const { height, message } = bottom;
  const { columns } = size;
  if (view.type === 'consent')
    return <ConsentQuestion asked={view.asked} about={view.about} {...{ columns, height, theme }} />;
  if (view.type === 'batch')
    return (
      <BatchQuestion
        ids={view.ids}
        folder={view.folder}
        leftOut={view.leftOut}
        tool={tool ?? tab}
        list={model.list}
        {...{ columns, theme }}
      />
    );
  return height === 0 ? null : <MessageLine message={message} most={height} {...{ columns, theme }} />;
}
