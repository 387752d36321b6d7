/** The uris of what an ACP agent lists and has no file: they only identify it. */

import type { URI } from './types.js';

const start = 'acp:/';

/** Returns the uri of something with this type and name. */
export function listedUri(type: string, name: string): URI {
  // Half of a surrogate pair cannot be encoded.
  return `${start}${type}/${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))}`;
}

/** Returns true if there is no file behind the uri. */
export const isListedUri = (uri: URI): boolean => uri.startsWith(start);

/** Returns the name in such a uri. */
export const listedName = (uri: URI): string => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
