/**
 * WebSocket frames as a client reads and writes them, by RFC 6455 and without extensions: bytes in any pieces to
 * whole messages, and back. What no server may send is a FrameError.
 */

export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Message {
  opcode: number;
  payload: Buffer;
}

/** The other side does not keep to the protocol. */
export class FrameError extends Error {}

const lengthIn16Bits = 126;
const lengthIn64Bits = 127;
const longestControl = 125;

interface Header {
  isLast: boolean;
  opcode: number;
  /** Of the header itself. */
  size: number;
  length: number;
}

/** The header at the start of these bytes; undefined if it is not all there yet. */
function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes[0]!, bytes[1]!];
  const opcode = first & 0x0f;
  const short = second & 0x7f;
  const isControl = opcode >= Opcode.close;
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0)
    throw new FrameError('a frame has bits that mean nothing');
  if ((opcode > Opcode.binary && !isControl) || opcode > Opcode.pong)
    throw new FrameError(`there are no frames of kind ${opcode}`);
  if (isControl && (short > longestControl || (first & 0x80) === 0))
    throw new FrameError('a control frame is too long, or in parts');
  const size = short === lengthIn64Bits ? 10 : short === lengthIn16Bits ? 4 : 2;
  if (bytes.length < size) return undefined;
  const length = size === 2 ? short : size === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { isLast: (first & 0x80) !== 0, opcode, size, length };
}

const nothing = Buffer.alloc(0);

/** Puts messages together from bytes as they come; keeps none of the buffers they come in. */
export class MessageReader {
  readonly #mostBytes: number;
  /** The start of a header. */
  #head = nothing;
  /** The frame whose payload is being read, and how much of that is there. */
  #frame: { header: Header; payload: Buffer; filled: number } | undefined;
  /** Of the message whose last part is still to come. */
  #parts: Buffer[] = [];
  #opcode: number | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Takes bytes; answers the messages that are whole with them. */
  push(bytes: Buffer): Message[] {
    const messages: Message[] = [];
    let rest = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#head = nothing;
    for (;;) {
      if (this.#frame === undefined) {
        const header = readHeader(rest);
        if (header === undefined) break;
        this.#start(header);
        rest = rest.subarray(header.size);
      }
      rest = this.#fill(rest);
      const whole = this.#takeWhole();
      if (whole === undefined) break;
      const { header, payload } = whole;
      if (header.opcode >= Opcode.close) messages.push({ opcode: header.opcode, payload });
      else messages.push(...this.#assemble(header, payload));
    }
    this.#head = Buffer.from(rest);
    return messages;
  }

  #start(header: Header): void {
    const held = this.#parts.reduce((sum, part) => sum + part.length, 0);
    if (header.length + held > this.#mostBytes) throw new FrameError('a message is too long');
    this.#frame = { header, payload: Buffer.allocUnsafe(header.length), filled: 0 };
  }

  /** Copies what belongs to the frame; answers what comes after it. */
  #fill(bytes: Buffer): Buffer {
    const frame = this.#frame!;
    const copied = bytes.copy(frame.payload, frame.filled);
    frame.filled += copied;
    return bytes.subarray(copied);
  }

  #takeWhole() {
    const frame = this.#frame!;
    if (frame.filled < frame.header.length) return undefined;
    this.#frame = undefined;
    return frame;
  }

  #assemble({ opcode, isLast }: Header, payload: Buffer): Message[] {
    if ((opcode === Opcode.continuation) !== (this.#opcode !== undefined))
      throw new FrameError('a message starts or goes on where it should not');
    this.#opcode ??= opcode;
    this.#parts.push(payload);
    if (!isLast) return [];
    const parts = this.#parts;
    const message = { opcode: this.#opcode, payload: parts.length === 1 ? payload : Buffer.concat(parts) };
    this.#parts = [];
    this.#opcode = undefined;
    return [message];
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

/** Keys and masks guard proxies from each other: between two processes of one machine, any numbers will do. */
export function randomBytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(Math.random() * 256)));
}

/** One frame with all of the payload, masked as everything from a client is. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const masked = Buffer.allocUnsafe(payload.length);
  for (let index = 0; index < payload.length; index += 1) masked[index] = payload[index]! ^ mask[index & 3]!;
  return Buffer.concat([headerFor(opcode, payload.length), mask, masked]);
}
