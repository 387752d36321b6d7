/**
 * Which session a command works on, and how it gets there. A session that was made only to look around is
 * disposed of on every way out.
 */

import { pathToFileURL } from 'node:url';
import type { SessionStore } from '../client/session-store.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';
import { hasFailed, type SessionInfo, sessionInfo, summaryInfo } from '../picker/session-info.js';
import { type Connected, connect } from './connect.js';
import type { ConnectOptions } from './options.js';

export interface OpenSession extends Connected {
  store: SessionStore;
  /** Made by us, for us, and gone when we leave. */
  isTemporary: boolean;
}

export interface SessionNeeds {
  /** Whether a session of our own will do where the host has none. */
  mayBeTemporary: boolean;
}

/** One line a session, for errors that list them. */
function listed(sessions: readonly SessionInfo[]): string {
  return sessions.map(({ uri, title }) => `${uri}${title === '' ? '' : ` (${title})`}`).join(', ');
}

function ambiguous(wanted: string, sessions: readonly SessionInfo[]): SkillpickError {
  return new SkillpickError('session-ambiguous', `${wanted}: ${listed(sessions)}.`, {
    hint: 'Choose one with --session.',
  });
}

function matching(sessions: readonly SessionInfo[], wanted: string): SessionInfo[] {
  const tests: ((session: SessionInfo) => boolean)[] = [
    ({ uri }) => uri === wanted,
    ({ uri }) =>
      uri
        .slice(uri.indexOf(':') + 1)
        .replace(/^\/+/, '')
        .startsWith(wanted),
    ({ title }) => title.toLowerCase() === wanted.toLowerCase(),
    ({ title }) => title.toLowerCase().includes(wanted.toLowerCase()),
  ];
  for (const test of tests) {
    const found = sessions.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

/** The session the options mean, or undefined where the host has none at all. */
export function chooseSession(
  sessions: readonly SessionInfo[],
  wanted: string | undefined,
  directory: string,
): SessionInfo | undefined {
  if (wanted !== undefined) {
    const found = matching(sessions, wanted);
    if (found.length > 1) throw ambiguous(`More than one session is meant by "${wanted}"`, found);
    if (found[0] !== undefined) return found[0];
    const hint = sessions.length === 0 ? 'The host has no sessions.' : `There are: ${listed(sessions)}.`;
    throw new SkillpickError('session-unknown', `No session is meant by "${wanted}".`, { hint });
  }
  if (sessions.length <= 1) return sessions[0];
  const here = sessions.filter((session) => session.directory === directory);
  if (here.length === 1) return here[0];
  throw ambiguous('The host has several sessions', here.length > 1 ? here : sessions);
}

async function temporarySession(
  connected: Connected,
  options: ConnectOptions,
  directory: string,
): Promise<string> {
  const provider = options.provider === undefined ? {} : { provider: options.provider };
  return connected.client.createSession({ ...provider, workingDirectory: directory });
}

async function findSession(
  connected: Connected,
  options: ConnectOptions,
  io: Io,
  { mayBeTemporary }: SessionNeeds,
): Promise<{ uri: string; isTemporary: boolean }> {
  const directory = pathToFileURL(options.cwd ?? io.cwd).href;
  const wanted = options.session ?? (io.env['AHP_SESSION'] || undefined);
  const isEmbedded = connected.host.kind === 'embedded';
  const provider = options.provider ?? (isEmbedded ? io.env['SKILLPICK_PROVIDER'] || 'agents' : undefined);
  const all = (await connected.client.listSessions()).map(summaryInfo);
  const sessions =
    provider === undefined || wanted !== undefined
      ? all
      : all.filter((session) => session.provider === provider);
  if (isEmbedded && sessions.length === 0) {
    const known = [...new Set(all.map((session) => session.provider))].join(', ');
    throw new SkillpickError('session-unknown', `There is no provider "${provider}" here.`, {
      hint: `There are: ${known}.`,
    });
  }
  // A session without a turn is in no list, so one that is named in full is worth a try.
  const isNamed = wanted !== undefined && /^[a-z][\w+.-]*:\/./i.test(wanted);
  if (isNamed) return { uri: wanted, isTemporary: false };
  const chosen = chooseSession(sessions, wanted, directory);
  if (chosen !== undefined) return { uri: chosen.uri, isTemporary: false };
  if (!mayBeTemporary) {
    throw new SkillpickError('session-missing', 'The host has no session to switch anything in.', {
      hint: 'Start one in the host, or name it with --session; a session of our own would end with this command.',
    });
  }
  return { uri: await temporarySession(connected, options, directory), isTemporary: true };
}

/** Connects and opens the session the options mean. */
export async function openSession(
  options: ConnectOptions,
  io: Io,
  needs: SessionNeeds,
  attempts?: number,
): Promise<OpenSession> {
  const connected = await connect(options, io, attempts);
  let temporary: string | undefined;
  const close = async () => {
    if (temporary !== undefined) await connected.client.disposeSession(temporary).catch(() => {});
    await connected.close();
  };
  try {
    const { uri, isTemporary } = await findSession(connected, options, io, needs);
    if (isTemporary) temporary = uri;
    const store = await connected.client.openSession(uri);
    return { ...connected, store, isTemporary, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isLoading(store: SessionStore): boolean {
  const { state } = store.getSnapshot();
  if (state.customizations === undefined) return state.lifecycle === 'creating';
  return state.customizations.some((entry) => 'load' in entry && entry.load?.kind === 'loading');
}

/** Waits until nothing is loading any more, but not for ever. Answers whether something still was. */
export async function settle({ store }: OpenSession, io: Io): Promise<boolean> {
  failIfFailed(store);
  if (!isLoading(store)) return false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limits.settleTimeoutMs);
    const stop = store.subscribe(() => {
      if (!isLoading(store)) finish();
    });
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    io.signal.addEventListener('abort', finish, { once: true });
  });
  failIfFailed(store);
  return isLoading(store);
}

function failIfFailed(store: SessionStore): void {
  const info = sessionInfo(store.uri, store.getSnapshot().state);
  if (!hasFailed(info)) return;
  throw new SkillpickError(
    'session-failed',
    `The host could not start the session: ${info.error ?? 'no reason given'}.`,
    {
      hint: 'The host’s own log has more.',
    },
  );
}
