/** The numbers that bound time, size and count in output/. Units are in the names. */

export const outputLimits = {
  noteChars: 2_000,
  traceChars: 200,
  /** A last column with less room than this is left out. */
  narrowestColumn: 20,
} as const;
