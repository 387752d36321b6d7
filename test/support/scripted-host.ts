/**
 * A host at wire level that misbehaves as a test scripts it: it can delay, refuse, drop or wrongly handle every call.
 * It speaks raw JSON and shares no code with the client.
 * `listen` puts it on a real socket, `memory-host.ts` on an in-memory pair.
 */

import { ModelSession, type ModelToggle } from './scripted-session.js';
import type { Call, Envelope, Origin, Peer, ReconnectParams, Reply, Script } from './scripted-wire.js';

export type { Call, Envelope, Peer } from './scripted-wire.js';

export const ROOT = 'ahp-root://';
export const SESSION = 'copilotcli:/one';

export class ScriptedHost {
  readonly sessions = new Map<string, ModelSession>();
  readonly peers = new Set<Peer>();
  readonly log: Envelope[] = [];
  /** Every received frame, in order. */
  readonly frames: unknown[] = [];
  script: Script = (_call, _peer, proceed) => proceed();
  /** A `reconnect` within the log gets a replay, unless a test wants snapshots. */
  resumesWith: 'replay' | 'snapshot' = 'replay';
  version = '0.9.0';
  /** Introduces itself as skillpick's own host. */
  isOwn = false;
  serverSeq = 0;
  rootState: Record<string, unknown> = { agents: [{ provider: 'copilotcli', displayName: 'Copilot' }] };
  connections = 0;
  readonly #known = new Set<string>();
  #waiting: { matches(call: Call): boolean; resolve(call: Call): void }[] = [];

  constructor(session?: ModelSession) {
    if (session) this.sessions.set(SESSION, session);
  }

  get session(): ModelSession {
    const session = this.sessions.get(SESSION);
    if (session === undefined) throw new Error('this host was made without a session');
    return session;
  }

  /** Calls of this method so far. */
  calls(method: string): Call[] {
    return (this.frames as Call[]).filter((frame) => frame.method === method);
  }

  /** The next call of this method, from now on. */
  next(method: string, matches: (call: Call) => boolean = () => true): Promise<Call> {
    return new Promise((resolve) => {
      this.#waiting.push({ matches: (call) => call.method === method && matches(call), resolve });
    });
  }

  connected(peer: Peer): void {
    this.connections += 1;
    this.peers.add(peer);
  }

  disconnected(peer: Peer): void {
    this.peers.delete(peer);
  }

  receive(text: string, peer: Peer): void {
    const call = JSON.parse(text) as Call;
    this.frames.push(call);
    if (call.method !== undefined) this.script(call, peer, () => this.serve(call, peer));
    const done = this.#waiting.filter(({ matches }) => matches(call));
    this.#waiting = this.#waiting.filter((waiting) => !done.includes(waiting));
    for (const { resolve } of done) resolve(call);
  }

  /** Handles a call as a correct host does. */
  serve(call: Call, peer: Peer): void {
    const { method, params } = call;
    if (method === 'dispatchAction') this.accept(call, peer);
    else if (method === 'unsubscribe') peer.subscriptions?.delete(String(params['channel']));
    else if (call.id !== undefined) this.#send(peer, call, this.#reply(call, peer));
  }

  answer(peer: Peer, call: Call, result: unknown): void {
    this.#send(peer, call, { result });
  }

  refuse(peer: Peer, call: Call, code: number, message = 'no', data?: unknown): void {
    this.#send(peer, call, { error: { code, message, data } });
  }

  snapshot(channel: string): Record<string, unknown> | undefined {
    const state = channel === ROOT ? this.rootState : this.sessions.get(channel)?.state();
    return state && { resource: channel, state, fromSeq: this.serverSeq };
  }

  /** Makes a toggle and publishes it. */
  accept(call: Call, peer: Peer): void {
    const action = call.params['action'] as ModelToggle;
    this.sessions.get(String(call.params['channel']))?.toggle(action);
    this.echo(call, peer);
  }

  /** Publishes a toggle without making it, with the reason if it is refused. */
  echo({ params }: Call, peer: Peer, rejectionReason?: string): void {
    const channel = String(params['channel']);
    if (!this.sessions.has(channel)) return;
    const origin = { clientId: peer.clientId ?? '', clientSeq: Number(params['clientSeq']) };
    this.emit(channel, params['action'] as Record<string, unknown>, origin, rejectionReason);
  }

