/**
 * Divides the lines under the list: a question or a message is on the line above the footer, and grows upwards over the
 * details of the row, or over the last rows of the list. In a low terminal it takes the place of the footer.
 */

import type { Notice } from '../picker/state.js';
import type { Theme } from '../text/theme.js';
import { messageLines, messageOf } from './message.js';
import { type Layout, layoutOf, type Screen } from './screen.js';

/** The rows of the list that a message may cover. */
const coveredRows = 3;

export interface Bottom {
  /** What is said if nothing is asked. */
  message: Notice | null;
  /** The lines of the question or the message; 0 if there are none and no line is kept free for them. */
  height: number;
  /** How many of these lines are taken from the view of an entry, from the details, or else from the list. */
  fromView: number;
  fromDetails: number;
  fromList: number;
  /** The first row of the list that is shown. The row with the cursor stays in sight above the message. */
  top: number;
  hasFooter: boolean;
}

/** Returns how many lines a message may take. Help and chooser give up none of their own. */
function mostLines({ view }: Screen['state'], { detailLines, listHeight, viewHeight }: Layout): number {
  if (view.type === 'help' || view.type === 'chooser') return 1;
  if (view.type === 'detail') return Math.max(1, viewHeight >> 1);
  return 1 + (detailLines > 0 ? detailLines : Math.min(coveredRows, Math.max(0, listHeight - 2)));
}

/** Returns how the lines under the list are used now. */
export function bottomOf(screen: Screen, theme: Theme): Bottom {
  const { state, model, size } = screen;
  const layout = layoutOf(screen);
  const most = mostLines(state, layout);
  const isAsking = state.view.type === 'consent' || state.view.type === 'batch';
  const message = isAsking ? null : messageOf(state, model);
  const isEmpty = !isAsking && message === null;
  const lines =
    state.view.type === 'consent' ? most : messageLines(message, size.columns, most, theme).length;
  const extra = lines - 1;
  const isDetail = state.view.type === 'detail';
  const hasDetails = !isDetail && layout.detailLines > 0;
  const fromList = isDetail || hasDetails ? 0 : extra;
  return {
    message,
    height: isEmpty && !layout.hasHeads ? 0 : lines,
    fromView: isDetail ? extra : 0,
    fromDetails: hasDetails ? extra : 0,
    fromList,
    top: Math.max(state.top, state.cursor.index + 1 - (layout.listHeight - fromList)),
    hasFooter: layout.hasHeads || isEmpty,
  };
}
