/** The uris of what an ACP agent lists and has no file: they only identify it. */

import type { URI } from './types.js';

const start = 'acp:/';

/** Returns the uri of something with this type and name. */
export function listedUri(type: string, name: string): URI {
  // Half of a surrogate pair cannot be encoded.
  return `${start}${type}/${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))}`;
}

/** Why the text of an entry with such a uri is not shown. */
export const noFileReason = 'the agent does not say which file it is from';

/** Returns true if there is no file behind the uri. */
export const isListedUri = (uri: URI): boolean => uri.startsWith(start);

/** Returns the name in such a uri. Another host may send one that is not encoded. */
export function listedName(uri: URI): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
