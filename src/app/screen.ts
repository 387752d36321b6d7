/**
 * What the picker shows. Frames are drawn as plain text until the renderer is loaded, which takes longer than
 * everything else, and by the renderer from then on; both draw the same.
 */

import type { Terminal } from '../terminal/terminal.js';
import type { Theme } from '../text/theme.js';
import { drawScreen } from '../ui/draw-screen.js';
import { drawSpoken } from '../ui/spoken.js';
import type { PickerStore } from './picker-store.js';

export interface ScreenParts {
  store: PickerStore;
  terminal: Terminal;
  theme: Theme;
  /** For screen readers: sentences instead of a full screen. */
  isSpoken: boolean;
  input: NodeJS.ReadStream;
  /** Drawing has failed, which it should not. */
  onError(error: unknown): void;
}

export class PickerScreen {
  readonly #parts: ScreenParts;
  #stop: () => void = () => {};
  #isOver = false;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
  }

  /** Draws from now on whenever something changes. */
  start(): void {
    this.#stop = this.#parts.store.subscribe(() => this.#tryToDraw());
    this.draw();
  }

  /** Lets the renderer draw from now on. */
  async render(): Promise<void> {
    const { mount } = await import('./mount.js');
    if (this.#isOver) return;
    this.#stop();
    this.#stop = mount(this.#parts);
  }

  /** The frame as it is now. */
  draw(): void {
    const { store, terminal, theme, isSpoken } = this.#parts;
    const screen = store.getSnapshot();
    terminal.draw(isSpoken ? drawSpoken(screen) : drawScreen(screen, theme));
  }

  /** All of it anew, on a terminal that somebody else may have used meanwhile. */
  redraw(): void {
    const { store, terminal } = this.#parts;
    store.setSize(terminal.size);
    terminal.clear();
    this.draw();
  }

  stop(): void {
    this.#isOver = true;
    this.#stop();
  }

  #tryToDraw(): void {
    try {
      this.draw();
    } catch (error) {
      this.#parts.onError(error);
    }
  }
}
