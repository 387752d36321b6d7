/** Returns a host's text as one line of bounded length, to be quoted in a message. */

import { clientLimits } from './limits.js';

export function oneLine(text: string): string {
  const start = text.slice(0, clientLimits.hostMessageChars + 1).replace(/[\s\p{Cc}]+/gu, ' ');
  return text.length > clientLimits.hostMessageChars
    ? `${start.slice(0, clientLimits.hostMessageChars)}…`
    : start;
}
