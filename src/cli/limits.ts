/** The numbers that bound time, size and count in cli/. Units are in the names. */

export const cliLimits = {
  completionTimeoutMs: 1_000,
  /** From a signal until the process is ended. */
  leaveTimeoutMs: 1_500,
  /** Of one error message, or of the stack of a bug. */
  reportedLines: 40,
} as const;
