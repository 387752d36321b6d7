/** The requests that this host serves, one function each. */

import { isNumber, isString, isStringList, type JsonObject } from '../../protocol/checks.js';
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
import type { Audience } from './audience.js';
import type { Dialect } from './dialect.js';
import { HostError } from './host-error.js';
import type { HostResources } from './resources.js';
import { snapshotText } from './snapshot-text.js';

/** What the methods need of the host. */
export interface MethodsHost {
  readonly audience: Audience;
  readonly resources: HostResources;
  readonly sessions: ReadonlyMap<URI, { readonly state: SessionState; readonly summary: SessionSummary }>;
  readonly rootState: RootState;
  /** True for the root channel and for the sessions that exist. */
  has(channel: URI): boolean;
  createSession(uri: URI, provider: string | undefined, directory: URI | undefined): void;
  /** Returns false if there is no such session. */
  disposeSession(uri: URI): boolean;
}

/** The client that sent a request. */
export interface Caller {
  readonly clientId: string;
  readonly dialect: Dialect;
  readonly isIntroduced: boolean;
  readonly subscriptions: Set<URI>;
  introduce(params: JsonObject): void;
  resumeAs(clientId: string, dialect: Dialect): void;
}

type Method = (caller: Caller, params: JsonObject) => unknown;

function text(params: JsonObject, field: string): string {
  const value = params[field];
  if (typeof value !== 'string') throw new HostError(ErrorCodes.InvalidParams, `"${field}" must be a string`);
  return value;
}

/** Each channel once: every mention would send its whole state. */
const distinct = (channels: readonly URI[]): URI[] => [...new Set(channels)];

/** The page of a list that a client asks for, and where the next one starts. */
function pageOf<T>(all: readonly T[], { limit, cursor }: JsonObject): { items: T[]; nextCursor?: string } {
  const isCursor = cursor === undefined || (typeof cursor === 'string' && /^\d{1,9}$/.test(cursor));
  if (!isCursor) throw new HostError(ErrorCodes.InvalidParams, 'the cursor is not valid');
  const start = Number(cursor ?? 0);
  const most =
    isNumber(limit) && (limit as number) > 0 ? Math.ceil(limit as number) : hostLimits.sessionsPerPage;
  const end = start + Math.min(most, hostLimits.sessionsPerPage);
  return { items: all.slice(start, end), ...(end < all.length && { nextCursor: String(end) }) };
}

export class Methods {
  readonly #host: MethodsHost;
  readonly #table: Record<string, Method>;

  constructor(host: MethodsHost) {
    this.#host = host;
    const { resources } = host;
    this.#table = {
      ping: () => null,
      initialize: (caller, params) => this.#initialize(caller, params),
      reconnect: (caller, params) => this.#reconnect(caller, params),
      subscribe: (caller, params) => snapshotText(this.#subscribe(caller, text(params, 'channel'))),
      unsubscribe: (caller, params) => {
        caller.subscriptions.delete(text(params, 'channel'));
        return null;
      },
      listSessions: (caller, params) => this.#listSessions(caller, params),
      createSession: (caller, params) => this.#createSession(caller, params),
      disposeSession: (_caller, params) => this.#disposeSession(params),
      resourceRead: (_caller, params) => resources.read(text(params, 'uri')),
      resourceList: (_caller, params) => resources.list(text(params, 'uri')),
      resourceResolve: (_caller, params) => resources.resolve(text(params, 'uri')),
      resourceMkdir: (_caller, params) => resources.mkdir(text(params, 'uri')),
      resourceWrite: (_caller, params) => resources.write(text(params, 'uri'), params),
    };
  }

