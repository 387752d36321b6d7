/** Opens the session that a command works on. A temporary session is always disposed of in the end. */

import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import { hasFailed, isLoading, providerOf, unreadContainers } from '../protocol/session-status.js';
import type { AgentInfo, SessionSummary, URI } from '../protocol/types.js';
import { chooseSession, isSessionUri } from './choose-session.js';
import { connect, type HostConnection, type HostInfo } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import type { DirectoryPublisher } from './directory-publisher.js';
import { isOnThisMachine } from './host-files.js';
import { hostSession } from './host-session.js';
import { sourceLimits } from './limits.js';
import { showing, withSeconds } from './progress.js';
import type { SessionSource } from './session-source.js';
import { fixedStore, TemporarySession } from './temporary-session.js';
import { atMost, unlessAborted, until } from './waiting.js';

export interface SessionNeeds {
  /** True if a temporary session may be created when the host has none. */
  mayBeTemporary: boolean;
  /**
   * Which session is created in a host of our own that has none: one that stays, because it may keep what is done, or one
   * for this command alone. By default, `mayBeTemporary` decides.
   */
  inOwnHost?: 'lasting' | 'temporary';
  /** Throws if the host cannot do what is asked for. Called before a session is chosen. */
  check?(host: ConnectedHost): void;
}

/** What is known of a host before a session is chosen. */
export interface ConnectedHost {
  readonly host: { readonly isOwn: boolean };
  readonly agents: readonly AgentInfo[];
}

/** Returns the uri of a directory as it is given, and with links resolved. */
function directoryUris(directory: string): string[] {
  const uri = pathToFileURL(directory).href;
  try {
    return [uri, pathToFileURL(realpathSync.native(directory)).href];
  } catch {
    return [uri];
  }
}

function unknownProvider(provider: string, known: readonly string[]): SkillpickError {
  return new SkillpickError('session-unknown', `There is no provider "${provider}" here.`, {
    hint: known.length === 0 ? 'The host offers none.' : `There are: ${[...new Set(known)].join(', ')}.`,
  });
}

function selectProvider(all: readonly SessionSummary[], provider: string, isEmbedded: boolean) {
  const providers = all.map((session) => providerOf(session.resource, session));
  if (isEmbedded && !providers.includes(provider)) throw unknownProvider(provider, providers);
  return all.filter((_session, index) => providers[index] === provider);
}

/** Returns true for the session of our own host that people mean if they name none. It may have been closed. */
const isOfAllTools = (session: SessionSummary): boolean => providerOf(session.resource, session) === 'agents';

/** Returns the uri of the session that the options name; undefined if the host has none. */
async function findSession(
  { client, host, session }: HostConnection,
  options: ConnectOptions,
  io: Io,
): Promise<string | undefined> {
  const wanted = options.session ?? session ?? (io.env['AHP_SESSION'] || undefined);
  if (wanted !== undefined && isSessionUri(wanted)) return wanted;
  const chosen = options.provider ?? ((client.isOwnHost && io.env['SKILLPICK_PROVIDER']) || undefined);
  const provider = wanted === undefined ? chosen : undefined;
  const all = await client.listSessions();
  const usual = client.isOwnHost && wanted === undefined ? all.filter(isOfAllTools) : [];
  const rest = usual.length > 0 ? usual : all;
  const sessions = provider === undefined ? rest : selectProvider(all, provider, host.kind === 'embedded');
  return chooseSession(sessions, wanted, () => directoryUris(options.cwd ?? io.cwd))?.resource;
}

/** Creates a session for the working directory and returns its uri. */
function createSession({ client }: HostConnection, { provider, cwd }: ConnectOptions, io: Io): Promise<URI> {
  const agents = client.root.getSnapshot().root.agents.map((agent) => agent.provider);
  if (provider !== undefined && !agents.includes(provider)) throw unknownProvider(provider, agents);
  const workingDirectory = pathToFileURL(cwd ?? io.cwd).href;
  return client.createSession({ provider, workingDirectory });
}

/** Loads the maker of a reader of the files on this machine, for hosts that do not send all that is in them. */
async function loadGateReader({ client, host }: HostConnection, isPublishing: boolean) {
  if (client.isOwnHost || (!isOnThisMachine(host) && !isPublishing)) return undefined;
  return (await import('./gate-reader.js')).gateReader;
}

const waitingText = ({ url }: Pick<HostInfo, 'url'>): string => `Waiting for ${url ?? 'the session'}`;

/** Connects and opens the session that the options name. */
export async function openSession(
  options: ConnectOptions,
  io: Io,
  needs: SessionNeeds,
  attempts?: number,
): Promise<SessionSource> {
  if (options.acp !== undefined)
    return (await import('./acp/open-agent.js')).openAgent(options.acp, options, io, needs);
  // Before connecting: what is wrong with the plugin has nothing to do with the host.
  const publisher = options.publish === undefined ? undefined : await publisherOf(options.publish);
  const connection = await connect(options, io, attempts);
  options.connected?.();
  return openOn(connection, options, io, needs, publisher);
}

