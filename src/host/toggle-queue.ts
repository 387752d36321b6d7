/** Toggles that wait to be saved: in the order they came, as many at once as can be. */

import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { SetItem } from '../protocol/skillpick-meta.js';
import type { ActionOrigin } from '../protocol/types.js';

export interface Waiting {
  action: CustomizationToggledAction;
  origin: ActionOrigin;
  /** What it asks for, or why that cannot be done. */
  set: readonly SetItem[] | string;
}

export class ToggleQueue {
  readonly #save: (batch: readonly Waiting[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #saving: Promise<void> | undefined;

  /** `save` has to answer for every toggle of a batch, and must not fail. */
  constructor(save: (batch: readonly Waiting[]) => Promise<void>) {
    this.#save = save;
  }

  add(toggle: Waiting): void {
    this.#waiting.push(toggle);
    this.#saving ??= this.#saveAll();
  }

  /** Resolves when every toggle taken so far is saved or refused. */
  async settle(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }

  async #saveAll(): Promise<void> {
    // Whatever else arrives in this turn is saved along.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#save(this.#nextBatch());
    this.#saving = undefined;
  }

  /** As many as can be saved in one go: up to the first that switches an entry a second time. */
  #nextBatch(): Waiting[] {
    const ids = new Set<string>();
    const end = this.#waiting.findIndex(({ action }) => ids.size === ids.add(action.id).size);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
