/** The limits of terminal/. Units are in the names. */

export const terminalLimits = {
  /** How long a lone Esc may still be the start of a sequence. */
  escapeDelayMs: 40,
  /** A process that still runs this long after its SIGTSTP was not stopped. */
  suspendCheckMs: 100,
  /** This many characters in one read are a paste. */
  pastedCharacters: 3,
  pasteBytes: 64 * 1024,
  /** A paste without a new byte for this long will never be closed; slow connections pause for less. */
  pastePauseMs: 5_000,
  /** The longest control string in the input. */
  inputSequenceBytes: 64 * 1024,
} as const;
