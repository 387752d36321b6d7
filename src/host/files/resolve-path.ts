/** Follows the links of a path one by one, so that each of them can be named, and missing targets are found too. */

import { lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse, sep } from 'node:path';

/** As many as Linux follows. */
const mostLinks = 40;

const separators = sep === '/' ? /\// : /[\\/]/;

/** Where a path leads. */
export interface Followed {
  /** The path behind all links, whether or not anything is there. */
  readonly target: string;
  /** The links on the way, each by its real path. */
  readonly links: readonly string[];
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Where a link leads; undefined for anything else. */
function readLink(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Follows every link of a path below a real directory, links to missing files included. */
export function followLinks(start: string, path: string): Followed {
  const links: string[] = [];
  const names = path.split(separators);
  let at = start;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(at, name);
    const to = name === '' || name === '.' || name === '..' ? undefined : readLink(next);
    if (to === undefined) {
      at = next;
      continue;
    }
    if (links.push(next) > mostLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    if (isAbsolute(to)) at = parse(to).root;
    names.unshift(...(isAbsolute(to) ? to.slice(at.length) : to).split(separators));
  }
  return { target: at, links };
}

/** The path behind all links of an absolute path. */
export function targetOf(path: string): string {
  const { root } = parse(path);
  return followLinks(root, path.slice(root.length)).target;
}