async function publisherOf(directory: string): Promise<DirectoryPublisher> {
  const { DirectoryPublisher } = await import('./directory-publisher.js');
  return new DirectoryPublisher(directory);
}

/** Opens the session that the options name on a connection, and closes the connection with it. */
export async function openOn(
  connection: HostConnection,
  options: ConnectOptions,
  io: Io,
  { mayBeTemporary, inOwnHost, check }: SessionNeeds,
  publisher?: DirectoryPublisher,
): Promise<SessionSource> {
  const { client } = connection;
  const closing = new AbortController();
  const lifetime = { signal: AbortSignal.any([io.signal, closing.signal]) };
  let temporary: Promise<URI> | undefined;
  const openStore = async (uri: URI) => {
    const store = await unlessAborted(lifetime, client.openSession(uri));
    // The embedded host in this process ends with us, and so would the plugin.
    if (publisher === undefined || connection.host.url === null) return store;
    // Our own host compares a plugin with its list, which it has to read first.
    const isThere = () => !client.isOwnHost || store.getSnapshot().state.lifecycle !== 'creating';
    await until(store.subscribe, isThere, sourceLimits.settleTimeoutMs, lifetime);
    await unlessAborted(lifetime, publisher.publishIn(client, uri));
    return store;
  };
  const openTemporary = async () => {
    temporary = createSession(connection, options, io);
    const uri = await unlessAborted(lifetime, temporary);
    try {
      return await openStore(uri);
    } catch (error) {
      // Another one may be created instead. On closing, the last one is disposed of below.
      if (!lifetime.signal.aborted) await atMost(sourceLimits.disposeTimeoutMs, client.disposeSession(uri));
      throw error;
    }
  };
  const close = async () => {
    closing.abort();
    publisher?.close();
    // Also disposes of a session whose creation has not finished yet.
    const disposing = temporary?.then((uri) => client.disposeSession(uri));
    if (disposing !== undefined) await atMost(sourceLimits.disposeTimeoutMs, disposing);
    await connection.close();
  };
  const stop = options.progress?.start(withSeconds(waitingText(connection.host)));
  const gateReading = loadGateReader(connection, publisher !== undefined);
  try {
    check?.({ host: { isOwn: client.isOwnHost }, agents: client.root.getSnapshot().root.agents });
    const found = options.newSession
      ? undefined
      : await unlessAborted(io, findSession(connection, options, io));
    const created = found === undefined && client.isOwnHost ? inOwnHost : undefined;
    const isLasting = created === 'lasting';
    const uri = isLasting ? await unlessAborted(io, createSession(connection, options, io)) : found;
    if (uri === undefined && created === undefined && !mayBeTemporary)
      throw new SkillpickError('session-missing', 'The host has no session.');
    const current =
      uri === undefined
        ? new TemporarySession(await openTemporary(), client, { create: openTemporary, ...lifetime })
        : fixedStore(await openStore(uri));
    connection.time.isLifted = true;
    const readGates = (await gateReading)?.(connection.host, {
      directory: () => workingDirectoryOf(current.store.getSnapshot().state),
      publishedPath: publisher?.pathOf.bind(publisher),
    });
    const source = hostSession(connection, current, {
      isTemporary: uri === undefined,
      readGates,
      publisher,
      close,
    });
    return connection.adapt?.(source) ?? source;
  } catch (error) {
    await close();
    throw connection.explain?.(error) ?? error;
  } finally {
    stop?.();
  }
}

/** Runs `use` on the session of a command that runs once, after it has loaded, and closes the session. */
export async function withSession<T>(
  options: ConnectOptions,
  io: Io,
  needs: SessionNeeds,
  use: (session: SessionSource, unfinished: Unfinished) => Promise<T>,
): Promise<T> {
  const session = await openSession(options, io, needs, sourceLimits.commandReconnectAttempts);
  try {
    // In the demo, a plugin may never finish loading.
    return await use(session, options.demo ? finished : await settle(session, options, io));
  } finally {
    await session.close();
  }
}

/** What the host has not read although it was waited for. */
export interface Unfinished {
  readonly isLoading: boolean;
  /** The names of the containers whose entries are not known yet. */
  readonly unread: readonly string[];
}

const finished: Unfinished = { isLoading: false, unread: [] };

/** Waits a bounded time until the host has read everything. Returns what it has not; throws if the session has failed. */
export async function settle(
  session: SessionSource,
  { timeoutMs = sourceLimits.settleTimeoutMs, ...options }: ConnectOptions,
  io: Io,
): Promise<Unfinished> {
  const state = () => session.getView().state;
  const isRead = () => !isLoading(state()) && unreadContainers(state()).length === 0;
  const isSettled = () => isRead() || hasFailed(state());
  await showing(options, withSeconds(`${waitingText(session.host)} to load`), () =>
    until(session.subscribe, isSettled, timeoutMs, io),
  );
  if (!hasFailed(state()))
    return { isLoading: isLoading(state()), unread: unreadContainers(state()).map(({ name }) => name) };
  const reason = state().creationError?.message ?? 'no reason given';
  throw new SkillpickError('session-failed', `The host could not start the session: ${reason}.`);
}
