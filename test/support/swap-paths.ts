/** A thread that swaps what a path names for something else and back, as fast as it can. */

import { Worker } from 'node:worker_threads';

/** Runs in the thread. Files that others create at the path are moved aside. */
const loop = `
  const { renameSync } = require('node:fs');
  const { workerData: { path, other, aside, counts } } = require('node:worker_threads');
  const [swaps, isStopped, hasEnded] = [0, 1, 2];
  const view = new Int32Array(counts);
  let intruders = 0;
  function put(from) {
    try {
      renameSync(from, path);
    } catch (error) {
      if (error.code === 'ENOENT') throw error;
      renameSync(path, aside + (intruders += 1));
      put(from);
    }
  }
  try {
    while (Atomics.load(view, isStopped) === 0) {
      renameSync(path, aside);
      put(other);
      renameSync(path, other);
      put(aside);
      Atomics.add(view, swaps, 1);
    }
  } finally {
    Atomics.store(view, hasEnded, 1);
  }
`;

/** Swaps what is at `path` with what is at `other`, again and again, while `work` is done again and again. */
export async function whileSwapping(
  path: string,
  other: string,
  swapsAtLeast: number,
  work: () => void,
): Promise<void> {
  const counts = new SharedArrayBuffer(12);
  const [swaps, isStopped, hasEnded] = [0, 1, 2];
  const view = new Int32Array(counts);
  const worker = new Worker(loop, {
    eval: true,
    workerData: { path, other, aside: `${path}.aside`, counts },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject).once('exit', () => resolve());
  });
  try {
    while (Atomics.load(view, swaps) < swapsAtLeast && Atomics.load(view, hasEnded) === 0) work();
  } finally {
    Atomics.store(view, isStopped, 1);
    await ended;
  }
}
