/** The limits of ui/. Units are in the names. */

export const uiLimits = {
  /** The names that are measured for the width of their column. */
  measuredNames: 1_000,
  shownFileLines: 5_000,
  /** The lines of a view that a screen reader gets. */
  spokenLines: 200,
  /** The longest paragraph that is wrapped, and its longest label. */
  paragraphChars: 10_000,
  labelChars: 40,
} as const;
