/** Sees to it that the terminal is given back on every way out: the end of the work, an error, a signal, the exit. */

import type { Terminal } from '../ui/terminal.js';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a process exits with whose terminal is gone. */
export const hangUpCode = 129;

/** Where its terminal is gone, Node aborts on the way out, so the process ends by the signal it was meant to get. */
export function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Works with the terminal taken over. The signals themselves are for others to act on. */
export async function withTerminal<T>(terminal: Terminal, work: () => Promise<T>): Promise<T> {
  const giveBack = () => terminal.leave();
  process.on('exit', giveBack);
  // In the signal's own turn, and for as long as cleaning up takes: the renderer brings a handler along that ends
  // the process by the signal at once if nobody else listens.
  for (const signal of endingSignals) process.on(signal, giveBack);
  try {
    terminal.enter();
    return await work();
  } finally {
    giveBack();
    for (const signal of endingSignals) process.off(signal, giveBack);
    process.off('exit', giveBack);
  }
}
