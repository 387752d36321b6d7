/** The numbers that bound time, size and count in cli/. Units are in the names. */

export const cliLimits = {
  completionTimeoutMs: 1_000,
  /** After a signal, what has not ended by itself is ended. */
  leaveTimeoutMs: 1_500,
  /** Of one error message, or of one bug's stack. */
  reportedLines: 40,
} as const;
