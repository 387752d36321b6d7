/**
 * The embedded host: its sessions, their working directories, and the clients connected to it. Its transports are
 * sockets or in-memory pairs. It watches files only when asked to.
 */

import type { JsonObject } from '../protocol/checks.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { RootAction } from '../protocol/session-actions.js';
import type { Transport } from '../protocol/transport.js';
import { type AgentInfo, ROOT_CHANNEL, type RootState, type URI } from '../protocol/types.js';
import { Creations } from './creations.js';
import type { HostEnvironment } from './environment.js';
import { fileUri } from './files/file-uri.js';
import { hostLimits } from './limits.js';
import { agentInMemory } from './session/agent-choice.js';
import { everythingId, listAgents, type Provider, providersFor } from './session/providers.js';
import { refusalEcho } from './session/refusal-echo.js';
import { HostSession } from './session/session.js';
import { planUndo, undoBatch } from './session/undo-batch.js';
import type { Workspace } from './session/workspace.js';
import { Workspaces } from './session/workspaces.js';
import { directoryPath, isSessionUri, permanentUri } from './session-place.js';
import type { Dialect } from './wire/dialect.js';
import { HostClients } from './wire/host-clients.js';
import { HostError, invalidParams } from './wire/host-error.js';
import { HostResources } from './wire/host-resources.js';
import { Methods, type SessionRequest } from './wire/methods.js';
import { Peer, type PeerHost } from './wire/peer.js';
import type { Asker } from './wire/published-files.js';

/** Options of `Host`. */
export interface HostOptions {
  environment: HostEnvironment;
  /** Directories of plugin packages to add to those that are found. */
  plugins?: readonly string[];
  /** The ids of the agent tools to serve, whether or not they are found on this machine. Without it, those found. */
  tools?: readonly string[];
  /** With more directories than this, the disk is read again at intervals instead of watched. */
  watchedDirectories?: number;
  /**
   * Reads the disk in slices, between which the event loop runs. Sessions that are opened meanwhile are loading. Without
   * it, the constructor reads everything at once.
   */
  inSlices?: boolean;
  /** Called at intervals while the disk is read, with the number of files read so far. */
  onProgress?: (files: number) => void;
}

/**
 * The embedded host. It serves the skills and agents of this machine to every transport that it is connected to.
 * @example host.connect(transport);
 */
