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
} as const;
