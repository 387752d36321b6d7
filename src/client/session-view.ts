/** What a session's store shows and tells. */

import type { SessionState } from '../protocol/types.js';
import type { ForgottenSwitch } from './switches.js';

/** What a session looks like right now. */
export interface SessionView {
  /** The host's state with our pending switches on top. */
  state: SessionState;
  /** The host's state alone. */
  confirmed: SessionState;
  /** Ids whose switch is under way, with the wanted value (null: reset). */
  pending: ReadonlyMap<string, boolean | null>;
  /** True once the host no longer has the session. */
  isMissing: boolean;
}

/** Why switches are gone: a list from the host, a host that restarted, or something we did not see. */
export type ForgottenCause = 'list' | 'restart' | 'unknown';

/** Switches that the host dropped, and why. */
export interface Forgotten {
  cause: ForgottenCause;
  switches: ForgottenSwitch[];
}
