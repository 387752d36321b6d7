/** The numbers that bound time, size and count in protocol/. Units are in the names. */

export const protocolLimits = {
  closeTimeoutMs: 500,
  /** Values are counted only in larger frames. A parsed frame may take ten times its size in memory. */
  uncountedFrameChars: 4 * 1024 * 1024,
  /** Objects in one frame; as many lists are allowed. */
  frameContainers: 2_000_000,
  frameValues: 4_000_000,
  /** Levels of nesting in a frame; real ones have fewer than 12. */
  frameDepth: 64,
  /** Containers and children together in one list. */
  customizations: 250_000,
  /** Exact changes in one toggle; seven tools with four scopes each need 28. */
  setItems: 64,
} as const;
