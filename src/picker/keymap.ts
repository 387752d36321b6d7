/** From key presses to intents, by the table of bindings. Printable keys belong to the query. */

import { bindings, typing } from './bindings.js';
import type { KeyIntent } from './intents.js';
import type { View } from './state.js';

/** A key as the reader tells it. */
export interface KeyPress {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

/** The press as it is written in the table. */
export function keyName({ key, ctrl, alt, shift }: KeyPress): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift && key.length > 1 ? 'shift+' : ''}${key}`;
}

const isPrintable = ({ key, ctrl, alt }: KeyPress): boolean =>
  !ctrl && !alt && (key === 'space' || [...key].length === 1);

/** What a key means in this view; null if nothing. */
export function intentFor(press: KeyPress, view: View['type'], isPicking: boolean): KeyIntent | null {
  const name = keyName(press);
  const found = bindings.find(
    (binding) =>
      binding.keys.includes(name) &&
      binding.views.includes(view) &&
      !(isPicking && binding.onlySwitching === true),
  );
  if (found !== undefined) return found.intent;
  if (!isPrintable(press) || !typing.includes(view)) return null;
  return { type: 'insert', text: press.key === 'space' ? ' ' : press.key };
}

/** How a key is written for people: `^x`, `alt+u`, `esc`. */
export function keyLabel(key: string): string {
  return key.replace(/^ctrl\+/, '^').replace('escape', 'esc');
}
