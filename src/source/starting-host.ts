/**
 * Tells a host that has just started from one that is broken. An editor publishes its host before it answers every
 * request, and a host may take seconds for its first list of sessions.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { FoundHost } from '../client/endpoints.js';
import { clientLimits } from '../client/limits.js';
import { type ErrorCode, SkillpickError } from '../errors.js';
import { monotonicMs } from '../monotonic.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';

type StartedHost = Pick<FoundHost, 'isAlive' | 'publishedAtMs'>;

/** The host does not accept connections, or does not answer. */
const silentCodes: ReadonlySet<ErrorCode> = new Set([
  'host-unreachable',
  'request-timeout',
  'listing-timeout',
  'connection-lost',
]);

/** Returns true if the process runs and has published its host moments ago. */
export function isFresh({ isAlive, publishedAtMs }: StartedHost): boolean {
  // The clock may have been set back since.
  return isAlive && Math.abs(Date.now() - publishedAtMs) < sourceLimits.startingMs;
}

/** Returns true if this error means no more than that the host is still starting. */
export function isStarting(host: StartedHost, error: unknown): error is SkillpickError {
  return error instanceof SkillpickError && silentCodes.has(error.code) && isFresh(host);
}

/** Opens transports to a host that was found. Waits for one that is starting, within the time for connecting. */
export function untilStarted(
  host: FoundHost,
  connector: HostConnector,
  { timeoutMs = clientLimits.connectTimeoutMs }: ConnectOptions,
): HostConnector {
  const open = async (signal: AbortSignal) => {
    const endsAtMs = monotonicMs() + timeoutMs;
    for (;;) {
      try {
        return await connector.open(signal);
      } catch (error) {
        const isOver = signal.aborted || monotonicMs() + sourceLimits.startingPauseMs > endsAtMs;
        if (isOver || !isStarting(host, error)) throw error;
      }
      // If it is aborted, the next attempt fails at once.
      await pause(sourceLimits.startingPauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const explain = (error: unknown) => (isStarting(host, error) ? stillStarting(host, error) : error);
  return { ...connector, open, explain };
}

function stillStarting({ name, pid }: FoundHost, cause: SkillpickError): SkillpickError {
  const message = `The host ${name} (pid ${pid}) is still starting: ${cause.message}`;
  return new SkillpickError('host-starting', message, { hint: 'Try again in some seconds.', cause });
}
