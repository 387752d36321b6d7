/** The limits of ui/. Units are in the names. */

export const uiLimits = {
  /** The widest columns for names and types. */
  nameColumns: 48,
  typeColumns: 10,
  shownFileLines: 5_000,
  /** How many files of a skill's folder are named. */
  namedFiles: 20,
  /** The lines shown above a line with a problem. */
  linesBeforeProblem: 4,
  /** The longest paragraph that is wrapped, and its longest label. */
  paragraphChars: 10_000,
  labelChars: 40,
  /** How many problems of a folder the preview lays out. */
  previewProblems: 100,
  /** How much of a name a question shows. */
  askedNameChars: 40,
} as const;
