/** The numbers that bound time, size and count in commands/. Units are in the names. */

export const commandsLimits = {
  stdinBytes: 8 * 1024 * 1024,
  /** References on standard input: all of them, different ones, and a single one. */
  referencesBytes: 256 * 1024 * 1024,
  references: 2_000_000,
  referenceChars: 64 * 1024,
  /** How often a command that waits looks whether its output is still read. */
  readerCheckMs: 500,
  /** Until a file that was written is in the host's list. */
  listedTimeoutMs: 5_000,
  searchResults: 8,
  searchResultsAtMost: 50,
  /** Files listed next to a skill, and the sum of their sizes. */
  bundledFiles: 200,
  bundledBytes: 512 * 1024,
  bundledDirectories: 100,
  bundledDepth: 8,
  /** Printed of one file, which is more than anybody reads. */
  printedFileLines: 20_000,
  /** What a shell shows next to a word to complete. */
  completionChars: 80,
} as const;
