/** What can be known of a path without reading what is there. */

import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { probe } from '../discovery/find-files.js';
import { resolvedPath } from '../discovery/roots.js';

export function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path, or the nearest directory above it that is there. */
export function nearestExisting(path: string): string {
  return probe(path) !== undefined || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** True for what is there, and for what cannot be looked at: that is worth a word. */
export function isWorthReading(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}

/** Returns the path with links resolved, also where it is still to be made; as it is where that fails. */
export function locatedPath(path: string): string {
  try {
    return resolvedPath(path);
  } catch {
    return path;
  }
}
