/** Returns the result, or undefined if the system refuses: for paths that may be missing, broken or forbidden. */
export function ifPossible<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
