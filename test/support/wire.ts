/** The frames and connections of a scripted host. */

export interface Call {
  id?: number | string;
  method: string;
  params: Record<string, unknown>;
}

/** One connection, seen from the host. */
export interface Peer {
  send(data: string | Buffer): void;
  close(): void;
  /** Gone without a word. */
  terminate(): void;
  /** Bytes as they are, past the WebSocket; only on a real socket. */
  write?(bytes: Buffer): void;
  clientId?: string;
  subscriptions?: Set<string>;
}

export interface Origin {
  clientId: string;
  clientSeq: number;
}

export interface Envelope {
  channel: string;
  action: Record<string, unknown>;
  serverSeq: number;
  origin?: Origin;
  rejectionReason?: string;
}

export type Reply = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

export interface ReconnectParams {
  clientId: string;
  lastSeenServerSeq: number;
  subscriptions: string[];
}

/** Decides about a call; `proceed` does what a good host does. */
export type Script = (call: Call, peer: Peer, proceed: () => void) => void;

/** A text frame of WebSocket as a server sends it. */
export function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  header[0] = 0x81;
  if (payload.length < 126) header[1] = payload.length;
  else if (payload.length < 65_536) {
    header[1] = 126;
    header.writeUInt16BE(payload.length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([header, payload]);
}
