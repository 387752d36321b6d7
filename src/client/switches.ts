/**
 * The switches made through one session, from the wish to its outcome. An echo means that the host saw it, not
 * that it worked: the first switch of every kind of entry is checked against the host's own state, and so is
 * every one that is not echoed in time. What the host forgets later is noticed too. Pure book-keeping: sending
 * and asking is the switcher's part.
 */

import type { Scope } from '../protocol/actions.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';
import type { Receipt } from './reconcile.js';

/** How a switch ended. `enabled` is what is true now; undefined when the entry is gone or nobody could be asked. */
export type ToggleOutcome =
  | { kind: 'confirmed'; enabled: boolean | undefined }
  | { kind: 'rejected'; enabled: boolean | undefined; reason: string }
  /** Echoed, yet the host's state did not change. */
  | { kind: 'ineffective'; enabled: boolean | undefined }
  /** Not echoed; the host was asked again. */
  | { kind: 'unconfirmed'; enabled: boolean | undefined; reason: string };

/** A switch made here that the host dropped. */
export interface ForgottenSwitch {
  id: string;
  /** What had been asked for and confirmed. */
  enabled: boolean;
  scope: Scope;
}

export interface Switch {
  id: string;
  /** The wanted value; null for a reset, where whatever the host falls back to is right. */
  wanted: boolean | null;
  scope: Scope;
  action: CustomizationToggledAction;
  /** Kind of entry, for which an echo is trusted once it has been seen to take effect. */
  kind: string;
  /** False where the host's state would look the same if it had done nothing. */
  isTelling: boolean;
  clientSeq: number;
  sends: number;
  sentAtMs: number;
  /** True if the host keeps it on disk: what changes it later is somebody's decision, and nothing was forgotten. */
  isKept: boolean;
  /** True once the same entry was switched again. */
  isReplaced: boolean;
  settle(outcome: ToggleOutcome): void;
}

/** Answers the own flag of an entry, or undefined if it is not in the list. */
export type Flags = (id: string) => boolean | undefined;

export class SwitchBook {
  /** Waiting for their echo, by number, in the order they were made. */
  readonly #open = new Map<number, Switch>();
  /** The same ones by entry. */
  readonly #openOf = new Map<string, Switch[]>();
  readonly #wishes = new Map<string, ForgottenSwitch>();
  readonly #trusted = new Set<string>();
  /** Echoed, waiting for the host's state to be compared; by entry. */
  readonly #unverified = new Map<string, Switch>();

