/** The one line on leaving: what stands differently now, and for how long. */

import type { Made } from './state.js';
import { named } from './switching.js';

/** Null when nothing was changed. */
export function leavingLine(changed: readonly Made[], lasting: string | null): string | null {
  const names = (enabled: boolean) =>
    changed.filter(({ after }) => after === enabled).map(({ name }) => name);
  const [on, off] = [names(true), names(false)];
  const parts = [
    on.length > 0 ? `Switched on: ${named(on)}.` : '',
    off.length > 0 ? `Switched off: ${named(off)}.` : '',
  ];
  const text = parts.filter((part) => part !== '').join(' ');
  if (text === '') return null;
  return lasting === null ? text : `${text} ${lasting}`;
}
