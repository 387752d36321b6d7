/**
 * A transport carries messages as text frames, in order, until either side closes it. Sockets implement it for clients
 * and for hosts; the in-memory pair connects a client to a host in the same process.
 */

/** What a transport reports. */
export interface TransportEvents {
  frame(text: string): void;
  /** Called once; without an error if either side closed the connection as it should. */
  end(error?: Error): void;
}

/** One end of a connection. */
export interface Transport {
  /** Starts delivery, first of the frames that have arrived already. */
  open(events: TransportEvents): void;
  /** Queues a frame; does nothing after the end. */
  send(text: string): void;
  /** Closes it from this side; `end` is called afterwards. */
  close(): void;
}

class MemoryEnd implements Transport {
  peer: MemoryEnd | undefined;
  #events: TransportEvents | undefined;
  #waiting: (string | null)[] = [];
  #closed = false;

  open(events: TransportEvents): void {
    this.#events = events;
    if (this.#waiting.length > 0) queueMicrotask(() => this.#deliver());
  }

  send(text: string): void {
    if (!this.#closed) this.peer?.receive(text);
  }

  close(): void {
    if (this.#closed) return;
    this.peer?.receive(null);
    this.receive(null);
  }

  /** Takes a frame, or null for the end. Delivers it later, so that `send` returns before the peer sees the frame. */
  receive(frame: string | null): void {
    if (this.#closed) return;
    if (frame === null) this.#closed = true;
    this.#waiting.push(frame);
    if (this.#waiting.length === 1 && this.#events) queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    const frames = this.#waiting;
    this.#waiting = [];
    for (const frame of frames) {
      if (frame === null) this.#events?.end();
      else this.#events?.frame(frame);
    }
  }
}

/** Returns two transports that are connected with each other. */
export function memoryPair(): [Transport, Transport] {
  const [left, right] = [new MemoryEnd(), new MemoryEnd()];
  left.peer = right;
  right.peer = left;
  return [left, right];
}
