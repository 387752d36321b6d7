/** The numbers that bound time, size and count in source/. Units are in the names. */

export const sourceLimits = {
  /** For a command to connect, open its session and read its files. */
  commandTimeoutMs: 30_000,
  settleTimeoutMs: 3_000,
  listedCandidates: 10,
  /** For a host that is asked only whether it answers. */
  probeTimeoutMs: 1_500,
  probesAtOnce: 16,
  /** A session of our own is disposed of on the way out, but nobody waits for long. */
  disposeTimeoutMs: 500,
  debugLineChars: 200,
  /** Tries after a drop in commands that run once. */
  commandReconnectAttempts: 4,
} as const;
