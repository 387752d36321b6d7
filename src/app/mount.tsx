/** Runs Ink on the terminal. Ink only makes frames; the terminal owns keys, modes, size and what is written. */

import { render } from 'ink';
import type { Terminal } from '../terminal/terminal.js';
import type { Theme } from '../text/theme.js';
import { App } from '../ui/App.js';
import type { PickerStore } from './picker-store.js';

export interface ScreenParts {
  store: PickerStore;
  terminal: Terminal;
  theme: Theme;
  /** The screen is sentences, for screen readers. */
  isSpoken: boolean;
  input: NodeJS.ReadStream;
  onError(error: unknown): void;
}

/** Draws now and whenever the store changes. Returns a function that stops it. */
export function mount({ store, terminal, theme, isSpoken, input, onError }: ScreenParts): () => void {
  const instance = render(<App store={store} theme={theme} isSpoken={isSpoken} />, {
    stdout: terminal.screen as unknown as NodeJS.WriteStream,
    stdin: input,
    exitOnCtrlC: false,
    patchConsole: false,
    // Makes Ink hand over each frame whole and at once: the terminal decides which parts to write.
    debug: true,
    // Makes Ink take lines as they are. Otherwise it splits and joins each frame by characters, which costs more
    // than everything else and gives the same lines.
    isScreenReaderEnabled: true,
  });
  instance.waitUntilExit().catch(onError);
  return () => instance.unmount();
}
