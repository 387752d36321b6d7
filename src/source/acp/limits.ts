/** The numbers that bound time, size and count in source/acp/. Units are in the names. */

export const acpLimits = {
  /** For the agent to reply to one request. */
  requestTimeoutMs: 30_000,
  /** For the agent to list what it has, once it has made the session. */
  listTimeoutMs: 3_000,
  /** Without a change for so long after its first list, the agent has nothing to add. */
  quietMs: 200,
  /** For the agent to take back a session that we made. */
  disposeTimeoutMs: 2_000,
  /** The same once this process was asked to end. */
  hurriedDisposeMs: 300,
  /** From the end of its input until the agent gets SIGTERM, and from there until it gets SIGKILL. */
  endOfInputMs: 3_000,
  terminateMs: 2_000,
  /** The same if this process was asked to end. */
  hurriedTerminateMs: 1_000,
  /** For all of that together. */
  closingMs: 8_000,
  /** Between two looks whether other processes of the agent are still there. */
  groupPollMs: 50,
  /** For the last output of an agent that has ended. */
  lastOutputMs: 100,
  /** Of one message. */
  messageBytes: 16 * 1024 * 1024,
  /** Waiting to be read by the agent. */
  unsentBytes: 1024 * 1024,
  /** Lines that are no messages, before the agent is given up. */
  unreadableLines: 10_000,
  /** Traced of one line on stderr. */
  tracedChars: 500,
  /** Sessions whose updates are kept until the agent has named ours. */
  earlySessions: 8,
  /** Of one list of the agent. */
  listItems: 100_000,
  optionValues: 1_000,
  /** Of one list or map of a skill. */
  detailItems: 100,
  /** Kept of `_meta`, as JSON, and of one text in it. */
  metaChars: 4_096,
  metaDepth: 8,
  /** Files that are named because several match. */
  namedFiles: 5,
} as const;
