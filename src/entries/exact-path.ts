/** Whether a query is an entry's uri or path, to the letter. */

import { pathOf } from '../paths.js';
import type { Entry } from './entries.js';

const looksLikePath = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** A test to ask of every entry; undefined where the query cannot be an address. */
export function addressTest(query: string): ((entry: Entry) => boolean) | undefined {
  const address = query.trim().normalize('NFC');
  if (!/[/\\:]/.test(address)) return undefined;
  if (!looksLikePath.test(address)) return ({ uri }) => uri === address;
  const path = address.replaceAll('\\', '/');
  return ({ uri }) => pathOf(uri)?.normalize('NFC') === path;
}
