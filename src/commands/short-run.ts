/**
 * For commands that print once and end. V8 starts to optimise a function after a few milliseconds, which takes about as
 * long as the rest of such a command and pays off only after its end.
 */

import { setFlagsFromString } from 'node:v8';

/** By the version of V8, each about thirty times the default: how much of a function runs before it is optimised. */
const flagsByVersion: Record<string, string> = {
  // Node 20: in bytes of bytecode.
  '11.3.': '--interrupt-budget=2000000',
  // Node 24: in calls.
  '13.6.': '--invocation-count-for-maglev=12000 --invocation-count-for-turbofan=90000',
};

/** Postpones optimisation. Sets no flag that this V8 may not know, because it would complain on stderr. */
export function expectShortRun(v8Version: string = process.versions.v8): void {
  const known = Object.keys(flagsByVersion).find((start) => v8Version.startsWith(start));
  if (known !== undefined) setFlagsFromString(flagsByVersion[known]!);
}