  get open(): Switch[] {
    return [...this.#open.values()];
  }

  /** The one that has waited longest. */
  get oldest(): Switch | undefined {
    return this.#open.values().next().value;
  }

  get unverified(): Switch[] {
    return [...this.#unverified.values()];
  }

  /** True if a switch of this entry waits for its echo. */
  isWaiting(id: string): boolean {
    return this.#openOf.has(id);
  }

  /** True if a switch of this entry is not through yet. */
  isBusy(id: string): boolean {
    return this.isWaiting(id) || this.#unverified.has(id);
  }

  isOpen(item: Switch): boolean {
    return this.#open.get(item.clientSeq) === item;
  }

  /** True if an echo is enough. What a reset falls back to, only the host can say. */
  isTrusted(item: Switch): boolean {
    return item.wanted !== null && this.#trusted.has(item.kind);
  }

  add(item: Switch): void {
    const others = this.#openOf.get(item.id) ?? [];
    for (const other of others) other.isReplaced = true;
    this.#openOf.set(item.id, [...others, item]);
    this.#open.set(item.clientSeq, item);
    this.#wishes.delete(item.id);
    // What the host's state says from now on may be about the new switch.
    const earlier = this.#takeUnverified(item.id);
    earlier?.settle({ kind: 'confirmed', enabled: earlier.wanted ?? undefined });
  }

  renumber(item: Switch, clientSeq: number): void {
    this.#open.delete(item.clientSeq);
    item.clientSeq = clientSeq;
    this.#open.set(clientSeq, item);
  }

  /** Takes note of an own echo. True if the host's state has to be asked for, to see what came of it. */
  echoed({ envelope, before, enabled }: Receipt): boolean {
    const { origin, rejectionReason } = envelope;
    const item = this.#open.get(origin?.clientSeq ?? Number.NaN);
    if (item === undefined) return true;
    this.#close(item);
    if (rejectionReason !== undefined) {
      item.settle({ kind: 'rejected', enabled, reason: oneLine(rejectionReason) });
      return false;
    }
    if (before === item.wanted) item.isTelling = false;
    const isKnown = this.isTrusted(item);
    if (isKnown || item.isReplaced) this.#compare(item, enabled);
    else this.#unverified.set(item.id, item);
    return !isKnown;
  }

  /** Compares what was echoed with the host's own state, asked for after the echo. */
  verify(items: readonly Switch[], flags: Flags): void {
    for (const item of items) {
      if (this.#unverified.get(item.id) !== item) continue;
      this.#unverified.delete(item.id);
      const enabled = flags(item.id);
      if (item.isTelling && enabled === item.wanted) this.#trusted.add(item.kind);
      this.#compare(item, enabled);
    }
  }

  /** Ends switches that got no echo, by what the host's own state says. */
  judge(items: readonly Switch[], flags: Flags | undefined, reason: string): void {
    for (const item of items) {
      this.#close(item);
      const enabled = flags?.(item.id);
      if (flags !== undefined && enabled === item.wanted && !item.isReplaced) this.#confirm(item, enabled);
      else
        item.settle({
          kind: 'unconfirmed',
          enabled,
          reason: item.isReplaced ? 'it was switched again since' : reason,
        });
    }
  }

  /** Ends everything: nobody is left to ask. */
  abandon(reason: string): void {
    for (const item of this.unverified) item.settle({ kind: 'unconfirmed', enabled: undefined, reason });
    this.#unverified.clear();
    this.judge(this.open, undefined, reason);
  }

  /** Another host, or another life of it: nothing that was seen of it holds any more. */
  distrust(): void {
    this.#trusted.clear();
  }

  /** Another client decided about an entry: our wish for it no longer stands, and ours did take effect before. */
  noteForeign({ envelope: { action }, enabled }: Receipt): void {
    if (action.type !== 'session/customizationToggled') return;
    const { id } = action as CustomizationToggledAction;
    this.#wishes.delete(id);
    this.#takeUnverified(id)?.settle({ kind: 'confirmed', enabled });
  }

  /** Confirmed switches that the host no longer holds; each is told once. */
  takeForgotten(flags: Flags): ForgottenSwitch[] {
    const isForgotten = ({ id, enabled }: ForgottenSwitch) => (flags(id) ?? enabled) !== enabled;
    const forgotten = [...this.#wishes.values()].filter(isForgotten);
    for (const { id } of forgotten) this.#wishes.delete(id);
    return forgotten;
  }

  #close(item: Switch): void {
    this.#open.delete(item.clientSeq);
    const others = this.#openOf.get(item.id)?.filter((other) => other !== item) ?? [];
    if (others.length === 0) this.#openOf.delete(item.id);
    else this.#openOf.set(item.id, others);
  }

  #takeUnverified(id: string): Switch | undefined {
    const item = this.#unverified.get(id);
    this.#unverified.delete(id);
    return item;
  }

  /** Ends an echoed switch by what the state says. */
  #compare(item: Switch, enabled: boolean | undefined): void {
    const isDone = item.wanted === null || enabled === item.wanted || item.isReplaced;
    if (isDone) this.#confirm(item, enabled);
    else item.settle({ kind: 'ineffective', enabled });
  }

  #confirm(item: Switch, enabled: boolean | undefined): void {
    const mayBeForgotten = !item.isReplaced && !item.isKept;
    if (item.wanted !== null && mayBeForgotten) this.#remember(item.id, item.wanted, item.scope);
    item.settle({ kind: 'confirmed', enabled });
  }

  #remember(id: string, enabled: boolean, scope: Scope): void {
    this.#wishes.delete(id);
    this.#wishes.set(id, { id, enabled, scope });
    const [oldest] = this.#wishes.keys();
    if (this.#wishes.size > clientLimits.rememberedSwitches && oldest !== undefined)
      this.#wishes.delete(oldest);
  }
}
