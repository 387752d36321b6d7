/** Looks up the table of keys in both directions: the intent of a key press, and the key of an intent. */

import { type Binding, bindings, keyLabel, typing } from './bindings.js';
import type { KeyIntent } from './intents.js';
import type { OpenView } from './state.js';

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

function bindingFor(name: string, view: OpenView['type'], isPicking: boolean): Binding | undefined {
  return bindings.find(
    ({ keys, views, onlySwitching = false }) =>
      keys.includes(name) && views.includes(view) && !(isPicking && onlySwitching),
  );
}

/** Returns what a key means in this view; null if nothing. Shift counts only if the table has it. */
export function intentFor(press: KeyPress, view: OpenView['type'], isPicking: boolean): KeyIntent | null {
  const found =
    bindingFor(keyName(press), view, isPicking) ??
    bindingFor(keyName({ ...press, shift: false }), view, isPicking);
  if (found !== undefined) return found.intent;
  if (!isPrintable(press) || !typing.includes(view)) return null;
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
