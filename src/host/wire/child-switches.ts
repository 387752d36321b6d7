/**
 * Collects switched children for clients of versions before 0.5.2. Their reducers ignore toggles of children, so they get
 * the containers instead: once after all toggles that were published together.
 */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type { Action, Customization } from '../../protocol/types.js';

export class ChildSwitches {
  readonly #switched = new Set<string>();

  /** Notes a published action. Returns true if it is the first toggle since the last `take`. */
  note(action: Action): boolean {
    const { type, customization } = action as Action & { customization?: Customization };
    if (type === 'session/customizationsChanged') this.#switched.clear();
    // A container that is sent anyway shows all its switches.
    for (const { id } of (customization && childrenOf(customization)) ?? []) this.#switched.delete(id);
    if (type !== 'session/customizationToggled') return false;
    this.#switched.add((action as CustomizationToggledAction).id);
    return this.#switched.size === 1;
  }

  /** Returns the containers of the noted children, and forgets these. */
  take(list: readonly Customization[] = []): Customization[] {
    const containers = list.filter((entry) => childrenOf(entry)?.some(({ id }) => this.#switched.has(id)));
    this.#switched.clear();
    return containers;
  }
}