  /** Numbers an action and sends it to the subscribers of the channel. */
  emit(channel: string, action: object, origin?: Origin, rejectionReason?: string): Envelope {
    this.serverSeq += 1;
    const envelope: Envelope = {
      channel,
      action: structuredClone(action) as Record<string, unknown>,
      serverSeq: this.serverSeq,
      ...(origin && { origin }),
      ...(rejectionReason !== undefined && { rejectionReason }),
    };
    this.log.push(envelope);
    this.send(envelope);
    return envelope;
  }

  /** Sends an envelope unchanged to the subscribers of its channel. */
  send(envelope: Envelope): void {
    this.notify('action', envelope, ({ subscriptions }) => subscriptions?.has(envelope.channel) === true);
  }

  notify(method: string, params: object, isFor: (peer: Peer) => boolean = () => true): void {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params });
    for (const peer of this.peers) if (isFor(peer)) peer.send(text);
  }

  /** Another client switches an entry. */
  toggleByAnother(id: string, enabled: boolean, channel = SESSION): void {
    const enablement = [{ kind: 'session', enabled }];
    const action: ModelToggle = { type: 'session/customizationToggled', id, enabled, enablement };
    this.sessions.get(channel)?.toggle(action);
    this.emit(channel, action, { clientId: 'another', clientSeq: this.serverSeq });
  }

  /** A list from the host itself. */
  sendList(channel = SESSION): void {
    const { customizations } = this.sessions.get(channel)?.state() ?? { customizations: [] };
    this.emit(channel, { type: 'session/customizationsChanged', customizations });
  }

  /** Reads its files again and forgets every switch. */
  rescan(channel = SESSION): void {
    this.sessions.get(channel)?.forget();
    this.sendList(channel);
  }

  /** Every connection ends at once. */
  drop(): void {
    for (const peer of [...this.peers]) peer.terminate();
  }

  /** Restarts: forgets every client and starts the numbers again. */
  restart(serverSeq = 0): void {
    this.#known.clear();
    this.log.length = 0;
    this.serverSeq = serverSeq;
    this.drop();
  }

  #send(peer: Peer, { id }: Call, reply: Reply): void {
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  }

  #reply({ method, params }: Call, peer: Peer): Reply {
    const channel = String(params['channel']);
    switch (method) {
      case 'initialize':
        return this.#initialize(params, peer);
      case 'reconnect':
        return this.#reconnect(params, peer);
      case 'subscribe':
        return this.#subscribe(channel, peer);
      case 'listSessions':
        return { result: { items: [...this.sessions.keys()].map((resource) => ({ resource })) } };
      case 'createSession':
        this.sessions.set(channel, new ModelSession([]));
        return { result: null };
      case 'disposeSession':
        this.sessions.delete(channel);
        return { result: null };
      case 'ping':
        return { result: null };
      default:
        return { error: { code: -32601, message: `no method ${method}` } };
    }
  }

  #initialize(params: Call['params'], peer: Peer): Reply {
    const { clientId, protocolVersions } = params as { clientId: string; protocolVersions: string[] };
    if (!protocolVersions.includes(this.version)) {
      const data = { supportedVersions: [`^${this.version}`] };
      return { error: { code: -32005, message: 'unsupported', data } };
    }
    this.#greet(peer, clientId);
    const own = this.isOwn ? { _meta: { skillpick: {} } } : {};
    return { result: { protocolVersion: this.version, serverSeq: this.serverSeq, snapshots: [], ...own } };
  }

  #greet(peer: Peer, clientId: string): void {
    peer.clientId = clientId;
    peer.subscriptions = new Set();
    this.#known.add(clientId);
  }

  #subscribe(channel: string, peer: Peer): Reply {
    const snapshot = this.snapshot(channel);
    if (snapshot === undefined) return { error: { code: -32001, message: 'no such session' } };
    peer.subscriptions?.add(channel);
    return { result: { snapshot } };
  }

  #reconnect(params: Call['params'], peer: Peer): Reply {
    const { clientId, subscriptions, lastSeenServerSeq } = params as unknown as ReconnectParams;
    if (!this.#known.has(clientId)) return { error: { code: -32008, message: 'unknown client' } };
    this.#greet(peer, clientId);
    const missing = subscriptions.filter((channel) => this.snapshot(channel) === undefined);
    const followed = subscriptions.filter((channel) => !missing.includes(channel));
    for (const channel of followed) peer.subscriptions?.add(channel);
    if (this.resumesWith === 'snapshot') {
      return {
        result: { type: 'snapshot', snapshots: followed.map((name) => this.snapshot(name)), missing },
      };
    }
    const isMissed = ({ serverSeq, channel }: Envelope) =>
      serverSeq > lastSeenServerSeq && followed.includes(channel);
    return { result: { type: 'replay', actions: this.log.filter(isMissed), missing } };
  }
}
