/**
 * A client's socket as a transport, with limits: the host reads more slowly from a client that sends too fast, and
 * disconnects one that reads too slowly.
 */

import type { WebSocket } from 'ws';
import { monotonicMs } from '../../monotonic.js';
import { protocolLimits } from '../../protocol/limits.js';
import type { Transport, TransportEvents } from '../../protocol/transport.js';
import { hostLimits } from '../limits.js';

/** Close codes of the WebSocket protocol. */
const goingAway = 1001;
const cutOff = 1006;

export class ServedSocket implements Transport {
  #allowance: number = hostLimits.hostFrameBurst;
  #countedAtMs = monotonicMs();
  #pause: NodeJS.Timeout | undefined;

  constructor(private readonly socket: WebSocket) {
    // A 'close' event follows, which `open` handles.
    socket.on('error', () => {});
  }

  open(events: TransportEvents): void {
    this.socket.on('message', (data) => {
      this.#count();
      events.frame(String(data));
    });
    this.socket.on('close', (code) => {
      clearTimeout(this.#pause);
      events.end(code === cutOff ? new Error('the connection was cut off') : undefined);
    });
  }

  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > hostLimits.hostBufferedBytes) this.socket.terminate();
    else this.socket.send(text);
  }

  close(): void {
    this.socket.close(goingAway);
    const timer = setTimeout(() => this.socket.terminate(), protocolLimits.closeTimeoutMs);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** Stops reading for a while once the allowance is used up. */
  #count(): void {
    const now = monotonicMs();
    const earned = ((now - this.#countedAtMs) * hostLimits.hostFramesPerSecond) / 1000;
    this.#allowance = Math.min(hostLimits.hostFrameBurst, this.#allowance + earned) - 1;
    this.#countedAtMs = now;
    if (this.#allowance >= 0 || this.#pause !== undefined) return;
    this.socket.pause();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.socket.resume();
    }, hostLimits.hostReadPauseMs);
  }
}
