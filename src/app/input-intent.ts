/** Translates terminal input to intents. A paste is text in views with a line to type in, and ignored in others. */

import { typing } from '../picker/bindings.js';
import type { Intent } from '../picker/intents.js';
import { intentFor } from '../picker/keymap.js';
import { type InputEvent, keyEvent, type MouseEvent } from '../terminal/input-events.js';
import { hitAt } from '../ui/hit.js';
import type { Screen } from '../ui/screen.js';

const wheelRows = 3;

/** The wheel moves the cursor, a click chooses what is under the pointer. Nothing else is done with the mouse. */
function mouseIntent(event: MouseEvent, screen: Screen): Intent | null {
  if (event.action === 'wheel') return { type: 'move', by: event.by * wheelRows };
  // A key is held to select text, or for something else that the terminal does.
  if (event.shift || event.alt || event.ctrl || screen.state.view.type !== 'list') return null;
  return event.button === 'left' ? hitAt(screen, event.column, event.row) : null;
}

export function intentOf(event: InputEvent, screen: Screen): Intent | null {
  const { view, focus } = screen.state;
  switch (event.type) {
    case 'mouse':
      return mouseIntent(event, screen);
    case 'paste':
      return typing.includes(view.type) ? { type: 'paste', text: event.text } : null;
    case 'text':
    case 'key': {
      const press = event.type === 'text' ? keyEvent(event.text) : event;
      return intentFor(press, { view: view.type, focus, isPicking: screen.isPicking });
    }
  }
}
