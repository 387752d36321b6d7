/**
 * Returns an id that no other client has. It is no secret, so it need not come from `node:crypto`, which takes
 * milliseconds to load.
 */
export function randomId(): string {
  const parts = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('');
}
