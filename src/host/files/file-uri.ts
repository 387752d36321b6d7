/** Paths as `file:` URIs. Most paths need no escaping, and a URL object for each would cost too much. */

import { pathToFileURL } from 'node:url';

const needsEscape = /[^\w./-]/;

/** The URI of an absolute, resolved path. */
export function fileUri(path: string): string {
  return path.startsWith('/') && !needsEscape.test(path) ? `file://${path}` : pathToFileURL(path).href;
}
