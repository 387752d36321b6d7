/** The requests that this host serves, one function each. */

import { isNumber, isObject, isString, isStringList, type JsonObject } from '../../protocol/checks.js';
import { ErrorCodes } from '../../protocol/messages.js';
import { ownHostMeta } from '../../protocol/skillpick-meta.js';
import {
  type InitializeResult,
  ROOT_CHANNEL,
  type RootState,
  type SessionState,
  type SessionSummary,
  type Snapshot,
  type URI,
} from '../../protocol/types.js';
import { version } from '../../version.js';
import { hostLimits } from '../limits.js';
import { type PublishingClient, readActiveClient } from '../session/active-client.js';
import type { Audience } from './audience.js';
import { HostError, invalidParams } from './host-error.js';
import type { HostResources } from './host-resources.js';
import type { Peer } from './peer.js';

/** What a client asks for with `createSession`. */
export interface SessionRequest {
  readonly uri: URI;
  readonly provider: string | undefined;
  readonly directory: URI | undefined;
  /** The agent to select. */
  readonly agent: URI | undefined;
  /** The client that becomes active, with its plugins. */
  readonly client: PublishingClient | undefined;
}

/** What the methods need from the host. */
export interface MethodsHost {
  readonly audience: Audience;
  readonly resources: HostResources;
  readonly sessions: ReadonlyMap<URI, { readonly state: SessionState; readonly summary: SessionSummary }>;
  readonly rootState: RootState;
  createSession(request: SessionRequest): void;
  /** Calls `create` once the files for the session are read; undefined if they are read. Rejects with what it throws. */
  whenRead?(request: SessionRequest, create: () => void): Promise<void> | undefined;
  /** Returns false if there is no such session. */
  disposeSession(uri: URI): boolean;
}

/** Returns the result, perhaps later; undefined if the protocol's result is null. */
type Method = (peer: Peer, params: JsonObject) => unknown;

function text(params: JsonObject, field: string): string {
  const value = params[field];
  if (typeof value !== 'string') throw invalidParams(`"${field}" must be a string`);
  return value;
}

const noSession = (channel: URI): HostError =>
  new HostError(ErrorCodes.SessionNotFound, `there is no session ${channel.slice(0, 200)}`);

/** Each channel once, because its whole state is sent for each mention. */
const distinct = (channels: readonly URI[]): URI[] => [...new Set(channels)];

/** JSON texts of states, so that a large state is encoded only once for all subscriptions. */
const stateTexts = new WeakMap<object, string>();

/** The result of `subscribe` as JSON text. */
function snapshotText({ resource, state, fromSeq }: Snapshot): string {
  const text = stateTexts.get(state as object) ?? JSON.stringify(state);
  stateTexts.set(state as object, text);
  return `{"snapshot":{"resource":${JSON.stringify(resource)},"fromSeq":${fromSeq},"state":${text}}}`;
}

/** Returns the client that was read; throws the reason if it is refused. */
function clientIn(read: PublishingClient | string): PublishingClient {
  if (typeof read === 'string') throw invalidParams(read);
  return read;
}

/** The page of a list that a client asks for, and where the next one starts. */
function pageOf<T>(all: readonly T[], { limit, cursor }: JsonObject): { items: T[]; nextCursor?: string } {
  const isCursor = cursor === undefined || (typeof cursor === 'string' && /^\d{1,9}$/.test(cursor));
  if (!isCursor) throw invalidParams('the cursor is not valid');
  const start = Number(cursor ?? 0);
  const most = isNumber(limit) && limit > 0 ? Math.ceil(limit) : hostLimits.sessionsPerPage;
  const end = start + Math.min(most, hostLimits.sessionsPerPage);
  return { items: all.slice(start, end), ...(end < all.length && { nextCursor: String(end) }) };
}

export class Methods {
  readonly #table: Record<string, Method>;

