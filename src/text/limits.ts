/** The numbers that bound time, size and count in text/. Units are in the names. */

export const textLimits = {
  printedLineChars: 4_000,
  /** Longest text drawn on one line, before it is cut to the columns there are. */
  drawnLineLength: 1_000,
  /** Combining marks drawn on one letter; more of them would run into other rows. */
  marksPerLetter: 4,
  rememberedWidths: 4_096,
  /** Below this width rows are drawn with short badges and without descriptions. */
  compactBelowColumns: 60,
} as const;
