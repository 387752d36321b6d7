/** Whether a query is an entry's uri or path, to the letter. */

import type { Entry } from './entries.js';

const looksLikePath = /^(?:[\\/]|[A-Za-z]:[\\/])/;

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Not percent-encoded after all: hosts differ.
    return path;
  }
}

/** The path of a file uri, with a drive letter as Windows writes it; undefined for other uris. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined;
  const path = decoded(uri.slice('file://'.length)).normalize('NFC');
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** A test to ask of every entry; undefined where the query cannot be an address. */
export function addressTest(query: string): ((entry: Entry) => boolean) | undefined {
  const address = query.trim().normalize('NFC');
  if (!/[/\\:]/.test(address)) return undefined;
  if (!looksLikePath.test(address)) return ({ uri }) => uri === address;
  const path = address.replaceAll('\\', '/');
  return ({ uri }) => pathOf(uri) === path;
}
