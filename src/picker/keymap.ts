/** From key presses to intents, by the table of bindings. Printable keys belong to the query. */

import { type Binding, bindings, typing } from './bindings.js';
import type { KeyIntent } from './intents.js';
import type { OpenView } from './state.js';

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

function bindingFor(name: string, view: OpenView['type'], isPicking: boolean): Binding | undefined {
  return bindings.find(
    ({ keys, views, onlySwitching = false }) =>
      keys.includes(name) && views.includes(view) && !(isPicking && onlySwitching),
  );
}

/** What a key means in this view; null if nothing. Shift counts only where it makes a difference. */
export function intentFor(press: KeyPress, view: OpenView['type'], isPicking: boolean): KeyIntent | null {
  const found =
    bindingFor(keyName(press), view, isPicking) ??
    bindingFor(keyName({ ...press, shift: false }), view, isPicking);
  if (found !== undefined) return found.intent;
  if (!isPrintable(press) || !typing.includes(view)) return null;
  return { type: 'insert', text: press.key === 'space' ? ' ' : press.key };
}

/** How a key is written for people: `^x`, `alt+u`, `esc`. */
export function keyLabel(key: string): string {
  return key.replace(/^ctrl\+/, '^').replace('escape', 'esc');
}
