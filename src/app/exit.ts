/**
 * Every way the picker ends: the user leaves, the process gets a signal, something fails, the terminal hangs up. The
 * first one counts, and the terminal is restored on each of them, in the same turn.
 */

import type { Terminal } from '../terminal/terminal.js';
import type { PickerRun } from './start.js';

/** Signals that are handled elsewhere too; here they only restore the terminal. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that only the picker handles, with the exit codes they lead to. SIGIOT is another name of SIGABRT. */
const fatalSignals = { SIGQUIT: 131, SIGABRT: 134, SIGIOT: 134 } as const;
const fatalNames = Object.keys(fatalSignals) as (keyof typeof fatalSignals)[];

const hangUpCode = 129;

type Ending = Pick<PickerRun, 'code' | 'picked'>;

export class PickerExit {
  readonly #terminal: Terminal;
  #resolve!: (ending: Ending) => void;
  #reject!: (error: unknown) => void;
  #isLeaving = false;
  #isHungUp = false;
  readonly ended = new Promise<Ending>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Restores the terminal at once, so that keys read together with the one that leaves do nothing. */
  finish(code: number, picked: PickerRun['picked'] = null): void {
    this.#isLeaving = true;
    this.#terminal.leave();
    this.#resolve({ code, picked });
  }

  readonly fail = (error: unknown): void => {
    this.#terminal.leave();
    this.#reject(error);
  };

  hangUp(): void {
    this.#isHungUp = true;
    this.finish(hangUpCode);
  }

  /** Runs a callback; an error in it ends the picker. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Takes over the terminal while `work` runs. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const restore = () => this.#terminal.leave();
    const endBy = (name: NodeJS.Signals) => this.finish(fatalSignals[name as keyof typeof fatalSignals]);
    const abort = () => this.finish(1);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    process.on('exit', restore);
    process.on('uncaughtException', this.fail);
    // Restored in the signal's own turn. Listening until the end also keeps Ink's signal handler from ending the
    // process at once, which it does if it is the only one.
    for (const name of endingSignals) process.on(name, restore);
    for (const name of fatalNames) process.on(name, endBy);
    try {
      this.#terminal.enter();
      return await work();
    } finally {
      restore();
      for (const name of endingSignals) process.off(name, restore);
      for (const name of fatalNames) process.off(name, endBy);
      process.off('uncaughtException', this.fail);
      process.off('exit', restore);
      signal.removeEventListener('abort', abort);
      // Without its terminal, Node would abort while it exits.
      if (this.#isHungUp) {
        process.removeAllListeners('SIGHUP');
        process.kill(process.pid, 'SIGHUP');
      }
    }
  }
}
