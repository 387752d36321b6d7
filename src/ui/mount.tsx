/** Ink on our terminal. It only makes frames: keys, modes, size and what is written are the terminal's business. */

import { render } from 'ink';
import type { Theme } from '../text/theme.js';
import { App } from './App.js';
import type { PickerStore } from './picker-store.js';
import type { Terminal } from './terminal.js';

export interface MountOptions {
  store: PickerStore;
  terminal: Terminal;
  theme: Theme;
  isSpoken: boolean;
  input: NodeJS.ReadStream;
}

/** Draws from now on whenever the store changes; answers how to stop. */
export function mount({ store, terminal, theme, isSpoken, input }: MountOptions): () => void {
  const instance = render(<App store={store} theme={theme} isSpoken={isSpoken} />, {
    stdout: terminal.screen as unknown as NodeJS.WriteStream,
    stdin: input,
    exitOnCtrlC: false,
    patchConsole: false,
    // Every frame comes whole and at once: which of its lines to write is decided where the screen is known.
    debug: true,
  });
  return () => instance.unmount();
}
