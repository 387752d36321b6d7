/** What can be known of a path without opening it. */

import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifPossible } from './if-possible.js';
import { isMissing } from './resolve-path.js';

/** The status of the path itself, links not followed; undefined if nothing can be seen there. */
export const statusOf = (path: string): Stats | undefined =>
  ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));

/** The status of what the path leads to; undefined if nothing can be seen there. */
export const followedStatusOf = (path: string): Stats | undefined =>
  ifPossible(() => statSync(path, { throwIfNoEntry: false }));

/** False only if the path is known to be missing: one that cannot be looked at has to be reported. */
export function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isMissing(error);
  }
}

/** True if the path, or the nearest directory above it that exists, may be written. */
export function isWritable(path: string): boolean {
  if (statusOf(path) === undefined && dirname(path) !== path) return isWritable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
