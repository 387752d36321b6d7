/** Cuts a text in its middle: names that share a prefix often differ at their ends. */

import { displayWidth, endOf, truncate } from './width.js';

/** The parts of a text that stay, by their lengths. */
interface KeptEnds {
  head: number;
  tail: number;
}

/** Returns what stays beside the ellipsis; null if the whole text fits. */
export function keptEnds(text: string, columns: number, ellipsis: string): KeptEnds | null {
  if (displayWidth(text) <= columns) return null;
  const room = columns - displayWidth(ellipsis);
  // Too narrow for two ends.
  if (room < 2) return { head: truncate(text, room, '').length, tail: 0 };
  const head = truncate(text, Math.ceil(room / 2), '');
  return { head: head.length, tail: endOf(text, room - displayWidth(head)).length };
}

/** Returns a text of at most `columns` columns, with the ellipsis in its middle if it is cut. */
export function cutMiddle(text: string, columns: number, ellipsis: string): string {
  const kept = keptEnds(text, columns, ellipsis);
  if (kept === null) return text;
  const shown = ellipsis.slice(0, Math.max(0, columns));
  return text.slice(0, kept.head) + shown + text.slice(text.length - kept.tail);
}
