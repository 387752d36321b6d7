/** The warning that some of what the host of a session sent could not be read: once for each session that is opened. */

import { unreadMessagesNote } from '../entries/unread-messages.js';
import type { SessionSource } from '../source/session-source.js';

export class UnreadWarning {
  #warned: unknown;

  /** Returns the warning; null if there is nothing to warn of, or if that was done. */
  textFor(session: Pick<SessionSource, 'unreadCount'> | undefined): string | null {
    if (session === undefined || session.unreadCount === 0 || session === this.#warned) return null;
    this.#warned = session;
    return unreadMessagesNote(session.unreadCount);
  }
}
