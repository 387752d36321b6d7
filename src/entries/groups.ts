/** Groups values, each in constant time: a batch may hold thousands. */

/** Adds a value to the group of a key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
