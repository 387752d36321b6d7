/** Who may invoke an entry, for tools that obey the gates in its file and for those that do not. */

import type { FileFacts } from '../discovery/file-facts.js';
import type { Gates } from './tool.js';

export const openGates: Gates = { user: true, model: true };

/** The gates that a file closes, as most tools read it. */
function closedGates({ fields }: FileFacts): ('user' | 'model')[] {
  const is = (key: string, word: string) => String(fields.get(key)).trim().toLowerCase() === word;
  return [
    ...(is('user-invocable', 'false') || is('user-invokable', 'false') ? (['user'] as const) : []),
    ...(is('disable-model-invocation', 'true') ? (['model'] as const) : []),
  ];
}

const fieldNames = { user: 'user-invocable', model: 'disable-model-invocation' } as const;

/** Returns the gates of a tool that obeys only these gates of a file. The note names those that it ignores. */
export function gatesOf(facts: FileFacts, title: string, obeyed: readonly ('user' | 'model')[]): Gates {
  // Nearly every file closes no gate.
  const closed = facts.fields.size === 0 ? [] : closedGates(facts);
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
