/** Reports how far a command is. Whoever starts the command decides whether and where that is shown. */

import { monotonicMs } from '../monotonic.js';

export interface ProgressReporter {
  /** Shows the text while some work takes long. Returns a function that ends it. */
  start(text: () => string): () => void;
  /** Synchronous work calls it often, because no timer runs meanwhile. */
  tick(): void;
}

interface WithProgress {
  progress?: ProgressReporter;
}

/** Does the work, and shows the text if it takes long. */
export async function showing<T>(
  { progress }: WithProgress,
  text: () => string,
  work: () => Promise<T>,
): Promise<T> {
  const stop = progress?.start(text);
  try {
    return await work();
  } finally {
    stop?.();
  }
}

/** Returns a text with the seconds since now. */
export function withSeconds(text: string): () => string {
  const startedAtMs = monotonicMs();
  return () => `${text} (${Math.floor((monotonicMs() - startedAtMs) / 1_000)} s)`;
}

/** Awaits all promises, and shows how many have settled if that takes long. */
export function countingSettled<T>(
  { progress }: WithProgress,
  what: string,
  promises: readonly Promise<T>[],
): Promise<T[]> {
  let settled = 0;
  const count = () => {
    settled += 1;
    progress?.tick();
  };
  for (const promise of promises) promise.then(count, count);
  const text = () => `${what}: ${grouped(settled)} of ${grouped(promises.length)}`;
  return showing({ ...(progress && { progress }) }, text, () => Promise.all(promises));
}

/** Returns a number with separators, such as 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en');
