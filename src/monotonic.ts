/** The one clock for deadlines and pauses: it only moves forward, while the time of day may be set back. */

/** Milliseconds since some moment in the past. The first call of `performance.now` takes most of a millisecond. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
