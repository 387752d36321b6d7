/**
 * For commands that print once and end. Node 20's V8 starts to optimise a function after a few milliseconds, which
 * takes about as long as the rest of such a command and pays off only after its end. Later versions have a quicker
 * intermediate step and do not know the flag.
 */

import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that run before V8 optimises a function: about thirty times the default. */
const budgetBytes = 2_000_000;

/** Postpones optimisation. Sets no flag that this V8 does not know, because it would complain on stderr. */
export function expectShortRun(v8Version: string = process.versions.v8): void {
  if (v8Version.startsWith('11.3.')) setFlagsFromString(`--interrupt-budget=${budgetBytes}`);
}