  /** Returns the result of a request, snapshots as JSON text. Throws HostError. */
  call(caller: Caller, method: string, params: JsonObject): unknown {
    const isOpening = method === 'initialize' || method === 'reconnect' || method === 'ping';
    const serve = Object.hasOwn(this.#table, method) ? this.#table[method] : undefined;
    if (serve === undefined || (!isOpening && !caller.isIntroduced)) {
      const why = serve === undefined ? 'is not supported' : 'must come after initialize';
      throw new HostError(ErrorCodes.MethodNotFound, `${method.slice(0, 80)} ${why}`);
    }
    return serve(caller, params);
  }

  #initialize(caller: Caller, params: JsonObject): InitializeResult {
    caller.introduce(params);
    const wanted = params['initialSubscriptions'];
    const channels = isStringList(wanted) ? distinct(wanted as URI[]) : [];
    return {
      protocolVersion: caller.dialect.version,
      serverSeq: this.#host.audience.serverSeq,
      snapshots: channels
        .filter((channel) => this.#host.has(channel))
        .map((channel) => this.#subscribe(caller, channel)),
      serverInfo: { name: 'skillpick', version },
      _meta: ownHostMeta,
    };
  }

  #reconnect(caller: Caller, params: JsonObject): unknown {
    const clientId = text(params, 'clientId');
    const dialect = this.#host.audience.dialectOf(clientId);
    if (dialect === undefined)
      throw new HostError(ErrorCodes.NotFound, 'no client with that name was connected');
    const { subscriptions, lastSeenServerSeq } = params;
    if (!isStringList(subscriptions) || !isNumber(lastSeenServerSeq)) {
      throw new HostError(ErrorCodes.InvalidParams, 'reconnect needs subscriptions and lastSeenServerSeq');
    }
    caller.resumeAs(clientId, dialect);
    const wanted = distinct(subscriptions as URI[]);
    const missing = wanted.filter((channel) => !this.#host.has(channel));
    const channels = wanted.filter((channel) => this.#host.has(channel));
    const missed = this.#host.audience.replay.after(lastSeenServerSeq as number, channels);
    if (missed === undefined) {
      return {
        type: 'snapshot',
        snapshots: channels.map((channel) => this.#subscribe(caller, channel)),
        missing,
      };
    }
    for (const channel of channels) caller.subscriptions.add(channel);
    return { type: 'replay', actions: missed.map((envelope) => dialect.envelope(envelope)), missing };
  }

  #subscribe(caller: Caller, channel: URI): Snapshot {
    const { dialect } = caller;
    const session = this.#host.sessions.get(channel);
    if (channel !== ROOT_CHANNEL && session === undefined) {
      throw new HostError(ErrorCodes.SessionNotFound, `there is no session ${channel.slice(0, 200)}`);
    }
    caller.subscriptions.add(channel);
    const state = session ? dialect.session(session.state, channel) : dialect.root(this.#host.rootState);
    return { resource: channel, state, fromSeq: this.#host.audience.serverSeq };
  }

  #listSessions({ dialect }: Caller, params: JsonObject): unknown {
    const all = [...this.#host.sessions.values()].map(({ summary }) => dialect.summary(summary));
    return dialect.hasPages ? pageOf(all, params) : { items: all };
  }

  #createSession(caller: Caller, params: JsonObject): null {
    const { activeClient, workingDirectories, workingDirectory } = params;
    const claimed = (activeClient as { clientId?: unknown } | undefined)?.clientId;
    if (activeClient !== undefined && claimed !== caller.clientId) {
      throw new HostError(ErrorCodes.InvalidParams, 'activeClient names another client than initialize did');
    }
    const directories = isStringList(workingDirectories) ? (workingDirectories as string[]) : [];
    const directory =
      directories[0] ?? (isString(workingDirectory) ? (workingDirectory as string) : undefined);
    const provider = params['provider'] === undefined ? undefined : text(params, 'provider');
    this.#host.createSession(text(params, 'channel'), provider, directory);
    return null;
  }

  #disposeSession(params: JsonObject): null {
    const channel = text(params, 'channel');
    if (!this.#host.disposeSession(channel)) {
      throw new HostError(ErrorCodes.SessionNotFound, `there is no session ${channel.slice(0, 200)}`);
    }
    return null;
  }
}
