/** Counts the open connections and timers of this process, so that a test can find leaks. */

import { expect } from 'vitest';
import { type Clock, systemClock } from '../../src/client/index.js';

export type Connections = Record<string, number>;

const watched = /^(TCPSocketWrap|TLSWrap|PipeWrap|\w*ConnectWrap)$/;

/** Connections that are open now, by kind. Timers are counted by a clock: the test runner has its own. */
export function openConnections(): Connections {
  const counts: Connections = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (watched.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function isSame(now: Connections, before: Connections): boolean {
  const kinds = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...kinds].every((kind) => now[kind] === before[kind]);
}

/** Fails unless the process has the same connections as before; closing them takes a few turns. */
export async function expectConnections(before: Connections): Promise<void> {
  for (let turn = 0; turn < 500 && !isSame(openConnections(), before); turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  expect(openConnections()).toEqual(before);
}

/** The real time, with a count of the timers that are still to come. */
export class CountingClock implements Clock {
  timers = 0;
  readonly now = systemClock.now;
  readonly random = systemClock.random;

  after(delayMs: number, callback: () => void): () => void {
    let isOver = false;
    const end = () => {
      if (!isOver) this.timers -= 1;
      isOver = true;
    };
    this.timers += 1;
    const cancel = systemClock.after(delayMs, () => {
      end();
      callback();
    });
    return () => {
      end();
      cancel();
    };
  }
}