export class Host implements PeerHost {
  readonly #clients = new HostClients({
    list: () => [...this.sessions.values()],
    stateOf: (uri) => this.sessions.get(uri)?.state,
    isServedHere: (uri) => this.resources.overlaps(uri),
  });
  readonly audience = this.#clients.audience;
  readonly resources: HostResources;
  readonly methods: Methods;
  readonly sessions = new Map<URI, HostSession>();
  readonly #options: HostOptions;
  readonly #home: Workspace;
  readonly #providers: readonly Provider[];
  /** The agents as they were last published, as JSON. */
  #publishedAgents: string;
  readonly #workspaces: Workspaces;
  /** By session. */
  readonly #workspaceOf = new Map<URI, Workspace>();
  readonly #creations = new Creations(() => this.#dropUnused());
  #isClosed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#providers = providersFor(options.environment, options.tools);
    const { cwd } = options.environment;
    this.#workspaces = new Workspaces(options, {
      changed: (workspace) => this.#update(workspace),
      progressed: (workspace) => this.#eachSession(workspace, (session) => session.showProgress()),
      failed: (workspace, error) => this.#eachSession(workspace, (session) => session.fail(error)),
    });
    this.#home = this.#workspaces.at(cwd);
    const catalogs = () => this.#workspaces.all.map(({ catalog }) => catalog);
    this.resources = new HostResources(catalogs, () => this.#rescanSoon());
    this.methods = new Methods(this);
    for (const provider of this.#providers) this.#open(permanentUri(provider.id, cwd), provider, cwd, true);
    this.#publishedAgents = JSON.stringify(this.#agents);
  }

  get #agents(): AgentInfo[] {
    return listAgents(this.#providers, this.#home);
  }

  get rootState(): RootState {
    return { agents: this.#agents, activeSessions: this.sessions.size };
  }

  /** Resolves once everything in the working directory of the host was read. */
  get loaded(): Promise<void> {
    return this.#home.loading ?? Promise.resolve();
  }

  /** Whether changes on disk are watched or polled; undefined before `watch` is called. */
  get watchMode(): Workspace['watchMode'] {
    return this.#home.watchMode;
  }

  /** Serves a client over this transport until it ends. */
  connect(transport: Transport): void {
    if (this.#isClosed) transport.close();
    else this.audience.join(new Peer(transport, this));
  }

  /** Starts to watch for changes on disk. */
  watch(): void {
    this.#workspaces.watch();
  }

  /** Reads the disk again. Resolves once that is shown. */
  async rescan(): Promise<void> {
    // What failed there is a problem of the session already.
    await this.loaded.catch(() => {});
    if (!this.#isClosed) await this.#workspaces.rescan();
  }

  /** Finishes the switches under way, then disconnects all clients. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#clients.close();
    this.#workspaces.close();
    await Promise.all([...this.sessions.values()].map((session) => session.settle()));
    this.audience.close();
  }

  createSession(request: SessionRequest): void {
    const { uri, agent, client } = request;
    const { provider, cwd } = this.#place(request, this.sessions.size);
    const session = this.#open(uri, provider, cwd);
    const refusal =
      (agent === undefined ? null : session.startWith(agent)) ?? (client && session.clients.refusal(client));
    // Before it is announced.
    if (typeof refusal === 'string') {
      this.#forget(uri);
      throw invalidParams(refusal);
    }
    const { summary } = session;
    this.audience.notifyRoot('root/sessionAdded', (dialect) => ({ summary: dialect.summary(summary) }));
    this.#publishRoot({ type: 'root/activeSessionsChanged', activeSessions: this.sessions.size });
    if (client !== undefined) session.clients.activate(client);
  }

  whenRead(request: SessionRequest, create: () => void): Promise<void> | undefined {
    const { cwd } = this.#place(request, this.sessions.size + this.#creations.size);
    const workspace = this.#workspaces.at(cwd);
    return workspace.loading && this.#creations.run(request.uri, workspace, create);
  }

  disposeSession(uri: URI): boolean {
    if (this.#creations.cancel(uri)) return true;
    this.sessions.get(uri)?.clients.close();
    if (!this.#forget(uri)) return false;
    this.audience.drop(uri);
    this.audience.notifyRoot('root/sessionRemoved', () => ({ session: uri }));
    this.#publishRoot({ type: 'root/activeSessionsChanged', activeSessions: this.sessions.size });
    return true;
  }

  dispatch(channel: URI, clientSeq: number, action: unknown, clientId: string): void {
    if (this.#isClosed) return;
    const origin = { clientId, clientSeq };
    if (channel !== ROOT_CHANNEL) this.sessions.get(channel)?.dispatch(action, origin);
    else this.audience.publish(channel, refusalEcho(action), origin, 'this host has no settings to change');
  }

  unsubscribed(channel: URI, clientId: string): void {
    this.sessions.get(channel)?.clients.leave(clientId);
  }

  settling(channel: unknown, clientId: string): Promise<void> | undefined {
    if (typeof channel !== 'string') return undefined;
    return this.#creations.waitingFor(channel) ?? this.sessions.get(channel)?.settling(clientId);
  }

  /** Returns where a new session is made; throws if it cannot be, as when there are too many already. */
  #place({ uri, provider, directory }: SessionRequest, count: number): { provider: Provider; cwd: string } {
    if (this.sessions.has(uri) || this.#creations.waitingFor(uri) !== undefined)
      throw new HostError(ErrorCodes.SessionAlreadyExists, 'that session exists already');
    if (!isSessionUri(uri)) throw invalidParams('a session is addressed as provider:/id');
    if (count >= hostLimits.hostSessions)
      throw new HostError(ErrorCodes.InvalidRequest, `there are ${hostLimits.hostSessions} sessions already`);
    const cwd = directoryPath(directory) ?? this.#options.environment.cwd;
    const id = provider ?? everythingId;
    const found = this.#providers.find((one) => one.id === id);
    if (found !== undefined) return { provider: found, cwd };
    throw new HostError(ErrorCodes.ProviderNotFound, `there is no provider ${id.slice(0, 80)}`);
  }

  /** Forgets a session, and working directories that no other has. Returns false if there is no such session. */
  #forget(uri: URI): boolean {
    if (!this.sessions.delete(uri)) return false;
    this.#workspaceOf.delete(uri);
    this.#dropUnused();
    return true;
  }

  #dropUnused(): void {
    const isUsed = (workspace: Workspace) =>
      workspace === this.#home || this.#sessionsOf(workspace).length > 0 || this.#creations.keeps(workspace);
    for (const workspace of this.#workspaces.all) if (!isUsed(workspace)) this.#workspaces.drop(workspace);
  }

  /** The selection of a session that a client creates ends with it, also if its address is that of one from the start. */
  #open(uri: URI, provider: Provider, cwd: string, keepsAgent = false): HostSession {
    const workspace = this.#workspaces.at(cwd);
    const session = new HostSession({
      uri,
      provider: provider.id,
      title: workspace.title,
      directory: fileUri(cwd),
      clients: this.#clients.access,
      openKeeper: () => provider.openKeeper(workspace),
      agents: keepsAgent ? workspace.agentsFile.storeFor(provider.id, fileUri(cwd)) : agentInMemory(),
      undo: (batch, deadline) => undoBatch(workspace, batch, deadline),
      planUndo: (batches) => planUndo(workspace, batches),
      progress: () => workspace.progress,
      find: () => provider.select(workspace),
      problems: () => provider.problems(workspace),
      publish: (action, origin, reason) => this.audience.publish(uri, action, origin, reason),
      summarize: (changes) => {
        const params = (dialect: Dialect) => ({ session: uri, changes: dialect.changes(changes) });
        this.audience.notifyRoot('root/sessionSummaryChanged', params);
      },
      saved: () => this.#updateOthers(workspace, uri),
    });
    this.sessions.set(uri, session);
    this.#workspaceOf.set(uri, workspace);
    return session;
  }

  /** A file of this machine comes first, so that no client can take its place. */
  publishedFile(method: string, { uri }: JsonObject, asker: Asker): Promise<unknown> | undefined {
    const isOwn = typeof uri === 'string' && this.resources.has(uri);
    return isOwn ? undefined : this.#clients.publishedFile(method, uri, asker);
  }

  #sessionsOf(workspace: Workspace): HostSession[] {
    return [...this.sessions.values()].filter(({ uri }) => this.#workspaceOf.get(uri) === workspace);
  }

  #eachSession(workspace: Workspace, act: (session: HostSession) => void): void {
    for (const session of this.#sessionsOf(workspace)) act(session);
  }

  /** Shows a switch in the other sessions of its working directory: the watcher does not report our own writes. */
  #updateOthers(workspace: Workspace, switched: URI): void {
    workspace.followOwnWrites();
    for (const session of this.#sessionsOf(workspace)) if (session.uri !== switched) session.update();
  }

  #update(workspace: Workspace): void {
    this.#eachSession(workspace, (session) => session.update());
    this.#publishAgents();
  }

  #publishAgents(): void {
    const agents = this.#agents;
    const text = JSON.stringify(agents);
    if (text === this.#publishedAgents) return;
    this.#publishedAgents = text;
    this.#publishRoot({ type: 'root/agentsChanged', agents });
  }

  /** Reads the disk again after a client has written a file, unless the watcher reports it. */
  #rescanSoon(): void {
    if (this.watchMode !== 'watching' && !this.#isClosed) this.#workspaces.rescanSoon();
  }

  #publishRoot(action: RootAction): void {
    this.audience.publish(ROOT_CHANNEL, action);
  }
}
