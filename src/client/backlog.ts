/**
 * What arrives on a channel while its snapshot is under way. A snapshot and the actions after it can come in one
 * read, before anybody had the chance to look at the snapshot: without this they would be lost.
 */

import type { ActionEnvelope } from '../protocol/types.js';

export class Backlog {
  #envelopes: ActionEnvelope[] | undefined;

  /** Starts to remember, afresh. */
  start(): void {
    this.#envelopes = [];
  }

  note(envelopes: readonly ActionEnvelope[]): void {
    if (this.#envelopes !== undefined) for (const envelope of envelopes) this.#envelopes.push(envelope);
  }

  /** Ends remembering: there will be no snapshot. */
  stop(): void {
    this.#envelopes = undefined;
  }

  /** Ends remembering; answers what the snapshot does not hold yet, in the order of the host. */
  takeAfter(fromSeq: number): ActionEnvelope[] {
    const after = (this.#envelopes ?? []).filter(({ serverSeq }) => serverSeq > fromSeq);
    this.#envelopes = undefined;
    return after.sort((a, b) => a.serverSeq - b.serverSeq);
  }
}
