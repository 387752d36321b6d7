/** Ink on our terminal. It only makes frames: keys, modes, size and what is written are the terminal's business. */

import { render } from 'ink';
import type { Terminal } from '../terminal/terminal.js';
import type { Theme } from '../text/theme.js';
import { App } from '../ui/App.js';
import type { PickerStore } from './picker-store.js';

export interface MountOptions {
  store: PickerStore;
  terminal: Terminal;
  theme: Theme;
  isSpoken: boolean;
  input: NodeJS.ReadStream;
  /** A component threw. */
  onError(error: unknown): void;
}

/** Draws from now on whenever the store changes; answers how to stop. */
export function mount({ store, terminal, theme, isSpoken, input, onError }: MountOptions): () => void {
  const instance = render(<App store={store} theme={theme} isSpoken={isSpoken} />, {
    stdout: terminal.screen as unknown as NodeJS.WriteStream,
    stdin: input,
    exitOnCtrlC: false,
    patchConsole: false,
    // Every frame comes whole and at once: which parts of it to write is decided where the screen is known.
    debug: true,
    // Lines as they are. Otherwise each frame is taken apart and put together again character by character,
    // which costs more than everything else, and lines come out no different.
    isScreenReaderEnabled: true,
  });
  instance.waitUntilExit().catch(onError);
  return () => instance.unmount();
}
