/** The numbers that bound time, size and count in output/. Units are in the names. */

export const outputLimits = {
  noteChars: 2_000,
  traceChars: 1_000,
  /** A last column with less room than this is left out. */
  narrowestColumn: 20,
  /** Without descriptions, names may become shorter; below this, the cells of the tools go. */
  shortestName: 10,
  /** A list names the folders if its descriptions keep this many columns. */
  descriptionBesideFolder: 40,
  /** The width of a terminal that does not report one. */
  usualColumns: 80,
  /** From the start of a command until it shows how far it is. */
  progressDelayMs: 700,
  progressIntervalMs: 100,
} as const;
