/** Calls the readers under test: their results, their counts, and the errors that they may throw. */

import { expect } from 'vitest';
import { ProtocolError, type Skipped } from '../../src/protocol/index.js';

/** Returns the reader's result and the number of fields it left out. */
export function counting<T>(read: (skipped: Skipped) => T): [T, number] {
  const skipped = { count: 0 };
  const value = read(skipped);
  return [value, skipped.count];
}

/** Returns the reader's result, or undefined if it throws a ProtocolError. Other errors fail the test. */
export function readOrRefuse<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    return undefined;
  }
}
