/** The limits of entries/. Units are in the names. */

export const entriesLimits = {
  /** Longest query; text typed or pasted beyond it is ignored. */
  queryLength: 1_024,
  /** Characters of a description that are searched. */
  searchedDescriptionLength: 2_000,
  /** Names that a word may match by scattered letters, best first; names that contain the word are not limited. */
  fuzzyMatches: 1_000,
  /** Entries from which on a word is usual if more than half of them have it. */
  listForUsualWords: 20,
  /** Letters of the shortest word of a sentence that may be just the start of a word. */
  shortestStart: 3,
  /** Names that are compared with a query that matches nothing. */
  suggestedNames: 10_000,
} as const;
