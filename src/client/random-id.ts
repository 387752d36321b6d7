/**
 * An id that no other client has. Nobody gains anything by guessing it, so it need not come from `node:crypto`,
 * which takes longer to load than a host takes to answer.
 */
export function randomId(): string {
  const parts = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('');
}
