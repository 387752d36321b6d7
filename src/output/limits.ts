/** The numbers that bound time, size and count in output/. Units are in the names. */

export const outputLimits = {
  /** A remark next to the data, and what is told of one message on the wire. */
  noteChars: 2_000,
  /** A last column with less room than this is left out. */
  narrowestColumn: 20,
} as const;
