/** The numbers that bound time, size and count in app/. Units are in the names. */

export const appLimits = {
  framesPerSecond: 60,
  /** For switches under way and for the session to close, once the terminal is given back. */
  pickerLeaveMs: 1_000,
  shownFileBytes: 256 * 1024,
} as const;
