import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { nextDelayMs } from '../../src/client/reconnect.js';

const attempt = fc.nat(2_000);
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the pause before the next try', () => {
  it('stays within its bounds', () => {
    fc.assert(
      fc.property(attempt, random, (number, chance) => {
        const delay = nextDelayMs(number, chance);
        expect(delay).toBeGreaterThanOrEqual(clientLimits.reconnectFirstDelayMs / 2);
        expect(delay).toBeLessThanOrEqual(clientLimits.reconnectLongestDelayMs);
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
  });

  it('never gets shorter from one try to the next, jitter aside', () => {
    fc.assert(
      fc.property(attempt, random, (number, chance) => {
        expect(nextDelayMs(number + 1, chance)).toBeGreaterThanOrEqual(nextDelayMs(number, chance));
      }),
    );
  });

  it('doubles up to its limit', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => nextDelayMs(number, 0));
    expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 7_500, 7_500]);
  });

  it('is spread over half its length, so that clients do not all come back at once', () => {
    expect(nextDelayMs(3, 0)).toBe(800);
    expect(nextDelayMs(3, 0.5)).toBe(1_200);
    expect(nextDelayMs(3, 0.999_999)).toBe(1_600);
  });
});
