/** The limits of text/. Units are in the names. */

export const textLimits = {
  printedLineChars: 4_000,
  /** The longest text drawn on one line, before it is cut to the columns. */
  drawnLineLength: 1_000,
  /** Combining marks on one letter; more of them would reach into other rows. */
  marksPerLetter: 4,
  /** Emoji that are joined into one; the longest of Unicode have four. */
  joinedEmoji: 8,
  rememberedWidths: 4_096,
  /** The part of a description that a row may show. */
  rowDescriptionChars: 400,
  /** From this many columns on, a list has a word beside the glyph of each state. */
  stateWordFromColumns: 100,
  /** Names are cut for descriptions of fewer columns. */
  usefulDescriptionColumns: 20,
  /** Names are not cut further than this for the sake of descriptions. */
  cutNameColumns: 18,
} as const;
