/**
 * Encodes and decodes WebSocket frames for a client (RFC 6455, no extensions). Bytes may arrive in any pieces. Throws
 * FrameError for anything that a server must not send.
 */

import { isUtf8 } from 'node:buffer';

export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface SocketMessage {
  opcode: number;
  /** Valid until the next message is read: it may share the read buffer. */
  payload: Buffer;
}

/** The host violates the WebSocket protocol. */
export class FrameError extends Error {}

const lengthIn16Bits = 126;
const lengthIn64Bits = 127;
const longestControl = 125;
const longestHeader = 10;

interface FrameHeader {
  isLast: boolean;
  opcode: number;
  /** Of the header itself. */
  size: number;
  length: number;
}

function checkStart(first: number, second: number): void {
  const opcode = first & 0x0f;
  const length = second & 0x7f;
  const isControl = opcode >= Opcode.close;
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0) throw new FrameError('a frame has reserved bits set');
  if ((opcode > Opcode.binary && !isControl) || opcode > Opcode.pong)
    throw new FrameError(`a frame has the unknown opcode ${opcode}`);
  if (isControl && (length > longestControl || (first & 0x80) === 0))
    throw new FrameError('a control frame is too long or fragmented');
}

/** Returns the header at the start of these bytes; undefined if it is not complete yet. */
function readHeader(bytes: Buffer): FrameHeader | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes[0]!, bytes[1]!];
  checkStart(first, second);
  const short = second & 0x7f;
  const size = short === lengthIn64Bits ? longestHeader : short === lengthIn16Bits ? 4 : 2;
  if (bytes.length < size) return undefined;
  const length = size === 2 ? short : size === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, size, length };
}

/** Returns true for the codes that RFC 6455 and its registry let a server send. */
function isCloseCode(code: number): boolean {
  const isReserved = code === 1004 || code === 1005 || code === 1006;
  return (code >= 1000 && code <= 1014 && !isReserved) || (code >= 3000 && code <= 4999);
}

function checkPayload(opcode: number, payload: Buffer): void {
  const text = opcode === Opcode.text ? payload : opcode === Opcode.close ? payload.subarray(2) : nothing;
  if (!isUtf8(text)) throw new FrameError('a message is not valid UTF-8');
  if (opcode !== Opcode.close || payload.length === 0) return;
  if (payload.length === 1 || !isCloseCode(payload.readUInt16BE()))
    throw new FrameError('a close frame has no valid code');
}

const nothing = Buffer.alloc(0);

export interface MessageBounds {
  bytes: number;
  fragments: number;
}

/** Assembles messages from bytes. Keeps none of the buffers it is given, and takes linear time for any pieces. */
export class MessageReader {
  readonly #bounds: MessageBounds;
  /** The start of a header, until the rest arrives. */
  #head = nothing;
  /** The frame whose payload is being read, and how much of it has arrived. */
  #frame: { header: FrameHeader; payload: Buffer; filled: number } | undefined;
  /** The message whose last fragment is still to come. */
  #message: { opcode: number; parts: Buffer[]; bytes: number; fragments: number } | undefined;
  #isClosed = false;

  constructor(bounds: MessageBounds) {
    this.#bounds = bounds;
  }

  /** Takes bytes and yields the messages that they complete. Ignores everything after a close frame. */
  *push(bytes: Buffer): Generator<SocketMessage> {
    let rest = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#head = nothing;
    while (!this.#isClosed) {
      if (this.#frame === undefined) {
        const header = readHeader(rest);
        if (header === undefined) break;
        rest = this.#start(header, rest.subarray(header.size));
      } else rest = this.#fill(rest);
      const { header, payload, filled } = this.#frame!;
      if (filled < header.length) break;
      this.#frame = undefined;
      const message = this.#complete(header, payload);
      if (message !== undefined) yield message;
    }
    this.#head = this.#isClosed ? nothing : Buffer.from(rest);
  }

  /** Starts to read a payload; returns the bytes after it. A complete payload is not copied. */
  #start(header: FrameHeader, bytes: Buffer): Buffer {
    const { opcode, length, isLast } = header;
    if (opcode < Opcode.close) this.#count(opcode, length);
    const isFragment = opcode === Opcode.continuation || !isLast;
    if (bytes.length < length || isFragment) {
      this.#frame = { header, payload: Buffer.allocUnsafe(length), filled: 0 };
      return this.#fill(bytes);
    }
    this.#frame = { header, payload: bytes.subarray(0, length), filled: length };
    return bytes.subarray(length);
  }

  /** Counts a fragment of a message, before any of it is stored. */
  #count(opcode: number, length: number): void {
    if ((opcode === Opcode.continuation) !== (this.#message !== undefined))
      throw new FrameError('a message starts or continues out of order');
    this.#message ??= { opcode, parts: [], bytes: 0, fragments: 0 };
    this.#message.bytes += length;
    this.#message.fragments += 1;
    if (this.#message.bytes > this.#bounds.bytes) throw new FrameError('a message is too long');
    if (this.#message.fragments > this.#bounds.fragments)
      throw new FrameError('a message has too many fragments');
  }

  /** Copies the bytes of the frame; returns the bytes after it. */
  #fill(bytes: Buffer): Buffer {
    const frame = this.#frame!;
    const copied = bytes.copy(frame.payload, frame.filled);
    frame.filled += copied;
    return bytes.subarray(copied);
  }

  /** Returns the message that this frame completes, if any. */
  #complete({ opcode, isLast }: FrameHeader, payload: Buffer): SocketMessage | undefined {
    if (opcode >= Opcode.close) {
      checkPayload(opcode, payload);
      this.#isClosed = opcode === Opcode.close;
      return { opcode, payload };
    }
    const message = this.#message!;
    if (payload.length > 0) message.parts.push(payload);
    if (!isLast) return undefined;
    this.#message = undefined;
    const whole = message.parts.length === 1 ? message.parts[0]! : Buffer.concat(message.parts);
    checkPayload(message.opcode, whole);
    return { opcode: message.opcode, payload: whole };
  }
}

function headerFor(opcode: number, length: number): Buffer {
  if (length <= longestControl) return Buffer.from([0x80 | opcode, 0x80 | length]);
  const isShort = length < 0x10000;
  const header = Buffer.alloc(isShort ? 4 : 10);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (isShort ? lengthIn16Bits : lengthIn64Bits);
  if (isShort) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/** Does not load `node:crypto`: masks only protect proxies, and there is none on loopback. */
function randomBytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(Math.random() * 256)));
}

/** Returns one masked frame with the whole payload. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const masked = Buffer.allocUnsafe(payload.length);
  for (let index = 0; index < payload.length; index += 1) masked[index] = payload[index]! ^ mask[index & 3]!;
  return Buffer.concat([headerFor(opcode, payload.length), mask, masked]);
}
