/** A clock that only moves forward, for deadlines and pauses. The time of day may be set back at any moment. */

/** Milliseconds since some moment in the past. The first call of `performance.now` takes most of a millisecond. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
