/** Remembers what was made of the last few texts: a plan asks for the same ones many times over. */

const rememberedTexts = 4;

/** The same function, that does not do twice what it did a moment ago. What it answers must not be changed. */
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
