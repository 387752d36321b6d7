/** Every number that bounds time, size or count. Units are in the names. */

export const limits = {
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /** For all pages of a list of sessions together. */
  listingTimeoutMs: 30_000,
  /** For a command to connect, open its session and read its files. */
  commandTimeoutMs: 30_000,
  echoTimeoutMs: 2_000,
  keepAliveIntervalMs: 20_000,
  settleTimeoutMs: 3_000,
  stdinBytes: 8 * 1024 * 1024,
  /** References on standard input: all of them, different ones, and a single one. */
  referencesBytes: 256 * 1024 * 1024,
  references: 2_000_000,
  referenceChars: 64 * 1024,
  listedCandidates: 10,
  /** For a host that is asked only whether it answers. */
  probeTimeoutMs: 1_500,
  probesAtOnce: 16,
  completionTimeoutMs: 1_000,
  /** A session of our own is disposed of on the way out, but nobody waits for long. */
  disposeTimeoutMs: 500,
  /** How often a command that waits looks whether its output is still read. */
  readerCheckMs: 500,
  /** After a signal, what has not ended by itself is ended. */
  leaveTimeoutMs: 1_500,
  /** Until a file that was written is in the host's list. */
  listedTimeoutMs: 5_000,
  switchesAtOnce: 500,
  searchResults: 8,
  searchResultsAtMost: 50,
  /** Files listed next to a skill, and the sum of their sizes. */
  bundledFiles: 200,
  bundledBytes: 512 * 1024,
  bundledDirectories: 100,
  bundledDepth: 8,
  /** Printed of one file, which is more than anybody reads. */
  printedFileLines: 20_000,
  printedLineChars: 4_000,
  /** A remark next to the data, and what is told of one message on the wire. */
  noteChars: 2_000,
  debugLineChars: 200,
  /** What a shell shows next to a word to complete. */
  completionChars: 80,
  /** Of one error message, or of one bug's stack. */
  reportedLines: 40,
  putBackPerMinute: 5,
  /** Names looked at for the width of their column. */
  measuredNames: 1_000,
  /** How long a lone Esc may still be the start of something. */
  escapeDelayMs: 40,
  framesPerSecond: 60,
  /** Switches of a batch that are sent before the screen has its turn again. */
  switchesPerTurn: 200,
  /** For switches under way and for the session to close, once the terminal is given back. */
  pickerLeaveMs: 1_000,
  /** After asking to be stopped: whoever still runs then is not going to be. */
  suspendCheckMs: 100,
  shownFileBytes: 256 * 1024,
  shownFileLines: 5_000,
  /** Of one view, for those who hear it. */
  spokenLines: 200,
  /** A text from outside that is broken into lines, and what stands before one. */
  paragraphChars: 10_000,
  labelChars: 40,
  /** Tries after a drop in commands that run once. */
  commandReconnectAttempts: 4,
  closeTimeoutMs: 500,
  reconnectFirstDelayMs: 200,
  /** After so long without doubt about a state, the next doubt is followed up quickly. Longer than the longest delay. */
  recheckQuietMs: 30_000,
  /** Until a session that the host does not know is asked for once more. */
  missingCheckMs: 1_000,
  /** Questions to a host that cannot say anything about a session yet; the pauses between them double. */
  notYetAttempts: 5,
  reconnectLongestDelayMs: 15_000,
  /** A host that keeps hanging up after the same toggle is not asked for ever. */
  togglesSentAtMost: 12,
  upgradeHeaderBytes: 16 * 1024,
  frameBytes: 64 * 1024 * 1024,
  /** Read from a socket before timers have their turn: a host that sends without end does not hold them up. */
  turnBytes: 1024 * 1024,
  /** Of one message; empty ones count too. */
  frameFragments: 16_384,
  /** Reads that one frame may come in; slow networks deliver about a kilobyte at a time. */
  frameReads: 32_768,
  /** Handed to a socket and not sent yet. */
  sendQueueBytes: 48 * 1024 * 1024,
  /** Received before it can be used: before a snapshot, or before a connection is back. About, as it is in memory. */
  heldBytes: 24 * 1024 * 1024,
  /** Changes of the list of sessions that come while it is fetched. */
  heldNewsBytes: 4 * 1024 * 1024,
  /** Of a frame before the host has introduced itself. */
  greetingChars: 1024 * 1024,
  /** Frames up to this size are parsed without a look at what is in them; more may take ten times that in memory. */
  uncountedFrameChars: 4 * 1024 * 1024,
  /** Of frames on one connection that cannot be read. */
  malformedChars: 16 * 1024 * 1024,
  /** Objects and lists in one frame, and values in all of them. */
  frameContainers: 2_000_000,
  frameValues: 4_000_000,
  /** Deepest nesting of a frame; real ones stay below 12. */
  frameDepth: 64,
  /** Containers and children together in one list. */
  customizations: 250_000,
  sessionPages: 200,
  pageCursorChars: 64 * 1024,
  sessions: 20_000,
  rememberedSequenceNumbers: 256,
  /** Quoted of what a host says about an error or a rejection. */
  hostMessageChars: 500,
  /** Confirmed switches of one session that are watched for being forgotten. */
  rememberedSwitches: 100_000,
  endpointEntryBytes: 64 * 1024,
  /** Reported of one directory, and read of it to find those that run. */
  endpointEntries: 256,
  endpointFiles: 4_096,
  tokenFileBytes: 16 * 1024,
  /** For all locks of a switch together, counted from when it was asked for. */
  lockPatienceMs: 5_000,
  /** For a lock that a child process has to take, however late it is. */
  lockLeastMs: 1_000,
  lockPollMs: 8,
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
  /** Things one toggle may ask for; five tools with three scopes each need 15. */
  setItems: 64,
  nameChars: 300,
  descriptionChars: 5_000,
  detailChars: 1_000,
  detailItems: 200,
  /** Longest query; what is pasted or typed beyond it is left out. */
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
  /** A last column with less room than this is left out. */
  narrowestColumn: 20,
  /** Below this width rows are drawn with short badges and without descriptions. */
  compactBelowColumns: 60,
  pasteBytes: 64 * 1024,
  /** A paste that is still open after so long without a byte will never be closed; slow connections pause for less. */
  pastePauseMs: 5_000,
  /** A control string in the input that is still open after this many bytes is given up. */
  inputSequenceBytes: 64 * 1024,
} as const;
