/**
 * Finds out whether Git ignores a file, by the plain patterns of the ignore files. Git itself is not run, because a
 * repository may contain settings that make it run programs. A pattern with wildcards is not understood; the file then
 * counts as not ignored.
 */

import { dirname, join, relative, sep } from 'node:path';
import { ifPossible } from '../files/if-possible.js';
import { readText } from '../files/open-file.js';
import { hostLimits } from '../limits.js';

/** The lines of an ignore file, without comments. */
function patternsIn(path: string): string[] {
  const read = ifPossible(() => readText(path, hostLimits.jsonFileBytes));
  if (read === undefined || 'refused' in read) return [];
  return read.text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
}

/** The ways to write a pattern for a path below the directory of an ignore file, or for a directory above it. */
function waysToIgnore(path: string): Set<string> {
  const names = path.split(sep);
  const above = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const whole = above.flatMap((part) => [
    part,
    `/${part}`,
    `${part}/`,
    `/${part}/`,
    `${part}/*`,
    `/${part}/*`,
  ]);
  return new Set([...whole, ...names.flatMap((name) => [name, `${name}/`, `**/${name}`])]);
}

/** The directories from the one that holds the file up to the repository's root. */
function directoriesOf(path: string, root: string): string[] {
  const directory = dirname(path);
  return directory === root || dirname(directory) === directory
    ? [directory]
    : [directory, ...directoriesOf(directory, root)];
}

/** Returns true if Git ignores the file in this repository. */
export function isIgnored(path: string, gitRoot: string): boolean {
  const files = directoriesOf(path, gitRoot).map((base) => ({ base, file: join(base, '.gitignore') }));
  const all = [...files, { base: gitRoot, file: join(gitRoot, '.git', 'info', 'exclude') }];
  return all.some(({ base, file }) => {
    const ways = waysToIgnore(relative(base, path));
    const patterns = patternsIn(file);
    const at = patterns.findLastIndex((pattern) => ways.has(pattern.trimEnd()));
    return at !== -1 && !patterns.slice(at).some((pattern) => pattern.startsWith('!'));
  });
}
