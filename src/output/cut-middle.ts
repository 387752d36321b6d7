/** Cuts a text in its middle: names that share a prefix often differ at their ends. */

import { displayWidth, graphemesOf, truncate } from '../text/width.js';

/** Returns the longest end of the text that fits. */
function endOf(text: string, columns: number): string {
  let [start, left] = [text.length, columns];
  for (const { segment, index } of [...graphemesOf(text)].reverse()) {
    left -= displayWidth(segment);
    if (left < 0) break;
    start = index;
  }
  return text.slice(start);
}

/** Returns a text of at most `columns` columns, with the ellipsis in its middle if it is cut. */
export function cutMiddle(text: string, columns: number, ellipsis: string): string {
  if (displayWidth(text) <= columns) return text;
  const room = columns - displayWidth(ellipsis);
  if (room < 2) return truncate(text, columns, ellipsis);
  const start = truncate(text, Math.ceil(room / 2), '');
  return start + ellipsis + endOf(text, room - displayWidth(start));
}
