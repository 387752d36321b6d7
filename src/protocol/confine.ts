/**
 * Is one URI inside another? Decided on decoded path segments, so that neither `..` nor an encoded slash leads
 * out. Links on disk are for the side that owns the disk to resolve.
 */

import type { URI } from './types.js';

interface RelativePlace {
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

/** Scheme and authority apart from the decoded path; undefined for what is not plain and safe. */
function place(uri: URI): RelativePlace | undefined {
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

/** True if `uri` is `base` or lies below it. Anything that is not a plain hierarchical URI is outside. */
export function isInside(base: URI, uri: URI): boolean {
  const [outer, inner] = [place(base), place(uri)];
  if (outer === undefined || inner === undefined || outer.origin !== inner.origin) return false;
  if (outer.segments.length > inner.segments.length) return false;
  return outer.segments.every((segment, index) => segment === inner.segments[index]);
}
