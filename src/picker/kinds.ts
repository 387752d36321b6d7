/** Which types of entries each kind shows. */

import type { KindFilter } from './state.js';

/** Returns true if entries of the type are shown. */
export function isOfKind(type: string, kind: KindFilter): boolean {
  const isUsual = type === 'skill' || type === 'agent';
  if (kind === 'usual' || kind === 'other') return isUsual === (kind === 'usual');
  return kind === 'all' || type === (kind === 'skills' ? 'skill' : 'agent');
}
