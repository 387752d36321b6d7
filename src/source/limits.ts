/** The numbers that bound time, size and count in source/. Units are in the names. */

export const sourceLimits = {
  /** For a command to connect, open its session and read its files. */
  commandTimeoutMs: 30_000,
  settleTimeoutMs: 3_000,
  listedCandidates: 10,
  /** For a host that is only asked whether it responds. */
  probeTimeoutMs: 2_000,
  probesAtOnce: 16,
  /** For ssh to log in, unless it may ask. */
  tunnelTimeoutMs: 15_000,
  /** Between two looks whether ssh has made its socket. */
  tunnelPollMs: 20,
  /** For ssh to end by itself. */
  tunnelCloseMs: 500,
  /** For the last words of ssh to arrive, once it has ended. */
  tunnelWordsMs: 100,
  /** Remembered of what ssh writes. */
  tunnelWordsChars: 8_192,
  /** Of the directory that holds the directory of a socket: a socket's path has at most 103 bytes on macOS. */
  socketParentBytes: 80,
  /** How long after it has published itself a host may still be starting. */
  startingMs: 15_000,
  /** Between two attempts to connect to a host that is starting. */
  startingPauseMs: 100,
  /** Attempts to create a temporary session again while the connection stays as it is. */
  renewalAttempts: 5,
  /** Before the second of these attempts; doubled before each one after it. */
  renewalFirstDelayMs: 500,
  /** For disposing of a temporary session that is not used, or no longer. */
  disposeTimeoutMs: 500,
  /** Attempts to reconnect after a drop, in commands that run once. */
  commandReconnectAttempts: 4,
  /** Named of what is left out of a plugin that is published. */
  leftOutNames: 5,
} as const;
