/** Every number that bounds time, size or count. Units are in the names. */

export const limits = {
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  echoTimeoutMs: 2_000,
  keepAliveIntervalMs: 20_000,
  settleTimeoutMs: 3_000,
  stdinBytes: 8 * 1024 * 1024,
  listedCandidates: 10,
  /** Tries after a drop in commands that run once. */
  commandReconnectAttempts: 4,
  closeTimeoutMs: 500,
  reconnectFirstDelayMs: 200,
  reconnectLongestDelayMs: 15_000,
  /** A host that keeps hanging up after the same toggle is not asked for ever. */
  togglesSentAtMost: 12,
  frameBytes: 64 * 1024 * 1024,
  /** Deepest nesting of a frame; real ones stay below 12. */
  frameDepth: 64,
  /** Containers and children together in one list. */
  customizations: 250_000,
  sessionPages: 200,
  sessions: 20_000,
  rememberedSequenceNumbers: 256,
  endpointEntryBytes: 64 * 1024,
  endpointEntries: 256,
  tokenFileBytes: 16 * 1024,
  lockPatienceMs: 5_000,
  lockPollMs: 8,
  emptyLockMs: 1_000,
  replayedEnvelopes: 2_000,
  replayedEntries: 200_000,
  rememberedClients: 1_000,
  hostSessions: 200,
  sessionsPerPage: 100,
  hostConnections: 64,
  hostFrameBytes: 8 * 1024 * 1024,
  hostFramesPerSecond: 2_000,
  hostFrameBurst: 20_000,
  hostBufferedBytes: 128 * 1024 * 1024,
  resourceBytes: 8 * 1024 * 1024,
  resourceEntries: 10_000,
  watchDebounceMs: 120,
  watchLongestDebounceMs: 500,
  watchedDirectories: 4_000,
  watchSlice: 200,
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
  walkDepth: 12,
  /** Levels below a skill or a linked directory: enough for a group of skills, not for a whole disk. */
  nearbyDepth: 3,
  walkDirectories: 200_000,
  problemsPerContainer: 1_000,
  installedPlugins: 1_000,
  nameChars: 300,
  descriptionChars: 5_000,
  detailChars: 1_000,
  detailItems: 200,
  /** Longest query; what is pasted or typed beyond it does not count. */
  queryLength: 1_024,
  /** How much of a description is searched. */
  searchedDescriptionLength: 2_000,
  /** Names a word may match by strewn letters, best first; names that contain the word are not limited. */
  fuzzyMatches: 1_000,
  /** Longest text drawn on one line, before it is cut to the columns there are. */
  drawnLineLength: 1_000,
  /** Combining marks drawn on one letter; more of them would run into other rows. */
  marksPerLetter: 4,
  rememberedWidths: 4_096,
  /** Below this width rows are drawn with short badges and without descriptions. */
  compactBelowColumns: 60,
  pasteBytes: 64 * 1024,
  /** A control string in the input that is still open after this many bytes is given up. */
  inputSequenceBytes: 64 * 1024,
} as const;
