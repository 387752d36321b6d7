/**
 * A state with actions on top that are not written into it yet. Toggles often come by the thousand, and copying the
 * list for each of them would take quadratic time.
 */

import { ownEnabled } from '../protocol/effective.js';
import { sessionReducer } from '../protocol/reducer.js';
import type { LocatedNode } from '../protocol/tree.js';
import type { Action, AnyCustomization, Customization, SessionState } from '../protocol/types.js';
import { EntryIndex } from './entry-index.js';

/** A state with an index of its entries. */
export interface Indexed {
  confirmed: SessionState;
  index: EntryIndex;
}

export function indexed(confirmed: SessionState): Indexed {
  return { confirmed, index: new EntryIndex(confirmed.customizations) };
}

function toggled(node: AnyCustomization, action: Action): AnyCustomization {
  const alone: SessionState = { lifecycle: 'ready', customizations: [node as Customization] };
  return sessionReducer(alone, action).customizations?.[0] ?? node;
}

export class Draft {
  #base: Indexed;
  readonly #changed = new Map<string, AnyCustomization>();

  constructor({ confirmed, index }: Indexed) {
    this.#base = { confirmed, index };
  }

  apply(action: Action): void {
    if (action.type === 'session/customizationToggled') this.toggle(action as Action & { id: string });
    else this.#reduce(action);
  }

  toggle(action: Action & { id: string }): void {
    const { node } = this.find(action.id) ?? {};
    const changed = node && toggled(node, action);
    if (changed !== undefined && changed !== node) this.#changed.set(action.id, changed);
  }

  /** Returns the entry that an action with this id reaches, with the actions so far. */
  find(id: string): LocatedNode | undefined {
    const { confirmed, index } = this.#base;
    const found = index.find(confirmed.customizations, id);
    const node = this.#changed.get(id);
    return found && node ? { ...found, node } : found;
  }

  /** Returns the own flag of an entry; undefined if there is no such entry. */
  flag(id: string): boolean | undefined {
    const found = this.find(id);
    return found && ownEnabled(found.node);
  }

  /** Returns the state with all actions written into it. */
  finish(): Indexed {
    const { confirmed, index } = this.#base;
    if (this.#changed.size > 0 && confirmed.customizations !== undefined) {
      const customizations = index.replace(confirmed.customizations, this.#changed);
      this.#base = { confirmed: { ...confirmed, customizations }, index };
      this.#changed.clear();
    }
    return this.#base;
  }

  #reduce(action: Action): void {
    const { confirmed, index } = this.finish();
    const next = sessionReducer(confirmed, action);
    const isSameList = next.customizations === confirmed.customizations;
    this.#base = isSameList ? { confirmed: next, index } : indexed(next);
  }
}

/** Returns the own flag of an entry, or undefined if it is not in the list. */
export type Flags = (id: string) => boolean | undefined;

export function flagsOf(state: SessionState): Flags {
  const draft = new Draft(indexed(state));
  return (id) => draft.flag(id);
}
