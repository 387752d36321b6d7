/**
 * What arrives on a channel while its snapshot is under way. A snapshot and the actions after it can come in one
 * read, before anybody had the chance to look at the snapshot: without this they would be lost.
 */

import { ProtocolError } from '../errors.js';
import type { ActionEnvelope } from '../protocol/types.js';
import { clientLimits } from './limits.js';
import { BoundedList } from './weight.js';

function tooMuch(): ProtocolError {
  const hint = 'Restart the host, then try again.';
  return new ProtocolError('The host sends too much before it sends its state.', { hint });
}

export class Backlog {
  #envelopes: BoundedList<ActionEnvelope> | undefined;

  /** Starts to remember, afresh. */
  start(): void {
    this.#envelopes = new BoundedList(clientLimits.heldBytes);
  }

  note(envelopes: readonly ActionEnvelope[]): void {
    if (this.#envelopes !== undefined) for (const envelope of envelopes) this.#envelopes.add(envelope);
  }

  /** Ends remembering: there will be no snapshot. */
  stop(): void {
    this.#envelopes = undefined;
  }

  /**
   * Ends remembering; returns what the snapshot does not hold yet, in the order of the host. Throws ProtocolError if
   * more came than is kept: the snapshot is out of date then.
   */
  takeAfter(fromSeq: number): ActionEnvelope[] {
    const envelopes = this.#envelopes === undefined ? [] : this.#envelopes.items;
    this.#envelopes = undefined;
    if (envelopes === undefined) throw tooMuch();
    const after = envelopes.filter(({ serverSeq }) => serverSeq > fromSeq);
    return after.sort((a, b) => a.serverSeq - b.serverSeq);
  }
}
