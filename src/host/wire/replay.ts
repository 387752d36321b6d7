/** Keeps the newest actions for clients that reconnect, limited in number, in entries and in characters. */

import { childrenOf } from '../../protocol/tree.js';
import type { ActionEnvelope, Customization, URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { SentEnvelope } from './sent-envelope.js';

interface KeptEnvelope {
  readonly sent: SentEnvelope;
  readonly entries: number;
  readonly chars: number;
}

/** The number of entries in an action. Actions with whole lists need the most memory. Refused ones are small. */
function countEntries({ action, rejectionReason }: ActionEnvelope): number {
  if (rejectionReason !== undefined) return 1;
  const { customizations, customization } = action as {
    customizations?: readonly Customization[];
    customization?: Customization;
  };
  const containers = customizations ?? (customization ? [customization] : []);
  return containers.reduce((sum, container) => sum + (childrenOf(container)?.length ?? 0), 1);
}

/** The length of all texts in a value. */
function countChars(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const item of Object.values(value)) sum += countChars(item);
  return sum;
}

export class ReplayBuffer {
  #kept: KeptEnvelope[] = [];
  #entries = 0;
  #chars = 0;
  #newest = 0;

  push(sent: SentEnvelope): void {
    const { envelope } = sent;
    const kept = { sent, entries: countEntries(envelope), chars: countChars(envelope) };
    this.#kept.push(kept);
    this.#newest = envelope.serverSeq;
    this.#entries += kept.entries;
    this.#chars += kept.chars;
    while (this.#isFull()) {
      const { entries, chars } = this.#kept.shift()!;
      this.#entries -= entries;
      this.#chars -= chars;
    }
  }

  #isFull(): boolean {
    if (this.#kept.length > hostLimits.replayedEnvelopes) return true;
    return this.#entries > hostLimits.replayedEntries || this.#chars > hostLimits.replayedChars;
  }

  /** The actions after `seq` on these channels; undefined if some are dropped, or if this host never sent `seq`. */
  after(seq: number, channels: readonly URI[]): SentEnvelope[] | undefined {
    const oldest = this.#kept[0]?.sent.envelope.serverSeq ?? this.#newest + 1;
    if (seq > this.#newest || seq < oldest - 1) return undefined;
    return this.#kept
      .map(({ sent }) => sent)
      .filter(({ envelope: { serverSeq, channel } }) => serverSeq > seq && channels.includes(channel));
  }
}
