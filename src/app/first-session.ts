/** Where the picker's first session comes from, and opening it while the screen is still being loaded. */

import { type Io, ioWith } from '../io.js';
import { chooseHost } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { openSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';

/** The host that is named, by address or by name; null for the one in this process. */
export function hostNamed(options: ConnectOptions, io: Io): string | null {
  const host = chooseHost(options, io);
  return host.kind === 'embedded' ? null : host.text;
}

/** Signals of the process, and one of our own. */
export function ioUntil(io: Io, leaving: AbortSignal): Io {
  return ioWith(io, { signal: AbortSignal.any([io.signal, leaving]) });
}

export interface EarlySession {
  opening: Promise<SessionSource>;
  /** Nobody waits for it any more. */
  abandon(): void;
}

/** Starts to open it, if the host is another process: the one in this would only be in the way. */
export function openEarly(options: ConnectOptions, io: Io): EarlySession | null {
  if (hostNamed(options, io) === null) return null;
  const leaving = new AbortController();
  const opening = openSession(options, ioUntil(io, leaving.signal), { mayBeTemporary: true });
  // Whoever waits for it hears of its failure.
  opening.catch(() => {});
  return { opening, abandon: () => leaving.abort() };
}
