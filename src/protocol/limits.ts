/** The numbers that bound time, size and count in protocol/. Units are in the names. */

export const protocolLimits = {
  closeTimeoutMs: 500,
  /** Frames up to this size are parsed without a look at what is in them; more may take ten times that in memory. */
  uncountedFrameChars: 4 * 1024 * 1024,
  /** Objects and lists in one frame, and values in all of them. */
  frameContainers: 2_000_000,
  frameValues: 4_000_000,
  /** Deepest nesting of a frame; real ones stay below 12. */
  frameDepth: 64,
  /** Containers and children together in one list. */
  customizations: 250_000,
  /** Things one toggle may ask for; five tools with three scopes each need 15. */
  setItems: 64,
} as const;
