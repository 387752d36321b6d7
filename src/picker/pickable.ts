/** Which entries can be chosen for running them, and why the others cannot. */

import type { Entry } from './entries.js';

/** Why an entry cannot be chosen; null if it can. */
export function unpickable({
  name,
  offBy,
  userInvocable,
  container,
}: Pick<Entry, 'name' | 'offBy' | 'userInvocable' | 'container'>): string | null {
  if (offBy === 'container') return `${name} cannot be chosen: ${container?.name ?? 'its container'} is off.`;
  if (offBy !== null) return `${name} cannot be chosen: it is off.`;
  return userInvocable === false ? `${name} cannot be chosen: only the model may invoke it.` : null;
}
