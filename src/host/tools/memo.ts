/** Caches the results for the last few texts: a plan parses the same ones many times. */

const rememberedTexts = 4;

/** Returns the same function with a cache. Its results must not be changed. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    const made = make(text);
    known.set(text, made);
    const [oldest] = known.keys();
    if (known.size > rememberedTexts && oldest !== undefined) known.delete(oldest);
    return made;
  };
}
