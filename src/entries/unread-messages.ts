/** What to say of messages and entries that could not be read: in the picker, in lists, in watch and in doctor. */

import type { Problem } from '../protocol/problem-codes.js';

/** Returns how much could not be read, as a clause. */
const unreadMessages = (count: number): string =>
  `${count === 1 ? '1 message or entry' : `${count} messages and entries`} could not be read`;

/** Returns what that means for a list, as a sentence. */
export const unreadMessagesNote = (count: number): string =>
  `${unreadMessages(count)}, so the list may be incomplete.`;

/** Returns one problem of the session for everything that its host sent and that could not be read. */
export function unreadProblems({ uri, unreadCount }: { uri: string; unreadCount: number }): Problem[] {
  const message = unreadMessages(unreadCount);
  return unreadCount === 0 ? [] : [{ uri, line: null, message, code: null, severity: 'error' }];
}
