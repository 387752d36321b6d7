/** Looks up the table of keys in both directions: the intent of a key press, and the key of an intent. */

import { type Binding, bindings, keyLabel, typing } from './bindings.js';
import type { KeyIntent } from './intents.js';
import type { OpenView } from './open-view.js';
import type { PickerState } from './state.js';

export interface KeyPress {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

/**
 * Returns the press as it is written in the table.
 * @internal
 */
export function keyName({ key, ctrl, alt, shift }: KeyPress): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift && key.length > 1 ? 'shift+' : ''}${key}`;
}

const isPrintable = ({ key, ctrl, alt }: KeyPress): boolean =>
  !ctrl && !alt && (key === 'space' || [...key].length === 1);

/** What the meaning of a key depends on. */
export interface KeyContext {
  view: OpenView['type'];
  focus: PickerState['focus'];
  /** The user chooses an entry to print; nothing is switched. */
  isPicking: boolean;
}

/** Returns true if the key of the binding works now. Only the list has two places for the focus. */
export function isBound({ views, focus, onlySwitching = false }: Binding, context: KeyContext): boolean {
  if (!views.includes(context.view) || (context.isPicking && onlySwitching)) return false;
  return focus === undefined || context.view !== 'list' || focus === context.focus;
}

function bindingFor(name: string, context: KeyContext): Binding | undefined {
  return bindings.find((binding) => binding.keys.includes(name) && isBound(binding, context));
}

/** Returns the key as the table writes it. Shift counts only if the table has it, in whichever view. */
function writtenKey(press: KeyPress): string {
  const held = keyName(press);
  return bindings.some(({ keys }) => keys.includes(held)) ? held : keyName({ ...press, shift: false });
}

/** Returns what a key means now; null if nothing. */
export function intentFor(press: KeyPress, context: KeyContext): KeyIntent | null {
  const found = bindingFor(writtenKey(press), context);
  if (found !== undefined) return found.intent;
  if (!isPrintable(press) || !typing.includes(context.view)) return null;
  return { type: 'insert', text: press.key === 'space' ? ' ' : press.key };
}

/** Names an intent by its type, or by the whole intent if the type alone has several keys. */
type BoundIntent = KeyIntent['type'] | Extract<KeyIntent, { type: 'batch-all' | 'consent' }>;

function isSame(intent: KeyIntent, wanted: BoundIntent): boolean {
  if (typeof wanted === 'string') return intent.type === wanted;
  if (intent.type === 'consent') return wanted.type === 'consent' && intent.answer === wanted.answer;
  return intent.type === 'batch-all' && wanted.type === 'batch-all' && intent.enabled === wanted.enabled;
}

/** Returns the first key of an intent as the table writes it: `ctrl+x`, `escape`. */
export function writtenKeyFor(wanted: BoundIntent): string {
  return bindings.find(({ intent }) => isSame(intent, wanted))?.keys[0] ?? '';
}

/** Returns the label of an intent's key, for messages: `^x`, `esc`. */
export function keyFor(wanted: BoundIntent): string {
  return keyLabel(writtenKeyFor(wanted));
}
