/** The newest actions, for clients that come back after a drop. Bounded by count and by how much they carry. */

import { limits } from '../limits.js';
import { childrenOf } from '../protocol/tree.js';
import type { ActionEnvelope, Customization, URI } from '../protocol/types.js';

/** Roughly how many entries an action carries: whole lists are what would fill the memory. */
function weigh({ action }: ActionEnvelope): number {
  const { customizations, customization } = action as {
    customizations?: readonly Customization[];
    customization?: Customization;
  };
  const containers = customizations ?? (customization ? [customization] : []);
  return containers.reduce((sum, container) => sum + (childrenOf(container)?.length ?? 0), 1);
}

export class ReplayBuffer {
  #envelopes: ActionEnvelope[] = [];
  #weight = 0;
  #newest = 0;

  push(envelope: ActionEnvelope): void {
    this.#envelopes.push(envelope);
    this.#newest = envelope.serverSeq;
    this.#weight += weigh(envelope);
    while (this.#envelopes.length > limits.replayedEnvelopes || this.#weight > limits.replayedEntries) {
      this.#weight -= weigh(this.#envelopes.shift()!);
    }
  }

  /** What came after `seq` on these channels; undefined if that is not all here, or `seq` is not ours. */
  after(seq: number, channels: readonly URI[]): ActionEnvelope[] | undefined {
    const oldest = this.#envelopes[0]?.serverSeq ?? this.#newest + 1;
    if (seq > this.#newest || seq < oldest - 1) return undefined;
    return this.#envelopes.filter(({ serverSeq, channel }) => serverSeq > seq && channels.includes(channel));
  }
}
