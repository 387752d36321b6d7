/** Ways to wait that end when the process is asked to end, or after a bounded time. */

import type { Io } from '../io.js';

/** Settles as the promise does, but rejects as soon as the process is asked to end. */
export function unlessAborted<T>({ signal }: Pick<Io, 'signal'>, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves when the promise settles or the time is up. */
export function atMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(done, done);
  });
}

/** Resolves when the condition holds or the time is up. Checks it now and after every change. */
export async function until(
  subscribe: (listener: () => void) => () => void,
  holds: () => boolean,
  timeoutMs: number,
  io: Pick<Io, 'signal'>,
): Promise<void> {
  if (holds()) return;
  let stop = () => {};
  const held = new Promise<void>((resolve) => {
    stop = subscribe(() => {
      if (holds()) resolve();
    });
  });
  try {
    await unlessAborted(io, atMost(timeoutMs, held));
  } finally {
    stop();
  }
}
