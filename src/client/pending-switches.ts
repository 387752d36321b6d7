/**
 * The switches under way, in the order of their requests. They are found by entry, and by the number they were sent
 * under. A batch may hold thousands, so adding, finding and removing one takes constant time.
 */

import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { Draft } from './draft.js';
import type { PreparedSwitch } from './prepare-switch.js';
import type { SessionView, ToggleOutcome } from './session-view.js';

/** Waiting to be sent; waiting for the echo; echoed, and waiting to be compared with the host's state. */
type SwitchStage = 'queued' | 'sent' | 'verifying';

/** Receives the outcome of a switch: one of the two functions is called, once. */
export interface SwitchEnd {
  settle(outcome: ToggleOutcome): void;
  reject(error: Error): void;
}

/** The entry at the time of the request. */
export interface RequestedEntry {
  /** Once a switch of this kind of entry was seen to take effect, the echo alone is trusted. */
  readonly entryKind: string;
  /** False if the entry is as wanted already in all tools that are switched: then another request takes nothing back. */
  readonly isReversible: boolean;
  /** False if the host's state would look the same without the switch. */
  isConclusive: boolean;
}

export interface PendingSwitch extends PreparedSwitch, SwitchEnd, RequestedEntry {
  stage: SwitchStage;
  /** The number it was sent under last; 0 if it was never sent. */
  clientSeq: number;
  /** Set when it is sent for the first time. */
  action: CustomizationToggledAction | undefined;
  sends: number;
  sentAtMs: number;
  /** True once the same entry was switched again. */
  isReplaced: boolean;
}

/** Returns the outcome with the batch that may hold the switch. The host has the last word on whether it was written. */
export function withBatch({ batch, sends }: PendingSwitch, outcome: ToggleOutcome): ToggleOutcome {
  if (batch === null || sends === 0 || outcome.kind === 'rejected') return outcome;
  const recorded = 'result' in outcome ? outcome.result?.batch : batch;
  return recorded ? { ...outcome, batch: recorded } : outcome;
}

export class PendingSwitches implements Iterable<PendingSwitch> {
  readonly #all = new Set<PendingSwitch>();
  readonly #byEntry = new Map<string, Set<PendingSwitch>>();
  readonly #bySeq = new Map<number, PendingSwitch>();
  #queued = new Set<PendingSwitch>();

  [Symbol.iterator](): Iterator<PendingSwitch> {
    return this.#all.values();
  }

  /** Those that wait to be sent, in the order of sending. */
  get queued(): ReadonlySet<PendingSwitch> {
    return this.#queued;
  }

  /** Those that wait for their echo, by number, in the order they were sent. */
  get sent(): ReadonlyMap<number, PendingSwitch> {
    return this.#bySeq;
  }

  get verifying(): PendingSwitch[] {
    return [...this.#all].filter(({ stage }) => stage === 'verifying');
  }

  /** The entries with a switch under way, and the value that was wanted last. */
  get wanted(): SessionView['pending'] {
    return new Map([...this.#all].map(({ id, wanted }) => [id, wanted]));
  }

  has(item: PendingSwitch): boolean {
    return this.#all.has(item);
  }

  ofEntry(id: string): PendingSwitch[] {
    return [...(this.#byEntry.get(id) ?? [])];
  }

  /** Applies switches to a draft: all of them, or those of one entry, up to but without `end`. */
  applyTo(draft: Draft, id?: string, end?: PendingSwitch): Draft {
    for (const item of id === undefined ? this.#all : this.ofEntry(id)) {
      if (item === end) break;
      if (item.stage === 'verifying') continue;
      const found = draft.find(item.id);
      if (found === undefined) continue;
      draft.toggle(item.action ?? item.build(found.node));
      draft.show(item.id, item.show);
    }
    return draft;
  }

  add(prepared: PreparedSwitch, end: SwitchEnd, entry: RequestedEntry): void {
    const unsent = { stage: 'queued', clientSeq: 0, action: undefined, sends: 0, sentAtMs: 0 } as const;
    const item: PendingSwitch = { ...prepared, ...end, ...entry, ...unsent, isReplaced: false };
    const ofEntry = this.#byEntry.get(item.id);
    if (ofEntry === undefined) this.#byEntry.set(item.id, new Set([item]));
    else ofEntry.add(item);
    this.#all.add(item);
    this.#queued.add(item);
  }

  delete(item: PendingSwitch): void {
    const ofEntry = this.#byEntry.get(item.id);
    ofEntry?.delete(item);
    if (ofEntry?.size === 0) this.#byEntry.delete(item.id);
    this.#all.delete(item);
    this.#leaveStage(item);
  }

  markSent(item: PendingSwitch, clientSeq: number): void {
    this.#leaveStage(item);
    item.stage = 'sent';
    item.clientSeq = clientSeq;
    this.#bySeq.set(clientSeq, item);
  }

  markVerifying(item: PendingSwitch): void {
    this.#leaveStage(item);
    item.stage = 'verifying';
  }

  /** Puts everything that waits for an echo back into the queue, in the order of the requests. */
  requeue(): void {
    this.#bySeq.clear();
    this.#queued = new Set();
    for (const item of this.#all) {
      if (item.stage === 'verifying') continue;
      item.stage = 'queued';
      this.#queued.add(item);
    }
  }

  #leaveStage(item: PendingSwitch): void {
    this.#queued.delete(item);
    if (this.#bySeq.get(item.clientSeq) === item) this.#bySeq.delete(item.clientSeq);
  }
}
