/**
 * Checks whether one URI is inside another. Compares decoded path segments, so that neither `..` nor an encoded slash
 * leads out. The host resolves links on its disk.
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

/** Splits a URI into its origin and its decoded segments; undefined unless it is plain and safe. */
function split(uri: URI): string[] | undefined {
  const match = /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)(\/[^?#]*)$/i.exec(uri);
  if (match === null) return undefined;
  const [, origin = '', path = ''] = match;
  const segments = path.split('/').filter((segment) => segment !== '');
  const decoded = segments.flatMap((segment) => decodeSegment(segment) ?? []);
  return decoded.length < segments.length ? undefined : [origin.toLowerCase(), ...decoded];
}

/** Returns true if `uri` is `base` or below it. A URI that is not plain and hierarchical is outside. */
export function isInside(base: URI, uri: URI): boolean {
  const [outer, inner] = [split(base), split(uri)];
  if (outer === undefined || inner === undefined) return false;
  return outer.every((part, index) => part === inner[index]);
}
