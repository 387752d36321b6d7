/** The numbers that bound time, size and count in ui/. Units are in the names. */

export const uiLimits = {
  /** Names looked at for the width of their column. */
  measuredNames: 1_000,
  shownFileLines: 5_000,
  /** Of one view, for those who hear it. */
  spokenLines: 200,
  /** A text from outside that is broken into lines, and what stands before one. */
  paragraphChars: 10_000,
  labelChars: 40,
} as const;
