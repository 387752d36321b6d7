/**
 * The closed set of expected failures, each with its exit code. An error's message says what happened, and its hint
 * says what to try next. Any other error is a bug and is reported as one.
 */

const exitCodes = {
  'bad-usage': 2,
  'bad-url': 2,
  'token-exposed': 2,
  'token-unencrypted': 2,
  'bad-token-file': 2,
  'tool-unknown': 2,
  'tools-unsupported': 2,
  'scope-unsupported': 2,
  'host-unknown': 3,
  'host-unreachable': 1,
  'host-starting': 1,
  'ssh-missing': 1,
  'ssh-refused': 1,
  'ssh-failed': 1,
  'not-a-host': 1,
  'agent-failed': 1,
  'agent-login': 1,
  'wrong-token': 1,
  'tls-failed': 1,
  'version-unsupported': 1,
  'malformed-frame': 1,
  'request-failed': 1,
  'request-timeout': 1,
  'listing-timeout': 1,
  'connection-lost': 1,
  'session-unknown': 3,
  'session-ambiguous': 3,
  'session-failed': 1,
  'session-missing': 1,
  'entry-unknown': 3,
  'entry-ambiguous': 3,
  'container-unknown': 3,
  'container-ambiguous': 3,
  'container-unwritable': 1,
  'entry-exists': 1,
  'not-listed': 1,
  'text-missing': 1,
  'action-failed': 1,
  'action-unsupported': 2,
  'problems-found': 1,
  'switch-failed': 1,
  'publish-refused': 1,
  'nothing-to-undo': 1,
  'history-unreadable': 1,
  'out-of-bounds': 1,
  'not-a-terminal': 1,
  'output-failed': 1,
  closed: 1,
} as const;

/** Name of an expected failure. */
export type ErrorCode = keyof typeof exitCodes;

export interface ErrorDetails {
  /** Possible choices, printed one per line. */
  choices?: readonly string[];
  /** What to try next, one sentence. */
  hint?: string;
  cause?: unknown;
}

/** An expected failure: printed as its message and hint, never as a stack trace. */
export class SkillpickError extends Error {
  readonly code: ErrorCode;
  readonly choices: readonly string[];
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.choices = details.choices ?? [];
    this.hint = details.hint;
  }

  /** The process exit code for this failure. */
  get exitCode(): number {
    return exitCodes[this.code];
  }
}

/** A frame, a result or a file that does not follow the protocol. */
export class ProtocolError extends SkillpickError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('malformed-frame', message, details);
  }
}
