/** Who may invoke an entry, for tools that obey the gates in its file and for those that do not. */

import type { FileFacts } from '../discovery/file-facts.js';
import { closedGates } from '../discovery/file-gates.js';
import type { Gates } from './tool.js';

export const openGates: Gates = { user: true, model: true };

const fieldNames = { user: 'user-invocable', model: 'disable-model-invocation' } as const;

/** Returns the gates of a tool that obeys only these gates of a file. The note names those that it ignores. */
export function gatesOf(facts: FileFacts, title: string, obeyed: readonly ('user' | 'model')[]): Gates {
  // Nearly every file closes no gate.
  const closed = facts.fields.size === 0 ? [] : closedGates(facts.fields);
  if (closed.length === 0) return openGates;
  const isOpen = (gate: 'user' | 'model') => !(closed.includes(gate) && obeyed.includes(gate));
  const ignored = closed.filter((gate) => !obeyed.includes(gate));
  return {
    user: isOpen('user'),
    model: isOpen('model'),
    ...(ignored.length > 0 && {
      note: `${title} ignores ${ignored.map((gate) => fieldNames[gate]).join(' and ')}`,
    }),
  };
}