  constructor(private readonly host: MethodsHost) {
    const { resources } = host;
    this.#table = {
      ping: () => undefined,
      initialize: (peer, params) => this.#initialize(peer, params),
      reconnect: (peer, params) => this.#reconnect(peer, params),
      subscribe: (peer, params) => this.#subscribe(peer, text(params, 'channel')),
      unsubscribe: (peer, params) => {
        peer.unsubscribe(text(params, 'channel'));
      },
      listSessions: (peer, params) => this.#listSessions(peer, params),
      createSession: (peer, params) => this.#createSession(peer, params),
      disposeSession: (_peer, params) => this.#disposeSession(params),
      resourceRead: (_peer, params) => resources.read(text(params, 'uri')),
      resourceList: (_peer, params) => resources.list(text(params, 'uri')),
      resourceResolve: (_peer, params) => resources.resolve(text(params, 'uri')),
      resourceMkdir: (_peer, params) => resources.mkdir(text(params, 'uri')),
      resourceWrite: (_peer, params) => resources.write(text(params, 'uri'), params),
    };
  }

  /** Returns the result of a request as JSON text; a promise of it if it has to wait. Throws HostError. */
  call(peer: Peer, method: string, params: JsonObject): string | Promise<string> {
    const isOpening = method === 'initialize' || method === 'reconnect' || method === 'ping';
    const serve = Object.hasOwn(this.#table, method) ? this.#table[method] : undefined;
    if (serve === undefined || (!isOpening && !peer.isIntroduced)) {
      const why = serve === undefined ? 'is not supported' : 'must come after initialize';
      throw new HostError(ErrorCodes.MethodNotFound, `${method.slice(0, 80)} ${why}`);
    }
    const result = serve(peer, params);
    if (result instanceof Promise) return result.then((value) => JSON.stringify(value ?? null));
    return method === 'subscribe' ? snapshotText(result as Snapshot) : JSON.stringify(result ?? null);
  }

  #initialize(peer: Peer, params: JsonObject): InitializeResult {
    const protocolVersion = peer.introduce(params);
    const wanted = params['initialSubscriptions'];
    const channels = isStringList(wanted) ? distinct(wanted) : [];
    return peer.dialect.initialized({
      protocolVersion,
      serverSeq: this.host.audience.serverSeq,
      snapshots: channels
        .filter((channel) => this.#has(channel))
        .map((channel) => this.#subscribe(peer, channel)),
      serverInfo: { name: 'skillpick', version },
      _meta: ownHostMeta,
    });
  }

  #reconnect(peer: Peer, params: JsonObject): unknown {
    const clientId = text(params, 'clientId');
    const dialect = this.host.audience.dialectOf(clientId);
    if (dialect === undefined)
      throw new HostError(ErrorCodes.NotFound, 'no client with that name was connected');
    const { subscriptions, lastSeenServerSeq } = params;
    if (!isStringList(subscriptions) || !isNumber(lastSeenServerSeq)) {
      throw invalidParams('reconnect needs subscriptions and lastSeenServerSeq');
    }
    peer.resumeAs(clientId, dialect);
    const wanted = distinct(subscriptions);
    const missing = wanted.filter((channel) => !this.#has(channel));
    const channels = wanted.filter((channel) => this.#has(channel));
    const actions = this.host.audience.missedBy(peer, lastSeenServerSeq, channels);
    if (actions === undefined)
      return { type: 'snapshot', snapshots: channels.map((channel) => this.#subscribe(peer, channel)) };
    for (const channel of channels) peer.subscriptions.add(channel);
    return { type: 'replay', actions, missing };
  }

  #has(channel: URI): boolean {
    return channel === ROOT_CHANNEL || this.host.sessions.has(channel);
  }

  #subscribe(peer: Peer, channel: URI): Snapshot {
    const { dialect } = peer;
    if (!this.#has(channel)) throw noSession(channel);
    const session = this.host.sessions.get(channel);
    peer.subscriptions.add(channel);
    const state = session ? dialect.session(session.state, channel) : dialect.root(this.host.rootState);
    return { resource: channel, state, fromSeq: this.host.audience.serverSeq };
  }

  #listSessions({ dialect }: Peer, params: JsonObject): unknown {
    const all = [...this.host.sessions.values()].map(({ summary }) => dialect.summary(summary));
    return dialect.hasPages ? pageOf(all, params) : { items: all };
  }

  #createSession(peer: Peer, params: JsonObject): Promise<void> | undefined {
    const { activeClient, workingDirectories, workingDirectory } = params;
    const { clientId } = peer;
    const client =
      activeClient === undefined ? undefined : clientIn(readActiveClient(activeClient, clientId));
    const [first] = isStringList(workingDirectories) ? workingDirectories : [];
    const directory = first ?? (isString(workingDirectory) ? workingDirectory : undefined);
    const provider = params['provider'] === undefined ? undefined : text(params, 'provider');
    const { agent } = params;
    const selected = isObject(agent) ? text(agent, 'uri') : undefined;
    if (agent !== undefined && agent !== null && selected === undefined)
      throw invalidParams('"agent" must be an object with a uri');
    const uri = text(params, 'channel');
    const request: SessionRequest = { uri, provider, directory, agent: selected, client };
    const create = () => {
      if (this.host.audience.peerOf(clientId) !== peer) throw invalidParams('the client is gone');
      this.host.createSession(request);
    };
    // These are compared with what the session lists.
    const isCompared = selected !== undefined || client !== undefined;
    const waiting = isCompared ? this.host.whenRead?.(request, create) : undefined;
    if (waiting === undefined) create();
    return waiting;
  }

  #disposeSession(params: JsonObject): void {
    const channel = text(params, 'channel');
    if (!this.host.disposeSession(channel)) throw noSession(channel);
  }
}
