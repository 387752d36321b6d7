/** Process numbers of another container mean nothing here. */

import { readlinkSync } from 'node:fs';

/** Returns what tells this container's process numbers from those of others; undefined where there is no such thing. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
