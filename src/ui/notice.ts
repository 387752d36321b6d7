/** Where a notice is shown: on the last line if it fits, else in the place of the details if there is one. */

import type { Notice } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import type { StyleName } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { layoutFor, type Screen } from './screen.js';

export const toneStyles: Record<Notice['tone'], StyleName> = {
  plain: 'plain',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
};

/** True if the notice belongs into the place of the details. */
export function isLongNotice({ state: { notice, view }, size }: Screen): boolean {
  if (notice === null || view.type !== 'list' || layoutFor(size).detailLines === 0) return false;
  return displayWidth(cleanLine(notice.text)) > size.columns - 2;
}
