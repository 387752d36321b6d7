/**
 * Bounds on data that waits to be sent. If a host does not read, the system's buffers fill first, then ours. Beyond a
 * limit the connection is given up. Of several pings only the newest gets a reply.
 */

import { SkillpickError } from '../errors.js';
import { clientLimits } from './limits.js';

/** The approximate memory of a queued frame, apart from its text. */
const frameOverheadBytes = 512;

/** Counts the bytes that a socket has not sent yet. */
export class SendQueue {
  readonly #overflow: (error: SkillpickError) => void;
  #bytes = 0;

  constructor(overflow: (error: SkillpickError) => void) {
    this.#overflow = overflow;
  }

  /** Sends through `write`, which calls back once the text is sent; gives up if too much is waiting. */
  send(text: string, write: (sent: () => void) => void): void {
    const bytes = text.length + frameOverheadBytes;
    this.#bytes += bytes;
    if (this.#bytes > clientLimits.sendQueueBytes) {
      const hint = 'Restart the host, then try again.';
      const message = 'The connection was given up: the host does not read what it is sent.';
      this.#overflow(new SkillpickError('connection-lost', message, { hint }));
      return;
    }
    write(() => {
      this.#bytes -= bytes;
    });
  }
}

/**
 * Returns a function that replies to a ping through `write`. While a reply is being sent, only the newest ping is kept,
 * as RFC 6455 (5.5.3) allows.
 */
export function pingReplier(write: (payload: Buffer, sent: () => void) => void): (payload: Buffer) => void {
  let isSending = false;
  let newest: Buffer | undefined;
  return function reply(payload) {
    if (isSending) {
      newest = payload;
      return;
    }
    isSending = true;
    write(payload, () => {
      isSending = false;
      const next = newest;
      newest = undefined;
      if (next !== undefined) reply(next);
    });
  };
}
