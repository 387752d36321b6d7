/** The limits of app/. Units are in the names. */

export const appLimits = {
  framesPerSecond: 60,
  /** How long leaving waits for switches under way, and for the session to close. */
  pickerLeaveMs: 1_000,
  /** How many entries the report on leaving names. */
  leavingNames: 20,
  shownFileBytes: 256 * 1024,
  /** How many files of a skill's directory the preview names. */
  bundledNames: 40,
  /** How often the file that is shown is read again. */
  fileRefreshMs: 1_000,
  /** How often the chooser looks for other hosts while it is open. */
  choicesRefreshMs: 2_000,
  configBytes: 1024 * 1024,
} as const;
