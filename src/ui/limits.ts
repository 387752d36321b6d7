/** The limits of ui/. Units are in the names. */

export const uiLimits = {
  /** The widest columns for names and types. */
  nameColumns: 48,
  typeColumns: 10,
  shownFileLines: 5_000,
  /** How many lines of a view a screen reader gets. */
  spokenLines: 200,
  /** The longest paragraph that is wrapped, and its longest label. */
  paragraphChars: 10_000,
  labelChars: 40,
} as const;
