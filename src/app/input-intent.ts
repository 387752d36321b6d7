/** What came in from the keyboard as an intent. A paste is text where there is a line to type in, and else nothing. */

import { typing } from '../picker/bindings.js';
import type { Intent } from '../picker/intents.js';
import { intentFor } from '../picker/keymap.js';
import type { OpenView } from '../picker/state.js';
import type { InputEvent } from '../terminal/input-events.js';

export function intentOf(event: InputEvent, view: OpenView['type'], isPicking: boolean): Intent | null {
  if (event.type === 'paste') return typing.includes(view) ? { type: 'insert', text: event.text } : null;
  const press = event.type === 'text' ? { key: event.text, ctrl: false, alt: false, shift: false } : event;
  return intentFor(press, view, isPicking);
}
