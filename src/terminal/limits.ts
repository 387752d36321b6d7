/** The numbers that bound time, size and count in terminal/. Units are in the names. */

export const terminalLimits = {
  /** How long a lone Esc may still be the start of something. */
  escapeDelayMs: 40,
  /** After asking to be stopped: whoever still runs then is not going to be. */
  suspendCheckMs: 100,
  pasteBytes: 64 * 1024,
  /** A paste that is still open after so long without a byte will never be closed; slow connections pause for less. */
  pastePauseMs: 5_000,
  /** A control string in the input that is still open after this many bytes is given up. */
  inputSequenceBytes: 64 * 1024,
} as const;
