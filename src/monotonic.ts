/** The clock for deadlines and pauses. It only moves forward; the time of day may be set back. */

/** Milliseconds since some moment in the past. Not `performance.now`: its first call takes nearly a millisecond. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
