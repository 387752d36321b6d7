/** The numbers that bound time, size and count in entries/. Units are in the names. */

export const entriesLimits = {
  /** Longest query; what is pasted or typed beyond it is left out. */
  queryLength: 1_024,
  /** How much of a description is searched. */
  searchedDescriptionLength: 2_000,
  /** Names a word may match by strewn letters, best first; names that contain the word are not limited. */
  fuzzyMatches: 1_000,
} as const;
