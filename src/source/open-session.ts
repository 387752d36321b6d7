/**
 * The session a command works on, and how it gets there. A session that was made only to look around is disposed
 * of on every way out.
 */

import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { hasFailed, isLoading, type SessionInfo, sessionInfo, summaryInfo } from '../entries/session-info.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { chooseSession } from './choose-session.js';
import { type Connected, connect, isOwnHost } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { HostSession } from './host-session.js';
import { sourceLimits } from './limits.js';
import type { SessionSource } from './session-source.js';
import { atMost, unlessAborted, until } from './waiting.js';

export interface SessionNeeds {
  /** Whether a session of our own will do where the host has none. */
  mayBeTemporary: boolean;
}

/** The ways to write the working directory: as it was given, and with links resolved. */
function waysToWrite(directory: string): string[] {
  const given = pathToFileURL(directory).href;
  try {
    return [given, pathToFileURL(realpathSync.native(directory)).href];
  } catch {
    return [given];
  }
}

function unknownProvider(provider: string, known: readonly string[]): SkillpickError {
  return new SkillpickError('session-unknown', `There is no provider "${provider}" here.`, {
    hint: known.length === 0 ? 'The host offers none.' : `There are: ${[...new Set(known)].join(', ')}.`,
  });
}

function noSession(): SkillpickError {
  return new SkillpickError('session-missing', 'The host has no session to switch anything in.', {
    hint: 'Start one in the host, or name it with --session; a session of our own would end with this command.',
  });
}

/** The sessions to choose from: those of the provider, where one is named and no session is. */
function ofProvider(all: readonly SessionInfo[], provider: string | undefined, isEmbedded: boolean) {
  if (provider === undefined) return all;
  const sessions = all.filter((session) => session.provider === provider);
  if (isEmbedded && sessions.length === 0)
    throw unknownProvider(
      provider,
      all.map((session) => session.provider),
    );
  return sessions;
}

/** The address of the session that is meant; undefined where the host has none. */
async function findSession(
  connected: Connected,
  options: ConnectOptions,
  io: Io,
): Promise<string | undefined> {
  const wanted = options.session ?? (io.env['AHP_SESSION'] || undefined);
  // A session without a turn is in no list, so one that is named in full is worth a try.
  if (wanted !== undefined && /^[a-z][\w+.-]*:\/./i.test(wanted)) return wanted;
  const isOwn = isOwnHost(connected);
  const provider = options.provider ?? (isOwn ? io.env['SKILLPICK_PROVIDER'] || 'agents' : undefined);
  const all = (await connected.client.listSessions()).map(summaryInfo);
  const isEmbedded = connected.host.kind === 'embedded';
  const sessions = ofProvider(all, wanted === undefined ? provider : undefined, isEmbedded);
  return chooseSession(sessions, wanted, () => waysToWrite(options.cwd ?? io.cwd))?.uri;
}

/** A session that is made, and disposed of however far that got. */
class TemporarySession {
  readonly uri: Promise<string>;
  readonly #client: Connected['client'];

  constructor({ client }: Connected, { provider, cwd }: ConnectOptions, io: Io) {
    const agents = client.root.getSnapshot().root.agents.map((agent) => agent.provider);
    if (provider !== undefined && !agents.includes(provider)) throw unknownProvider(provider, agents);
    const workingDirectory = pathToFileURL(cwd ?? io.cwd).href;
    this.#client = client;
    this.uri = client.createSession({ ...(provider !== undefined && { provider }), workingDirectory });
  }

  dispose(): Promise<void> {
    return atMost(
      sourceLimits.disposeTimeoutMs,
      this.uri.then((uri) => this.#client.disposeSession(uri)),
    );
  }
}

/** Connects and opens the session the options mean. */
export async function openSession(
  options: ConnectOptions,
  io: Io,
  { mayBeTemporary }: SessionNeeds,
  attempts?: number,
): Promise<SessionSource> {
  const connected = await connect(options, io, attempts);
  let temporary: TemporarySession | undefined;
  const close = async () => {
    await temporary?.dispose();
    await connected.close();
  };
  try {
    let uri = await unlessAborted(io, findSession(connected, options, io));
    if (uri === undefined) {
      if (!mayBeTemporary) throw noSession();
      temporary = new TemporarySession(connected, options, io);
      uri = await unlessAborted(io, temporary.uri);
    }
    const store = await unlessAborted(io, connected.client.openSession(uri));
    connected.time.lift();
    return new HostSession({ connected, store, isTemporary: temporary !== undefined, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until nothing is loading any more, but not for ever. Answers whether something still was. */
export async function settle(
  session: SessionSource,
  { timeoutMs = sourceLimits.settleTimeoutMs }: ConnectOptions,
  io: Io,
): Promise<boolean> {
  const state = () => session.getView().state;
  failIfFailed(session);
  await until(session.subscribe, () => !isLoading(state()) || hasFailed(state()), timeoutMs, io);
  failIfFailed(session);
  return isLoading(state());
}

function failIfFailed({ uri, getView }: SessionSource): void {
  const info = sessionInfo(uri, getView().state);
  if (!hasFailed(info)) return;
  const reason = info.error ?? 'no reason given';
  throw new SkillpickError('session-failed', `The host could not start the session: ${reason}.`, {
    hint: 'The host’s own log has more.',
  });
}
