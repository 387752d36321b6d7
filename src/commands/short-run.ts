/**
 * For commands that print once and leave. V8 starts to optimise what has run for a few milliseconds, which takes
 * about as long as the rest of such a command and is done when it is over. Asked to wait longer, it spares that;
 * what really runs long is still optimised.
 */

import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs through before it is worth optimising; some fifteen times the default. */
const budgetBytes = 2_000_000;

export function expectShortRun(): void {
  setFlagsFromString(`--interrupt-budget=${budgetBytes}`);
}
