/** What to say of messages and entries that could not be read: in the picker, in lists and in doctor. */

/** Returns how much could not be read, as a clause. */
export const unreadMessages = (count: number): string =>
  `${count === 1 ? '1 message or entry' : `${count} messages and entries`} could not be read`;

/** Returns what that means for a list, as a sentence. */
export const unreadMessagesNote = (count: number): string =>
  `${unreadMessages(count)}, so the list may be incomplete.`;
