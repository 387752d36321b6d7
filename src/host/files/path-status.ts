/** Checks paths without opening them. */

import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifPossible } from './if-possible.js';
import { isMissing } from './resolve-path.js';

/** Returns the status of the path without following links; undefined if it is missing or cannot be checked. */
export const statusOf = (path: string): Stats | undefined =>
  ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));

/** Returns the status of the path after following links; undefined if it is missing or cannot be checked. */
export const followedStatusOf = (path: string): Stats | undefined =>
  ifPossible(() => statSync(path, { throwIfNoEntry: false }));

/** False only if the path is known to be missing: a path that cannot be checked has to be reported. */
export function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isMissing(error);
  }
}

/** True if the directory may be written or, if it is missing, made. */
export function isWritable(path: string): boolean {
  if (statusOf(path) === undefined && dirname(path) !== path) return isWritable(dirname(path));
  if (!followedStatusOf(path)?.isDirectory()) return false;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
