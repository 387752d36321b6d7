/** JSON-RPC with a `Content-Length` header before each message, as language servers speak it. */

import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const headerEnd = '\r\n\r\n';

/** Returns the first whole message of these bytes, and the bytes after it. */
function takeMessage(bytes: Buffer): { message: Message; rest: Buffer } | undefined {
  const start = bytes.indexOf(headerEnd) + headerEnd.length;
  if (start < headerEnd.length) return undefined;
  const length = Number(/content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, start))?.[1]);
  if (bytes.length < start + length) return undefined;
  const message = JSON.parse(bytes.toString('utf8', start, start + length)) as Message;
  return { message, rest: bytes.subarray(start + length) };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class FramedRpc {
  readonly #writable: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #rest: Buffer = Buffer.alloc(0);
  #lastId = 0;

  constructor(readable: Readable, writable: Writable) {
    this.#writable = writable.on('error', () => undefined);
    readable.on('data', (chunk: Buffer) => this.#read(chunk));
    readable.on('error', () => undefined);
    readable.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the connection is closed'));
    });
  }

  async call<T>(method: string, params: object = {}): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#writable.write(`Content-Length: ${Buffer.byteLength(text)}${headerEnd}${text}`);
    const result = await new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    return result as T;
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let taken = takeMessage(this.#rest); taken !== undefined; taken = takeMessage(this.#rest)) {
      this.#rest = taken.rest;
      this.#settle(taken.message);
    }
  }

  /** Ignores requests and notifications of the other side. */
  #settle({ id, method, result, error }: Message): void {
    if (id === undefined || method !== undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
