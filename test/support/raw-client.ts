/**
 * A client of raw frames, written from the specification: a socket, JSON and a list of received messages. It shares
 * no code with the product, so that both cannot be wrong in the same way.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Conditions } from './conditions.js';

export type Json = Record<string, unknown>;

export interface RawError {
  code: number;
  message: string;
  data?: Json;
}

export interface RawMessage {
  jsonrpc?: string;
  id?: number | null;
  method?: string;
  params?: Json;
  result?: unknown;
  error?: RawError;
}

export interface RawDecision {
  kind: string;
  enabled: boolean;
  uri?: string;
}

/** A customization as a frame holds it. */
export interface RawNode {
  type: string;
  id: string;
  uri: string;
  name: string;
  enabled?: boolean;
  enablement?: RawDecision[];
  children?: RawNode[];
  _meta?: { skillpick?: Json & { enablement?: RawDecision[] } };
  [field: string]: unknown;
}

export interface RawEnvelope {
  channel: string;
  action: Json & { type: string };
  serverSeq: number;
  origin?: { clientId: string; clientSeq: number };
  rejectionReason?: string;
}

export interface RawSnapshot {
  resource: string;
  state: Json & { customizations?: RawNode[] };
  fromSeq: number;
}

export const rootChannel = 'ahp-root://';

export interface RawAddress {
  url: string;
  token: string;
}

export class RawClient {
  readonly clientId: string;
  /** Every frame from the host, as text. */
  readonly frames: string[] = [];
  readonly messages: RawMessage[] = [];
  readonly socket: WebSocket;
  readonly ended: Promise<{ code: number }>;
  readonly #conditions = new Conditions();
  #hasEnded = false;
  #nextId = 1;
  #clientSeq = 0;

  private constructor(socket: WebSocket, clientId: string) {
    this.socket = socket;
    this.clientId = clientId;
    socket.on('error', () => {});
    socket.on('message', (data) => {
      this.frames.push(String(data));
      this.messages.push(JSON.parse(String(data)) as RawMessage);
      this.#conditions.check();
    });
    this.ended = new Promise((resolve) => {
      socket.on('close', (code) => {
        this.#hasEnded = true;
        resolve({ code });
        this.#conditions.check();
      });
    });
  }

  /** Connects without a handshake. */
  static async open({ url, token }: RawAddress, clientId: string = randomUUID()): Promise<RawClient> {
    const client = new RawClient(new WebSocket(`${url}/?tkn=${token}`), clientId);
    await once(client.socket, 'open');
    return client;
  }

  /** Connects and initializes. */
  static async greet(address: RawAddress, version = '0.9.0', clientId?: string): Promise<RawClient> {
    const client = await RawClient.open(address, clientId);
    await client.initialize([version]);
    return client;
  }

  /** Resolves as soon as the condition holds; it is checked now and after every frame. */
  until(holds: () => boolean): Promise<void> {
    return this.#conditions.until(holds, () =>
      this.#hasEnded ? new Error('The connection ended.') : undefined,
    );
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Sends a request and returns the response, a result or an error. */
  async ask(method: string, params: Json = { channel: rootChannel }): Promise<RawMessage> {
    const id = this.#nextId++;
    this.send({ jsonrpc: '2.0', id, method, params });
    const answer = () => this.messages.find((message) => message.id === id && message.method === undefined);
    await this.until(() => answer() !== undefined);
    return answer()!;
  }

  async request<T = Json>(method: string, params?: Json): Promise<T> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result as T;
  }

  /** Returns the error of a request; throws if the request succeeds. */
  async refusal(method: string, params?: Json): Promise<RawError> {
    const { result, error } = await this.ask(method, params);
    if (error === undefined) throw new Error(`${method} succeeded with ${JSON.stringify(result)}`);
    return error;
  }

  initialize(protocolVersions: string[], more: Json = {}): Promise<Json> {
    const params = { channel: rootChannel, protocolVersions, clientId: this.clientId, ...more };
    return this.request('initialize', params);
  }

  async subscribe(channel: string): Promise<RawSnapshot> {
    return (await this.request<{ snapshot: RawSnapshot }>('subscribe', { channel })).snapshot;
  }

  /** The address of the host's first session. */
  async session(): Promise<string> {
    const { items } = await this.request<{ items: { resource: string }[] }>('listSessions');
    return items[0]!.resource;
  }

  /** What the host lists for a session now, containers and children alike. */
  async entries(session: string): Promise<RawNode[]> {
    return flatten((await this.subscribe(session)).state.customizations);
  }

  async entry(session: string, name: string): Promise<RawNode> {
    return named(await this.entries(session), name);
  }

  dispatch(channel: string, action: unknown): number {
    this.#clientSeq += 1;
    const params = { channel, clientSeq: this.#clientSeq, action };
    this.send({ jsonrpc: '2.0', method: 'dispatchAction', params });
    return this.#clientSeq;
  }

  /** Sends a toggle and waits for its echo. */
  async toggle(channel: string, fields: Json): Promise<RawEnvelope> {
    return this.echo(this.dispatch(channel, { type: 'session/customizationToggled', ...fields }));
  }

  /** The echo of an action of this client. */
  async echo(clientSeq: number): Promise<RawEnvelope> {
    const isOwn = ({ origin }: RawEnvelope) =>
      origin?.clientId === this.clientId && origin.clientSeq === clientSeq;
    await this.until(() => this.envelopes().some(isOwn));
    return this.envelopes().find(isOwn)!;
  }

  /** Every action so far. */
  envelopes(type?: string): RawEnvelope[] {
    const all = this.messages.filter(({ method }) => method === 'action');
    const envelopes = all.map(({ params }) => params as unknown as RawEnvelope);
    return type === undefined ? envelopes : envelopes.filter(({ action }) => action.type === type);
  }

  /** Every other notification so far. */
  notifications(): RawMessage[] {
    return this.messages.filter(({ method }) => method !== undefined && method !== 'action');
  }

  /** Resolves when the host has handled everything that was sent before, except what it delays. */
  async ping(): Promise<void> {
    await this.request('ping');
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.ended;
  }
}

/** Containers and children in one list. */
export function flatten(nodes: readonly RawNode[] = []): RawNode[] {
  return nodes.flatMap((node) => [node, ...(node.children ?? [])]);
}

export function named(nodes: readonly RawNode[], name: string): RawNode {
  const found = nodes.find((node) => node.name === name);
  if (found === undefined) throw new Error(`There is no ${name} among ${nodes.map((node) => node.name)}.`);
  return found;
}
