/** Which entries can be chosen for running them, and why the others cannot. */

import type { Entry } from './entries.js';

/** Why an entry cannot be chosen; null if it can. */
export function unpickable({
  name,
  offBy,
  userInvocable,
  modelInvocable,
  container,
}: Pick<Entry, 'name' | 'offBy' | 'userInvocable' | 'modelInvocable' | 'container'>): string | null {
  if (offBy === 'container') return `${name} cannot be chosen: ${container?.name ?? 'its container'} is off.`;
  if (offBy !== null) return `${name} cannot be chosen: it is off.`;
  if (userInvocable !== false) return null;
  const who = modelInvocable === false ? 'nobody' : 'only the model';
  return `${name} cannot be chosen: ${who} may invoke it.`;
}
