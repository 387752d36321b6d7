/**
 * Checks whether one URI is inside another. Compares decoded path segments, so that neither `..` nor an encoded slash
 * leads out. Symbolic links are not resolved here: only the host can do that.
 */

import type { URI } from './types.js';

function decodeSegment(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment);
    return /[/\\\0]/.test(decoded) || decoded === '..' || decoded === '.' ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** Returns the origin and the decoded segments of a URI; undefined if it has no path, a query, or an unsafe segment. */
function split(uri: URI): string[] | undefined {
  const [, origin, path] = /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)(\/[^?#]*)$/i.exec(uri) ?? [];
  if (origin === undefined || path === undefined) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  const decoded = segments.flatMap((segment) => decodeSegment(segment) ?? []);
  return decoded.length < segments.length ? undefined : [origin.toLowerCase(), ...decoded];
}

/** Returns the decoded names that lead from `base` to `uri`; undefined if it is outside, as for `isInside`. */
export function namesBelow(base: URI, uri: URI): string[] | undefined {
  const [outer, inner] = [split(base), split(uri)];
  if (outer === undefined || inner === undefined) return undefined;
  return outer.every((part, index) => part === inner[index]) ? inner.slice(outer.length) : undefined;
}

/** Returns true if `uri` is `base` or below it. A URI without a path, or with a query or a fragment, is outside. */
export function isInside(base: URI, uri: URI): boolean {
  return namesBelow(base, uri) !== undefined;
}
