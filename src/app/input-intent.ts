/**
 * Translates terminal input to intents. A paste is text in views with a line to type in, and ignored in others. The
 * mouse has no intents yet.
 */

import { typing } from '../picker/bindings.js';
import type { Intent } from '../picker/intents.js';
import { intentFor } from '../picker/keymap.js';
import type { OpenView } from '../picker/state.js';
import { type InputEvent, keyEvent } from '../terminal/input-events.js';

export function intentOf(event: InputEvent, view: OpenView['type'], isPicking: boolean): Intent | null {
  if (event.type === 'paste') return typing.includes(view) ? { type: 'insert', text: event.text } : null;
  if (event.type === 'mouse') return null;
  return intentFor(event.type === 'text' ? keyEvent(event.text) : event, view, isPicking);
}
