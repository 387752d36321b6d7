/** Tells containers apart: a process number is valid only in its own container. */

import { readlinkSync } from 'node:fs';

/** Returns the id of the namespace that process numbers belong to; undefined if the system has none. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
