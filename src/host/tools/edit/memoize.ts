/** Caches the results for the last texts: a plan parses the same ones many times. */

/** More than the settings files of all tools together, which are read in turn for each of thousands of entries. */
const cachedTexts = 32;

/** The same function with a cache. Callers must not change its results. */
export function memoizeLast<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    const made = make(text);
    known.set(text, made);
    const [oldest] = known.keys();
    if (known.size > cachedTexts && oldest !== undefined) known.delete(oldest);
    return made;
  };
}
