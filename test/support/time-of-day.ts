/** Sets the time of day back, as an administrator or a time server may do at any moment. */

import { onTestFinished, vi } from 'vitest';

const dayMs = 24 * 60 * 60 * 1_000;

/** Sets it back by a day; timers are not affected. */
export function setTimeBack(): void {
  const earlier = Date.now() - dayMs;
  vi.useFakeTimers({ toFake: ['Date'], now: earlier });
  onTestFinished(() => void vi.useRealTimers());
}
