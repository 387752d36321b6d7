/** Readers under test: what they give, what they count, and what they may throw. */

import { expect } from 'vitest';
import { ProtocolError, type Skipped } from '../../src/protocol/index.js';

/** What the reader gives and how much it left out. */
export function counting<T>(read: (skipped: Skipped) => T): [T, number] {
  const skipped = { count: 0 };
  const value = read(skipped);
  return [value, skipped.count];
}

/** What the reader gives, or undefined where it refuses; anything thrown but a ProtocolError fails the test. */
export function readOrRefuse<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    return undefined;
  }
}
