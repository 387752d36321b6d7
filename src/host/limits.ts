/** The numbers that bound time, size and count in host/. Units are in the names. */

export const hostLimits = {
  /** For all locks of a switch together, from the moment it is requested. */
  lockTimeoutMs: 5_000,
  /** The least time for a lock that a child process takes, even if the deadline is near. */
  childLockTimeoutMs: 1_000,
  lockPollMs: 8,
  /** If a file changed longer ago than this when it was read, the next change gives it a new time. */
  timestampMs: 100,
  /** The same on file systems that count in seconds. */
  coarseTimestampMs: 3_000,
  emptyLockMs: 1_000,
  /** Longer than any lock is held. Used only where start times of processes are unknown. */
  lockLifeMs: 60_000,
  /** Much longer than writing a file takes. */
  temporaryLifeMs: 60_000,
  switchesFileBytes: 64 * 1024 * 1024,
  agentsFileBytes: 1024 * 1024,
  /** Sessions whose selected agent is kept; the oldest selections are dropped. */
  selectedAgents: 1_000,
  /** A larger history is shortened to the next number. A line takes less than a kilobyte. */
  historyBytes: 16 * 1024 * 1024,
  historyKeptBytes: 12 * 1024 * 1024,
  /** Of a history that can be read: the newest batch is kept whole, as long as it is not larger than this. */
  historyReadBytes: 32 * 1024 * 1024,
  /** Of one line. Its setting may come from a file of a repository. */
  historyLineBytes: 64 * 1024,
  /** For the answer of a client to one request, and for a whole plugin of a client. */
  clientRequestTimeoutMs: 10_000,
  clientPluginTimeoutMs: 60_000,
  /** Requests to one client that are under way together while a plugin is read. */
  clientRequestsAtOnce: 8,
  /** Plugins of all clients that are copied at the same time. */
  clientPluginsAtOnce: 4,
  /** How long a client that was cut off may take to come back before its plugins go. */
  clientGraceMs: 30_000,
  /** Files of plugins that are asked for on behalf of other clients. */
  publishedFilesAtOnce: 64,
  activeClients: 32,
  /** Of one client in one session. */
  clientPlugins: 16,
  clientUriChars: 2_000,
  clientToolsChars: 256 * 1024,
  /** Of one plugin of a client. */
  clientPluginDepth: 12,
  clientPluginEntries: 5_000,
  clientPluginBytes: 16 * 1024 * 1024,
  clientFileBytes: 1024 * 1024,
  replayedEnvelopes: 2_000,
  replayedEntries: 20_000,
  /** Of text, in all replayed envelopes together. */
  replayedChars: 32 * 1024 * 1024,
  /** Of each text in the echo of a refused action. */
  echoedChars: 300,
  /** Of any other field in it, as JSON. */
  echoedJsonChars: 2_000,
  clientIdChars: 256,
  /** Looked at in the list that a client offers; real ones have about ten. */
  offeredVersions: 1_000,
  rememberedClients: 1_000,
  hostSessions: 200,
  /** How long the request for a session with an agent or with plugins waits for the files of its directory. */
  creationWaitMs: 60_000,
  sessionsPerPage: 100,
  hostConnections: 64,
  /** Of a unix socket, without the byte that ends it; on Linux, and on the others. */
  linuxSocketPathBytes: 107,
  socketPathBytes: 103,
  hostFrameBytes: 8 * 1024 * 1024,
  hostFramesPerSecond: 20_000,
  hostFrameBurst: 20_000,
  /** How long the host stops reading from a client that sends faster than that. */
  hostReadPauseMs: 100,
  hostBufferedBytes: 128 * 1024 * 1024,
  resourceBytes: 8 * 1024 * 1024,
  resourceEntries: 10_000,
  watchDebounceMs: 120,
  watchLongestDebounceMs: 500,
  watchedDirectories: 4_000,
  watchSlice: 200,
  /** Links in one chain that are watched, because each of them may be changed. */
  watchedLinks: 8,
  rescanIntervalMs: 2_000,
  drainTimeoutMs: 1_000,
  /** Read from the start of every skill, agent and rule file. */
  headBytes: 8 * 1024,
  /** Read if the frontmatter is longer than that. */
  frontmatterBytes: 64 * 1024,
  /** Kept of the first line below the frontmatter: at least ten characters. */
  firstLineBytes: 40,
  /** Values in one frontmatter, counted after aliases are followed. */
  frontmatterValues: 2_000,
  /** Of manifests, hooks, MCP files and agents in TOML. */
  jsonFileBytes: 1024 * 1024,
  /** Of a tool's settings. */
  settingsFileBytes: 8 * 1024 * 1024,
  settingsAttempts: 5,
  /** A tool whose directory was not used for this long, and without a command, does not count as present. */
  toolUnusedMs: 90 * 24 * 60 * 60 * 1_000,
  /** Discovery of an ordinary machine takes less. It is not interrupted, so that the list is there at once. */
  firstSliceMs: 250,
  /** How long discovery keeps a process busy that has to react meanwhile. */
  sliceMs: 8,
  /** Between two reports of how many files were read. */
  progressIntervalMs: 100,
  walkDepth: 12,
  /** Levels below a skill or a linked directory: enough for a group of skills, not for a whole disk. */
  linkedDepth: 3,
  walkDirectories: 200_000,
  /** Directories read behind a link that leads out of the repository. */
  linkedDirectories: 1_000,
  problemsPerContainer: 1_000,
  installedPlugins: 1_000,
  detailChars: 1_000,
  detailItems: 200,
  /** Of a setting in the words of its file. */
  settingChars: 200,
} as const;
