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
  /** Ends the connection without a closing handshake. */
  terminate(): void;
  /** Writes raw bytes to the socket; only on a real socket. */
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

/** Handles a call; `proceed` does what a correct host does. */
export type Script = (call: Call, peer: Peer, proceed: () => void) => void;
