/**
 * The mouse: the sequences that turn its reports on and off, and the reports in SGR form. Older forms are not read,
 * because they cannot express a column beyond 223.
 */

import type { Modifiers, MouseEvent } from './input-events.js';

export const mouseOn = '\x1b[?1000h\x1b[?1006h';
export const mouseOff = '\x1b[?1006l\x1b[?1000l';

const report = /^<(\d{1,3});(\d{1,5});(\d{1,5})$/;
const heldBits = { shift: 4, alt: 8, ctrl: 16 } as const;
const allHeldBits = 4 | 8 | 16;

/** The codes without modifiers. Moves, drags, the other buttons and sideways wheels have other codes. */
const actions = {
  0: { action: 'press', button: 'left' },
  64: { action: 'wheel', by: -1 },
  65: { action: 'wheel', by: 1 },
} as const;

function heldWith(code: number): Modifiers {
  const isHeld = (name: keyof Modifiers) => (code & heldBits[name]) !== 0;
  return { ctrl: isHeld('ctrl'), alt: isHeld('alt'), shift: isHeld('shift') };
}

/** Reads `CSI < code ; column ; row M`; undefined if it is something else. A final `m` would be a release. */
export function mouseEvent(parameters: string, final: string): MouseEvent | undefined {
  const [, code, column, row] = (final === 'M' && report.exec(parameters)) || [];
  const action = actions[(Number(code) & ~allHeldBits) as keyof typeof actions];
  // Columns and rows are counted from 1.
  if (code === undefined || action === undefined || Number(column) < 1 || Number(row) < 1) return undefined;
  return {
    type: 'mouse',
    ...action,
    column: Number(column) - 1,
    row: Number(row) - 1,
    ...heldWith(Number(code)),
  };
}
