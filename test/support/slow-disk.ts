/** Makes reading slow, for tests of what happens meanwhile. */

/** Blocks this process, as a slow disk does. */
export function blockFor(milliseconds: number): void {
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
