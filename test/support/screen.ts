/** A terminal screen in memory: takes bytes and returns the lines that a user would see. */

import xterm from '@xterm/headless';

export interface ScreenSize {
  columns: number;
  rows: number;
}

/** One column as it looks: character, weight, underline, inverse, colour, background. */
export type Look = readonly [text: string, style: string];

export class VirtualScreen {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  constructor({ columns, rows }: ScreenSize) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1_000 });
  }

  /** Takes bytes in; resolves when they have had their effect. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(data, resolve));
  }

  resize({ columns, rows }: ScreenSize): void {
    this.#terminal.resize(columns, rows);
  }

  /** Calls back with the terminal's responses to queries. */
  onReply(listener: (data: string) => void): void {
    this.#terminal.onData(listener);
  }

  get isAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** `mouse` is `none`, or `vt200` for reports of buttons. */
  get modes(): { paste: boolean; wrap: boolean; mouse: string } {
    const { bracketedPasteMode, wraparoundMode, mouseTrackingMode } = this.#terminal.modes;
    return { paste: bracketedPasteMode, wrap: wraparoundMode, mouse: mouseTrackingMode };
  }

  /** The lines in sight, without spaces at their ends. */
  get lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  get text(): string {
    return this.lines.join('\n');
  }

  /** Lines that were on the normal screen before and have scrolled out of sight. */
  get scrollback(): string[] {
    const { normal } = this.#terminal.buffer;
    return Array.from(
      { length: normal.baseY },
      (_, row) => normal.getLine(row)?.translateToString(true) ?? '',
    );
  }

  /** Every column of every line as it looks. */
  get looks(): Look[][] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) => {
      const line = active.getLine(active.viewportY + row);
      return Array.from({ length: this.#terminal.cols }, (__, column): Look => {
        const cell = line?.getCell(column);
        if (cell === undefined) return [' ', ''];
        const flags = [cell.isBold(), cell.isDim(), cell.isUnderline(), cell.isInverse()].map(Boolean);
        const colors = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode(), cell.getBgColor()];
        const style = [...flags.map(Number), ...colors].join(' ');
        return [cell.getChars() || ' ', style];
      });
    });
  }
}
