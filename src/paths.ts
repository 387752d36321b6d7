/** The path in a file uri, by rules that do not depend on this machine: the host may run on another. */

function decoded(path: string): string {
  // Nearly all paths return here. There may be ten thousand, drawn again on every key.
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Some hosts do not encode their paths.
    return path;
  }
}

/** Returns the path of a file uri, on Windows starting with the drive letter; undefined for other uris. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined;
  const path = decoded(uri.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

const skillFile = '/SKILL.md';

/** Returns the directory of a skill from the path or uri of its SKILL.md; undefined for other files. */
export function skillDirectory(path: string): string | undefined {
  return path.endsWith(skillFile) ? path.slice(0, -skillFile.length) : undefined;
}

/** Returns true if a path or uri names a text for people, which contains neither commands nor secrets. */
export const isProse = (path: string): boolean => /\.(md|mdc|markdown|txt)$/i.test(path);
