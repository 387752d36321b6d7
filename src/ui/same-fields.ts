/** Compares objects as React compares props. */

/** Returns true if both have the same values in the same fields. */
export function hasSameFields(one: object, other: object): boolean {
  const fields = new Map(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === fields.size && entries.every(([name, value]) => Object.is(fields.get(name), value))
  );
}
