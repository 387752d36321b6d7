/** What a host says, as part of a message of ours: one line of bounded length. */

import { clientLimits } from './limits.js';

export function oneLine(text: string): string {
  const start = text.slice(0, clientLimits.hostMessageChars + 1).replace(/[\s\p{Cc}]+/gu, ' ');
  return text.length > clientLimits.hostMessageChars
    ? `${start.slice(0, clientLimits.hostMessageChars)}…`
    : start;
}
