/**
 * The seam between messages and what carries them: text frames in order, then one end. Sockets implement it on
 * either side of the wire; the in-memory pair connects a client to a host in the same process.
 */

/** Receives what a transport delivers. */
export interface TransportEvents {
  frame(text: string): void;
  /** Called once. `error` is set unless the end was asked for or orderly. */
  end(error?: Error): void;
}

/** Carries text frames in both directions, in order, until it ends. */
export interface Transport {
  /** Starts delivery; frames that came earlier are kept until then. */
  open(events: TransportEvents): void;
  /** Queues a frame; after the end it does nothing. */
  send(text: string): void;
  /** Ends it from this side; `end` still follows. */
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

  /** Takes a frame, or null for the end. Delivery is always later, so that nobody is called back from `send`. */
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

/** Two transports, each the other's far end. */
export function memoryPair(): [Transport, Transport] {
  const [left, right] = [new MemoryEnd(), new MemoryEnd()];
  left.peer = right;
  right.peer = left;
  return [left, right];
}
