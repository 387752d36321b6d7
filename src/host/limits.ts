/** The numbers that bound time, size and count in host/. Units are in the names. */

export const hostLimits = {
  /** For all locks of a switch together, counted from when it was asked for. */
  lockPatienceMs: 5_000,
  /** For a lock that a child process has to take, however late it is. */
  lockLeastMs: 1_000,
  lockPollMs: 8,
  /** A file that changed this long before it was read cannot change again without a new time. */
  timestampMs: 100,
  /** The same on file systems that count in seconds. */
  coarseTimestampMs: 3_000,
  emptyLockMs: 1_000,
  /** Longer than any lock is held; where start times are known, they decide instead. */
  lockLifeMs: 60_000,
  /** Much longer than a file takes to be written. */
  temporaryLifeMs: 60_000,
  switchesFileBytes: 64 * 1024 * 1024,
  replayedEnvelopes: 2_000,
  replayedEntries: 20_000,
  /** Characters of text in all of them together. */
  replayedChars: 32 * 1024 * 1024,
  /** Of what is echoed of a refused action: its type and id, and all its decisions together. */
  echoedChars: 300,
  echoedListChars: 2_000,
  clientIdChars: 256,
  rememberedClients: 1_000,
  hostSessions: 200,
  sessionsPerPage: 100,
  hostConnections: 64,
  hostFrameBytes: 8 * 1024 * 1024,
  hostFramesPerSecond: 20_000,
  hostFrameBurst: 20_000,
  /** How long a client that sends more than that is not read. */
  hostReadPauseMs: 100,
  hostBufferedBytes: 128 * 1024 * 1024,
  resourceBytes: 8 * 1024 * 1024,
  resourceEntries: 10_000,
  watchDebounceMs: 120,
  watchLongestDebounceMs: 500,
  watchedDirectories: 4_000,
  watchSlice: 200,
  /** Links that lead to one another, each of which may be turned elsewhere. */
  watchedLinks: 8,
  rescanIntervalMs: 2_000,
  drainTimeoutMs: 1_000,
  /** Read of every skill, agent and rule file. */
  headBytes: 8 * 1024,
  /** Read when the frontmatter is longer than that. */
  frontmatterBytes: 64 * 1024,
  /** Values in one frontmatter, counted after aliases are followed. */
  frontmatterValues: 2_000,
  /** Settings, manifests and MCP files. */
  jsonFileBytes: 1024 * 1024,
  /** A tool's settings, in which switches are kept. */
  settingsFileBytes: 8 * 1024 * 1024,
  settingsAttempts: 5,
  walkDepth: 12,
  /** Levels below a skill or a linked directory: enough for a group of skills, not for a whole disk. */
  nearbyDepth: 3,
  walkDirectories: 200_000,
  /** Directories read behind a link that leads out of the repository. */
  nearbyDirectories: 1_000,
  problemsPerContainer: 1_000,
  installedPlugins: 1_000,
  detailChars: 1_000,
  detailItems: 200,
} as const;
