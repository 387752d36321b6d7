/**
 * Keeps the envelopes of a channel that arrive while its snapshot is requested. A snapshot and the actions after it can
 * come in one read, so without the backlog those actions would be lost: the snapshot is not processed yet.
 */

import { ProtocolError } from '../errors.js';
import type { ActionEnvelope } from '../protocol/types.js';
import { BoundedList } from './bounded-list.js';
import { clientLimits } from './limits.js';

export class Backlog {
  #envelopes: BoundedList<ActionEnvelope> | undefined;

  /** Starts collecting into an empty list. */
  start(): void {
    this.#envelopes = new BoundedList(clientLimits.heldBytes);
  }

  note(envelopes: readonly ActionEnvelope[]): void {
    if (this.#envelopes !== undefined) for (const envelope of envelopes) this.#envelopes.add(envelope);
  }

  /** Stops collecting: no snapshot will come. */
  stop(): void {
    this.#envelopes = undefined;
  }

  /**
   * Stops collecting; returns the envelopes after the snapshot, in the order of the host. Throws ProtocolError if they
   * were too large to keep: then the snapshot is out of date.
   */
  takeAfter(fromSeq: number): ActionEnvelope[] {
    const envelopes = this.#envelopes === undefined ? [] : this.#envelopes.items;
    this.#envelopes = undefined;
    if (envelopes === undefined) {
      const hint = 'Restart the host, then try again.';
      throw new ProtocolError('The host sends too much before it sends its state.', { hint });
    }
    const after = envelopes.filter(({ serverSeq }) => serverSeq > fromSeq);
    return after.sort((a, b) => a.serverSeq - b.serverSeq);
  }
}
