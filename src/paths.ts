/** The path in a file uri, without asking what kind of machine this is: the host may be another. */

function decoded(path: string): string {
  // Nearly all of them, of ten thousand on every key.
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Not percent-encoded after all: hosts differ.
    return path;
  }
}

/** The path of a file uri, with a drive letter as Windows writes it; undefined for other uris. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined;
  const path = decoded(uri.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** Returns true if a path or uri names a file of prose, which holds neither commands nor secrets. */
export const isProse = (path: string): boolean => /\.(md|mdc|markdown|txt)$/i.test(path);
