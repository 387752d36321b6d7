/**
 * The names that skillpick's own host gives to the batches of this run, and to their undos. A name is known once the
 * switches of its batch have ended, so an undo that is requested earlier waits for them. Undos run one after another: an
 * older batch can be put back exactly only after the newer ones.
 */

import { SkillpickError } from '../errors.js';
import type { BatchUndone, UndoneIntent } from '../picker/intents.js';
import type { JournalEntry, SwitchOutcome } from '../picker/made-switches.js';
import type { SessionSource } from '../source/session-source.js';
import { historyOf } from './model-builder.js';

interface Batch {
  readonly name: string;
  /** False if the echo was lost: then nothing of it may be in the history. */
  readonly isReported: boolean;
}

/** Returns the batch of switches; null if nothing was recorded. */
async function batchOf(outcomes: readonly Promise<SwitchOutcome>[]): Promise<Batch | null> {
  const ended = await Promise.allSettled(outcomes);
  const batches = ended.flatMap((end): Batch[] => {
    if (end.status === 'rejected' || end.value.batch === undefined) return [];
    return [{ name: end.value.batch, isReported: 'result' in end.value }];
  });
  return batches.find(({ isReported }) => isReported) ?? batches[0] ?? null;
}

export class BatchUndos {
  readonly #session: () => SessionSource | undefined;
  readonly #report: (undone: UndoneIntent) => void;
  /** By key, the batch that an undo takes back. */
  readonly #made = new Map<number, Promise<Batch | null>>();
  /** By key, the undo that a redo takes back. */
  readonly #undone = new Map<number, Promise<Batch | null>>();
  /** Settles with the undo that was requested last. */
  #last: Promise<void> = Promise.resolve();

  constructor(session: () => SessionSource | undefined, report: (undone: UndoneIntent) => void) {
    this.#session = session;
    this.#report = report;
  }

  follow(key: number, outcomes: readonly Promise<SwitchOutcome>[]): void {
    this.#made.set(key, batchOf(outcomes));
  }

  /** Takes back a batch, or its undo, once those that were requested before have ended. */
  run(entry: JournalEntry, isRedo: boolean): Promise<void> {
    const running = this.#last.then(async () => {
      this.#report({ type: 'undone', entry, isRedo, outcome: await this.#takeBack(entry, isRedo) });
    });
    // The caller gets the error.
    this.#last = running.catch(() => {});
    return running;
  }

  /** Resolves once no undo is under way, not even one that a report has led to. */
  async settled(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#last) {
      last = this.#last;
      await last;
    }
  }

  async #takeBack({ key, history }: JournalEntry, isRedo: boolean): Promise<BatchUndone> {
    const [from, to] = isRedo ? [this.#undone, this.#made] : [this.#made, this.#undone];
    const batch = (await from.get(key)) ?? null;
    if (batch === null) return { kind: 'unrecorded' };
    try {
      const session = this.#session();
      if (session === undefined) return failed('no session is open');
      // Another host was opened while the undo had to wait.
      if (historyOf(session) !== history) return failed('another session is open');
      const outcome = await session.undo(batch.name);
      if (outcome.kind === 'rejected' && !batch.isReported) return { kind: 'unrecorded' };
      if (outcome.kind !== 'confirmed') return failed(outcome.reason);
      const { result } = outcome;
      to.set(key, Promise.resolve(result.batch === null ? null : { name: result.batch, isReported: true }));
      return { kind: 'confirmed', result };
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      return failed(error.message.replace(/\.$/, ''));
    }
  }
}

const failed = (reason: string): BatchUndone => ({ kind: 'failed', reason });
