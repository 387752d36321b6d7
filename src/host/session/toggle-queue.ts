/** Toggles that wait to be saved: in the order they came, as many at once as can be. */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { ActionOrigin } from '../../protocol/types.js';
import { lockDeadline } from '../files/lock.js';

export interface WaitingToggle {
  action: CustomizationToggledAction;
  origin: ActionOrigin;
  /** What it asks for, or why that cannot be done. */
  set: readonly SetItem[] | string;
  /** Until when locks that others hold are waited for, however long it has waited for other toggles. */
  deadline: number;
}

export class ToggleQueue {
  readonly #save: (batch: readonly WaitingToggle[]) => Promise<void>;
  #waiting: WaitingToggle[] = [];
  /** The batch that is being saved. */
  #batch: readonly WaitingToggle[] = [];
  #saved: Promise<void> = Promise.resolve();
  #saving: Promise<void> | undefined;

  /** `save` has to answer for every toggle of a batch, and must not fail. */
  constructor(save: (batch: readonly WaitingToggle[]) => Promise<void>) {
    this.#save = save;
  }

  add(toggle: Omit<WaitingToggle, 'deadline'>): void {
    this.#waiting.push({ ...toggle, deadline: lockDeadline() });
    this.#saving ??= this.#saveAll();
  }

  /** Resolves when every toggle taken so far is saved or refused. */
  async settle(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }

  /** Resolves when the toggles that this client has sent so far are saved or refused; undefined if there are none. */
  settling(clientId: string): Promise<void> | undefined {
    const last = [...this.#batch, ...this.#waiting].findLast(({ origin }) => origin.clientId === clientId);
    return last === undefined ? undefined : this.#settle(last);
  }

  async #settle(toggle: WaitingToggle): Promise<void> {
    while (this.#batch.includes(toggle) || this.#waiting.includes(toggle)) await this.#saved;
  }

  async #saveAll(): Promise<void> {
    // Whatever else arrives in this turn is saved along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      this.#batch = this.#nextBatch();
      this.#saved = this.#save(this.#batch);
      await this.#saved;
      this.#batch = [];
    }
    this.#saving = undefined;
  }

  /** As many as can be saved in one go: up to the first that switches an entry a second time. */
  #nextBatch(): WaitingToggle[] {
    const ids = new Set<string>();
    const end = this.#waiting.findIndex(({ action }) => ids.size === ids.add(action.id).size);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
