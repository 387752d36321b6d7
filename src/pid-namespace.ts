/** Distinguishes containers (such as Docker's): a process id is valid only in its own container. */

import { readlinkSync } from 'node:fs';

/** Returns the id of this process's pid namespace; undefined if the system has none. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
