/** Remembers past switches: for which kinds of entries an echo is enough, and which values the host has confirmed. */

import { clientLimits } from './limits.js';
import type { PendingSwitch } from './pending-switches.js';
import type { ForgottenSwitch } from './session-view.js';

export class SwitchMemory {
  /** Kinds of entries whose switches were seen to take effect. */
  readonly #trusted = new Set<string>();
  readonly #confirmed = new Map<string, ForgottenSwitch>();

  trust({ entryKind }: PendingSwitch): void {
    this.#trusted.add(entryKind);
  }

  /** Returns true if an echo is enough. For a reset it never is: only the host knows the value it falls back to. */
  isTrusted({ wanted, entryKind }: PendingSwitch): boolean {
    return wanted !== null && this.#trusted.has(entryKind);
  }

  /** Forgets for which kinds an echo was enough, because the host restarted. */
  distrust(): void {
    this.#trusted.clear();
  }

  /** Remembers a confirmed switch, unless it is no longer wanted. */
  remember({ id, wanted, scope, isReplaced }: PendingSwitch): void {
    if (wanted === null || isReplaced) return;
    this.#confirmed.delete(id);
    this.#confirmed.set(id, { id, enabled: wanted, scope });
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size > clientLimits.rememberedSwitches && oldest !== undefined)
      this.#confirmed.delete(oldest);
  }

  /** Takes over what the host confirmed for the session that this one replaces. */
  inherit(other: SwitchMemory): void {
    for (const [id, confirmed] of other.#confirmed) this.#confirmed.set(id, confirmed);
  }

  /** The entry is switched again, here or by another client. */
  forget(id: string): void {
    this.#confirmed.delete(id);
  }

  /** Returns the confirmed switches that the host no longer holds, each once. `valueNow` finds the value in its scope. */
  takeForgotten(valueNow: (confirmed: ForgottenSwitch) => boolean | undefined): ForgottenSwitch[] {
    const isForgotten = (confirmed: ForgottenSwitch) =>
      (valueNow(confirmed) ?? confirmed.enabled) !== confirmed.enabled;
    const forgotten = [...this.#confirmed.values()].filter(isForgotten);
    for (const { id } of forgotten) this.#confirmed.delete(id);
    return forgotten;
  }
}
