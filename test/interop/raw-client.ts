/**
 * A client of raw frames, without any of the code under test. It keeps every frame of both directions, in order.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

export type Json = Record<string, unknown>;

export interface RawMessage {
  id?: number;
  method?: string;
  params?: Json;
  result?: Json;
  error?: { code: number; message: string; data?: Json };
}

export interface RawFrame {
  from: 'client' | 'host';
  message: RawMessage;
}

/** A customization as a frame holds it. */
export interface RawNode {
  type: string;
  id: string;
  uri: string;
  name: string;
  enabled?: boolean;
  enablement?: { kind: string; enabled: boolean }[];
  children?: RawNode[];
  [field: string]: unknown;
}

export const rootChannel = 'ahp-root://';

export class RawClient {
  readonly clientId: string;
  readonly frames: RawFrame[] = [];
  readonly #socket: WebSocket;
  readonly #listeners = new Set<(message: RawMessage) => void>();
  #nextId = 1;
  #clientSeq = 0;

  private constructor(socket: WebSocket, clientId: string) {
    this.#socket = socket;
    this.clientId = clientId;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as RawMessage;
      this.frames.push({ from: 'host', message });
      for (const listener of this.#listeners) listener(message);
    });
  }

  static async connect({ url, token }: { url: string; token: string }, clientId: string = randomUUID()) {
    const socket = new WebSocket(`${url}/?tkn=${token}`);
    const client = new RawClient(socket, clientId);
    await once(socket, 'open');
    return client;
  }

  /** The next message from the host that passes the test. */
  next(test: (message: RawMessage) => boolean): Promise<RawMessage> {
    return new Promise((resolve, reject) => {
      const end = () => reject(new Error('The connection ended.'));
      const listener = (message: RawMessage) => {
        if (!test(message)) return;
        this.#listeners.delete(listener);
        this.#socket.off('close', end);
        resolve(message);
      };
      this.#listeners.add(listener);
      this.#socket.once('close', end);
    });
  }

  /** The next action of this type on the channel. */
  async nextAction(channel: string, type: string): Promise<Json> {
    const { params } = await this.next(
      ({ method, params }) =>
        method === 'action' && params?.['channel'] === channel && (params['action'] as Json)['type'] === type,
    );
    return params!;
  }

  /** The highest sequence number the host has named so far. */
  get lastSeenServerSeq(): number {
    const numbers = this.frames.flatMap(({ message: { params, result } }) => {
      const snapshot = result?.['snapshot'] as Json | undefined;
      return [params?.['serverSeq'], result?.['serverSeq'], snapshot?.['fromSeq']];
    });
    return Math.max(0, ...numbers.filter((number) => typeof number === 'number'));
  }

  /** The actions of this type that came on the channel so far. */
  actions(channel: string, type: string): Json[] {
    return this.frames.flatMap(({ from, message: { params } }) => {
      if (from !== 'host' || params?.['channel'] !== channel) return [];
      const action = params['action'] as Json | undefined;
      return action?.['type'] === type ? [action] : [];
    });
  }

  /** Sends a request and returns the response, a result or an error. */
  async ask(method: string, params: Json): Promise<RawMessage> {
    const id = this.#nextId++;
    const answer = this.next((message) => message.id === id && message.method === undefined);
    this.#send({ id, method, params });
    return answer;
  }

  async request(method: string, params: Json): Promise<Json> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result ?? {};
  }

  initialize(protocolVersions: string[] = ['0.9.0', '0.8.0']): Promise<Json> {
    return this.request('initialize', { channel: rootChannel, protocolVersions, clientId: this.clientId });
  }

  dispatch(channel: string, action: Json): void {
    const params = { channel, clientSeq: ++this.#clientSeq, action };
    this.#send({ method: 'dispatchAction', params });
  }

  /** Switches an entry and waits for the echo; the session must be subscribed to. */
  async toggle(session: string, id: string, enabled: boolean): Promise<void> {
    const type = 'session/customizationToggled';
    const echo = this.nextAction(session, type);
    this.dispatch(session, { type, id, enabled, enablement: [{ kind: 'session', enabled }] });
    await echo;
  }

  /** What the host lists for a session right now. */
  async customizations(session: string): Promise<RawNode[]> {
    const { snapshot } = await this.request('subscribe', { channel: session });
    const { state } = snapshot as { state: { customizations?: RawNode[] } };
    return state.customizations ?? [];
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, 'close');
    this.#socket.terminate();
    await closed;
  }

  #send(message: RawMessage): void {
    this.frames.push({ from: 'client', message });
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

/** Containers and children in one list. */
export function flatten(nodes: readonly RawNode[]): RawNode[] {
  return nodes.flatMap((node) => [node, ...(node.children ?? [])]);
}

/** True if the host has it on, according to its fields. */
export function isOn(node: RawNode): boolean {
  return node.enablement?.[0]?.enabled ?? node.enabled ?? true;
}
