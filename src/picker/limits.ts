/** The limits of picker/. Units are in the names. */

export const pickerLimits = {
  putBackPerMinute: 5,
  /** Entries of a folder that are switched without a question. */
  unaskedEntries: 5,
} as const;
