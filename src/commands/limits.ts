/** The numbers that bound time, size and count in commands/. Units are in the names. */

export const commandsLimits = {
  stdinBytes: 8 * 1024 * 1024,
  /** References on standard input: all of them, different ones, and a single one. */
  referencesBytes: 256 * 1024 * 1024,
  references: 2_000_000,
  referenceChars: 64 * 1024,
  /** How often a waiting command checks that its output is still read. */
  readerCheckMs: 500,
  /** Until the host lists a file that was written. */
  listedTimeoutMs: 5_000,
  /** Until an MCP server that was asked to start is ready. */
  serverTimeoutMs: 15_000,
  searchResults: 8,
  searchResultsAtMost: 50,
  historyLines: 50,
  /** Of a setting before and after in one row. */
  settingChars: 400,
  /** Files listed next to a skill, and the sum of their sizes. */
  bundledFiles: 200,
  bundledBytes: 512 * 1024,
  bundledDirectories: 100,
  bundledDepth: 8,
  printedFileLines: 20_000,
  /** Of what a shell shows next to a word. */
  completionChars: 80,
} as const;
