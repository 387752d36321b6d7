/**
 * For commands that print once and leave. Node 20's V8 starts to optimise what has run for a few milliseconds, which
 * takes about as long as the rest of such a command and is done when it is over. Asked to wait longer, it spares
 * that; what really runs long is still optimised. Later versions have a quicker step in between, and other words.
 */

import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs through before it is worth optimising; some thirty times the default. */
const budgetBytes = 2_000_000;

/** Nothing that this V8 would not understand is said to it: it would complain on stderr. */
export function expectShortRun(v8Version: string = process.versions.v8): void {
  if (v8Version.startsWith('11.3.')) setFlagsFromString(`--interrupt-budget=${budgetBytes}`);
}
