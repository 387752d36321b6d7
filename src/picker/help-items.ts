/** The lines of the help that can be run: the keys that work in the view under it. */

import { type Binding, bindings } from './bindings.js';
import { isBound, type KeyContext } from './keymap.js';

/** Returns the bindings in the order in which the help shows them. */
export function helpItems(context: KeyContext): readonly Binding[] {
  return bindings.filter((binding) => isBound(binding, context) && binding.intent.type !== 'help');
}
