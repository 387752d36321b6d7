import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.js';
import { setTimeBack } from '../support/time-of-day.js';

it('the system’s clock goes on when the time of day is set back', () => {
  const before = systemClock.now();
  setTimeBack();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});
