/**
 * Bounds on what waits to be sent. If a host does not read, the system's buffers fill first and then ours: beyond a
 * limit the connection is given up, and only the newest of several pings gets a reply.
 */

import { SkillpickError } from '../errors.js';
import { clientLimits } from './limits.js';

/** The memory of a queued frame besides its text. */
const frameOverheadBytes = 512;

function doesNotRead(): SkillpickError {
  return new SkillpickError(
    'connection-lost',
    'The connection was given up: the host does not read what it is sent.',
    { hint: 'Restart the host, then try again.' },
  );
}

/** Counts the bytes that a socket has not sent yet. */
export class SendQueue {
  readonly #overflow: (error: SkillpickError) => void;
  #bytes = 0;

  constructor(overflow: (error: SkillpickError) => void) {
    this.#overflow = overflow;
  }

  /** Sends through `write`, which calls back once the text is out; gives up if too much is waiting. */
  send(text: string, write: (sent: () => void) => void): void {
    const bytes = text.length + frameOverheadBytes;
    this.#bytes += bytes;
    if (this.#bytes > clientLimits.sendQueueBytes) {
      this.#overflow(doesNotRead());
      return;
    }
    write(() => {
      this.#bytes -= bytes;
    });
  }
}

/** Replies to pings. While a reply is being sent, only the newest ping is kept, as RFC 6455 (5.5.3) allows. */
export class PingReplies {
  readonly #write: (payload: Buffer, sent: () => void) => void;
  #isSending = false;
  #newest: Buffer | undefined;

  constructor(write: (payload: Buffer, sent: () => void) => void) {
    this.#write = write;
  }

  reply(payload: Buffer): void {
    if (this.#isSending) this.#newest = payload;
    else this.#send(payload);
  }

  #send(payload: Buffer): void {
    this.#isSending = true;
    this.#write(payload, () => {
      this.#isSending = false;
      const newest = this.#newest;
      this.#newest = undefined;
      if (newest !== undefined) this.#send(newest);
    });
  }
}
