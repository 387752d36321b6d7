/** Toggles that wait to be saved, in the order of their arrival and in batches that are as large as possible. */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import type { PlanItem, SetItem, UndoPlan } from '../../protocol/skillpick-meta.js';
import type { ActionOrigin } from '../../protocol/types.js';
import { lockDeadline } from '../files/lock.js';

export interface WaitingToggle {
  action: CustomizationToggledAction;
  origin: ActionOrigin;
  /** The requested changes, or why the toggle is refused. */
  set: readonly SetItem[] | string;
  /** The batch that the toggle takes back, if it is an undo. */
  undo?: string;
  /** The switches or the undo that the toggle asks to plan, if it only asks for that. */
  plan?: readonly PlanItem[] | UndoPlan;
  /** When to stop waiting for the locks of other processes; set when the toggle arrives. */
  deadline: number;
}

export class ToggleQueue {
  readonly #save: (batch: readonly WaitingToggle[]) => Promise<void>;
  #waiting: WaitingToggle[] = [];
  /** The batch that is being saved. */
  #batch: readonly WaitingToggle[] = [];
  #saved: Promise<void> = Promise.resolve();
  #saving: Promise<void> | undefined;

  /** `save` has to settle every toggle of a batch, and must not reject. */
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
    // Toggles that arrive in the same turn belong to the same batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      this.#batch = this.#nextBatch();
      this.#saved = this.#save(this.#batch);
      await this.#saved;
      this.#batch = [];
    }
    this.#saving = undefined;
  }

  /**
   * Takes the toggles that can be saved together: those before the first that switches an entry a second time, and
   * before an undo or a plan, which are batches of their own.
   */
  #nextBatch(): WaitingToggle[] {
    const ids = new Set<string>();
    const isNext = ({ action, undo, plan }: WaitingToggle) =>
      undo !== undefined || plan !== undefined || ids.size === ids.add(action.id).size;
    const end = this.#waiting.findIndex(isNext);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }
}
