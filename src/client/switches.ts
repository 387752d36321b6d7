/**
 * The switches made through one session, from the wish to its outcome. An echo means that the host saw it, not
 * that it worked: the first switch of every kind of entry is checked against the host's own state, and so is
 * every one that is not echoed in time. What the host forgets later is noticed too. Pure book-keeping: sending
 * and asking is the switcher's part.
 */

import type { Scope } from '../protocol/actions.js';
import { ownEnabled } from '../protocol/effective.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { findCustomization, walk } from '../protocol/tree.js';
import type { ActionEnvelope, SessionState } from '../protocol/types.js';

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
  clientSeq: number;
  sends: number;
  settle(outcome: ToggleOutcome): void;
}

/** The own flag of an entry, or undefined if it is not in the list. */
export function flagOf(state: SessionState, id: string): boolean | undefined {
  const found = findCustomization(state.customizations, id);
  return found && ownEnabled(found.node);
}

export class SwitchBook {
  /** Waiting for their echo, by number, in the order they were made. */
  readonly #open = new Map<number, Switch>();
  /** The newest open switch of each entry. */
  readonly #newest = new Map<string, Switch>();
  readonly #wishes = new Map<string, ForgottenSwitch>();
  readonly #trusted = new Set<string>();
  /** Echoed, waiting for the host's state to be compared. */
  #unverified: Switch[] = [];

  get open(): Switch[] {
    return [...this.#open.values()];
  }

  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  get hasUnverified(): boolean {
    return this.#unverified.length > 0;
  }

  isOpen(item: Switch): boolean {
    return this.#open.get(item.clientSeq) === item;
  }

  /** True if the same entry was switched again since. */
  isSuperseded(item: Switch): boolean {
    const newest = this.#newest.get(item.id);
    return newest !== undefined && newest !== item;
  }

  add(item: Switch): void {
    this.#open.set(item.clientSeq, item);
    this.#newest.set(item.id, item);
    this.#wishes.delete(item.id);
  }

  renumber(item: Switch, clientSeq: number): void {
    this.#open.delete(item.clientSeq);
    item.clientSeq = clientSeq;
    this.#open.set(clientSeq, item);
  }

  /** Takes note of an own echo. True if the host's state has to be compared before it counts. */
  echoed(clientSeq: number, state: SessionState, rejectionReason: string | undefined): boolean {
    const item = this.#open.get(clientSeq);
    if (item === undefined) return false;
    const isDone = item.wanted === null || this.#trusted.has(item.kind) || this.isSuperseded(item);
    this.#close(item);
    if (rejectionReason !== undefined) {
      item.settle({ kind: 'rejected', enabled: flagOf(state, item.id), reason: rejectionReason });
    } else if (isDone) {
      this.#confirm(item, state);
    } else {
      this.#unverified.push(item);
      return true;
    }
    return false;
  }

  /** Hands over what is to be compared with the next state that is asked for. */
  takeUnverified(): Switch[] {
    return this.#unverified.splice(0);
  }

  /** Takes back what could not be compared. */
  keepUnverified(items: readonly Switch[]): void {
    this.#unverified.unshift(...items);
  }

  /** Compares what was echoed with the host's own state, asked for after the echo. */
  verify(items: readonly Switch[], state: SessionState): void {
    for (const item of items) {
      const enabled = flagOf(state, item.id);
      if (enabled === item.wanted) this.#trusted.add(item.kind);
      if (enabled === item.wanted || this.isSuperseded(item)) this.#confirm(item, state);
      else item.settle({ kind: 'ineffective', enabled });
    }
  }

  /** Ends switches that got no echo, by what the host's own state says. */
  judge(items: readonly Switch[], state: SessionState | undefined, reason: string): void {
    for (const item of items) {
      const isReplaced = this.isSuperseded(item);
      this.#close(item);
      const enabled = state && flagOf(state, item.id);
      if (state !== undefined && enabled === item.wanted && !isReplaced) this.#confirm(item, state);
      else
        item.settle({
          kind: 'unconfirmed',
          enabled,
          reason: isReplaced ? 'it was switched again since' : reason,
        });
    }
  }

  /** Ends everything: nobody is left to ask. */
  abandon(reason: string): void {
    for (const item of this.takeUnverified())
      item.settle({ kind: 'unconfirmed', enabled: undefined, reason });
    this.judge(this.open, undefined, reason);
  }

  /** Another host, or another life of it: nothing that was seen of it holds any more. */
  distrust(): void {
    this.#trusted.clear();
  }

  /** Another client decided about an entry: our wish for it no longer stands, and ours did take effect before. */
  noteForeign({ action }: ActionEnvelope, state: SessionState): void {
    if (action.type !== 'session/customizationToggled') return;
    const { id } = action as CustomizationToggledAction;
    this.#wishes.delete(id);
    for (const item of this.#unverified.filter((other) => other.id === id)) {
      item.settle({ kind: 'confirmed', enabled: flagOf(state, id) });
    }
    this.#unverified = this.#unverified.filter((other) => other.id !== id);
  }

  /** Confirmed switches that this state no longer holds; each is told once. */
  takeForgotten(state: SessionState): ForgottenSwitch[] {
    if (this.#wishes.size === 0) return [];
    const forgotten: ForgottenSwitch[] = [];
    const seen = new Set<string>();
    for (const { node } of walk(state.customizations)) {
      const wish = this.#wishes.get(node.id);
      if (wish === undefined || seen.has(node.id)) continue;
      seen.add(node.id);
      if (ownEnabled(node) === wish.enabled) continue;
      this.#wishes.delete(node.id);
      forgotten.push(wish);
    }
    return forgotten;
  }

  #close(item: Switch): void {
    this.#open.delete(item.clientSeq);
    if (this.#newest.get(item.id) === item) this.#newest.delete(item.id);
  }

  #confirm(item: Switch, state: SessionState): void {
    if (item.wanted !== null && !this.isSuperseded(item)) {
      this.#wishes.set(item.id, { id: item.id, enabled: item.wanted, scope: item.scope });
    }
    item.settle({ kind: 'confirmed', enabled: flagOf(state, item.id) });
  }
}
