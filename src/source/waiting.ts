/** Waiting that ends when the process is asked to end, or when it has taken long enough. */

import type { Io } from '../io.js';

/** The promise's outcome, or a rejection as soon as the process is asked to end; what was begun goes on unheard. */
export function unlessAborted<T>({ signal }: Pick<Io, 'signal'>, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Resolves when the promise has ended, however it did, or when the time is up. */
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

/** Resolves as soon as the condition holds or the time is up; it is looked at now and after every change. */
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
