/** The numbers that bound time, size and count in client/. Units are in the names. */

export const clientLimits = {
  connectTimeoutMs: 5_000,
  /** For the check whether a port speaks TLS. */
  tlsProbeTimeoutMs: 1_000,
  requestTimeoutMs: 10_000,
  /** For all pages of a list of sessions together. */
  listingTimeoutMs: 30_000,
  echoTimeoutMs: 2_000,
  keepAliveIntervalMs: 20_000,
  reconnectFirstDelayMs: 200,
  /** After so long without a recheck, the next one is quick again. Longer than the longest delay. */
  recheckQuietMs: 30_000,
  /** The pause before an unknown session is asked for once more. */
  missingCheckMs: 1_000,
  /** Requests for a session that the host has not loaded yet; the pauses between them double. */
  notYetAttempts: 5,
  reconnectLongestDelayMs: 15_000,
  /** Bounds how often a switch is sent to a host that hangs up each time. */
  togglesSentAtMost: 12,
  /** Switches that are sent before the screen and the socket get their turn again. */
  switchesPerTurn: 200,
  /** Switches that are sent and not echoed yet: a host may limit the number of frames. */
  switchesInFlight: 500,
  upgradeHeaderBytes: 16 * 1024,
  frameBytes: 64 * 1024 * 1024,
  /** Read from a socket before timers get their turn. */
  turnBytes: 1024 * 1024,
  /** Of one message; empty ones count too. */
  frameFragments: 16_384,
  /** Reads that one frame may come in; slow networks deliver about a kilobyte at a time. */
  frameReads: 32_768,
  /** Handed to a socket and not sent yet. */
  sendQueueBytes: 48 * 1024 * 1024,
  /** Received before it can be used: before a snapshot, or before a connection is back. Approximate size in memory. */
  heldBytes: 24 * 1024 * 1024,
  /** Changes of the list of sessions that come while it is fetched. */
  heldNotificationBytes: 4 * 1024 * 1024,
  /** Of a frame before the first response. */
  handshakeFrameChars: 1024 * 1024,
  /** Of unreadable frames on one connection. */
  malformedChars: 16 * 1024 * 1024,
  sessionPages: 200,
  pageCursorChars: 64 * 1024,
  sessions: 20_000,
  rememberedSequenceNumbers: 256,
  /** Quoted of a host's error or rejection. */
  hostMessageChars: 2_000,
  /** Confirmed switches of one session that are remembered, to notice when the host forgets them. */
  rememberedSwitches: 100_000,
  /** How long leaving waits until the host has removed a plugin. */
  unpublishTimeoutMs: 1_000,
  /** Of a plugin that is published: a larger file is left out, a larger plugin is refused. It is kept in memory. */
  pluginFileBytes: 4 * 1024 * 1024,
  pluginBytes: 16 * 1024 * 1024,
  /** Files and directories together. */
  pluginEntries: 5_000,
  pluginDepth: 12,
  endpointEntryBytes: 64 * 1024,
  /** Of the list that older builds share. */
  endpointListBytes: 256 * 1024,
  /** Reported of one directory, and read of it to find those that run. */
  endpointEntries: 256,
  endpointFiles: 4_096,
  tokenFileBytes: 16 * 1024,
} as const;
