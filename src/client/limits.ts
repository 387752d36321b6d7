/** The numbers that bound time, size and count in client/. Units are in the names. */

export const clientLimits = {
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /** For all pages of a list of sessions together. */
  listingTimeoutMs: 30_000,
  echoTimeoutMs: 2_000,
  keepAliveIntervalMs: 20_000,
  reconnectFirstDelayMs: 200,
  /** After so long without doubt about a state, the next doubt is followed up quickly. Longer than the longest delay. */
  recheckQuietMs: 30_000,
  /** Until a session that the host does not know is asked for once more. */
  missingCheckMs: 1_000,
  /** Questions to a host that cannot say anything about a session yet; the pauses between them double. */
  notYetAttempts: 5,
  reconnectLongestDelayMs: 15_000,
  /** A switch is not sent for ever to a host that hangs up each time. */
  togglesSentAtMost: 12,
  /** Switches that are sent before the screen and the socket have their turn again. */
  switchesPerTurn: 200,
  /** Switches that are sent and not echoed yet: a host may count frames. */
  switchesInFlight: 500,
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
  /** Of frames on one connection that cannot be read. */
  malformedChars: 16 * 1024 * 1024,
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
} as const;
