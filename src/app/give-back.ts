/** Gives the terminal back on every way out: the end of the work, an error, a signal, the exit. */

import type { Terminal } from '../terminal/terminal.js';

/** Signals that others act on. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that nobody else acts on, and what the process exits with. SIGIOT is another name of SIGABRT. */
const fatalSignals = { SIGQUIT: 131, SIGABRT: 134, SIGIOT: 134 } as const;

const fatalNames = Object.keys(fatalSignals) as (keyof typeof fatalSignals)[];

/** What a process exits with whose terminal is gone. */
export const hangUpCode = 129;

/** Where its terminal is gone, Node aborts on the way out, so the process ends by the signal it was meant to get. */
export function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

export interface WaysOut {
  /** Ends the work with this exit code. */
  end(code: number): void;
  /** Ends the work with an error that nobody caught. */
  fail(error: unknown): void;
}

/** Works with the terminal taken over. */
export async function withTerminal<T>(
  terminal: Terminal,
  { end, fail }: WaysOut,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = () => terminal.leave();
  const endBy = (signal: NodeJS.Signals) => {
    giveBack();
    end(fatalSignals[signal as keyof typeof fatalSignals]);
  };
  process.on('exit', giveBack);
  process.on('uncaughtException', fail);
  // In the signal's own turn, and for as long as cleaning up takes: the renderer brings a handler along that ends
  // the process by the signal at once if nobody else listens.
  for (const signal of endingSignals) process.on(signal, giveBack);
  for (const signal of fatalNames) process.on(signal, endBy);
  try {
    terminal.enter();
    return await work();
  } finally {
    giveBack();
    for (const signal of endingSignals) process.off(signal, giveBack);
    for (const signal of fatalNames) process.off(signal, endBy);
    process.off('uncaughtException', fail);
    process.off('exit', giveBack);
  }
}
