/**
 * Draws the picker's screen: with Ink once it is loaded, which takes longer than everything else, and without it until
 * then. Both draw the same lines.
 */

import type { Terminal } from '../terminal/terminal.js';
import type { Screen } from '../ui/screen.js';
import type { PickerStore } from './picker-store.js';

export interface ScreenParts {
  store: PickerStore;
  terminal: Terminal;
  draw(screen: Screen): readonly string[];
  input: NodeJS.ReadStream;
  onError(error: unknown): void;
}

export class PickerScreen {
  readonly #parts: ScreenParts;
  #stop: () => void = () => {};
  #isOver = false;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
  }

  /** Draws now and whenever the store changes. */
  start(): void {
    this.#stop = this.#parts.store.subscribe(() => {
      try {
        this.draw();
      } catch (error) {
        this.#parts.onError(error);
      }
    });
    this.draw();
  }

  /** Loads Ink, which draws from then on. */
  async render(): Promise<void> {
    const { mount } = await import('./mount.js');
    if (this.#isOver) return;
    this.#stop();
    this.#stop = mount(this.#parts);
  }

  draw(): void {
    const { store, terminal, draw } = this.#parts;
    terminal.draw(draw(store.getSnapshot()));
  }

  /** Draws everything again, after another program may have used the terminal. */
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
}
