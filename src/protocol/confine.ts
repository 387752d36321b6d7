/**
 * Whether one URI is inside another, by decoded path segments, so that neither `..` nor an encoded slash leads out.
 * Links on disk are resolved by the side that owns the disk.
 */

import type { URI } from './types.js';

interface SplitUri {
  origin: string;
  segments: string[];
}

function decodeSegment(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment);
    return /[/\\\0]/.test(decoded) || decoded === '..' || decoded === '.' ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** Splits a URI into its origin and its decoded segments; undefined unless it is plain and safe. */
function split(uri: URI): SplitUri | undefined {
  const match = /^([a-z][a-z0-9+.-]*):(\/\/[^/?#]*)?(\/[^?#]*)$/i.exec(uri);
  if (match === null) return undefined;
  const [, scheme = '', authority = '', path = ''] = match;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const decoded = decodeSegment(segment);
    if (decoded === undefined) return undefined;
    segments.push(decoded);
  }
  return { origin: `${scheme.toLowerCase()}:${authority.toLowerCase()}`, segments };
}

/** Returns true if `uri` is `base` or below it. A URI that is not plain and hierarchical is outside. */
export function isInside(base: URI, uri: URI): boolean {
  const [outer, inner] = [split(base), split(uri)];
  if (outer === undefined || inner === undefined || outer.origin !== inner.origin) return false;
  if (outer.segments.length > inner.segments.length) return false;
  return outer.segments.every((segment, index) => segment === inner.segments[index]);
}
