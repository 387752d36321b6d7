/** WebSocket frames as bytes: splits a stream into frames, and encodes frames. */

export interface Part {
  readonly bytes: Buffer;
  /** Undefined for the upgrade and for frames without text. */
  readonly text?: string;
}

const textOpcode = 1;

function payloadOf(bytes: Buffer, start: number, isMasked: boolean): string {
  if (!isMasked) return bytes.toString('utf8', start);
  const mask = bytes.subarray(start - 4, start);
  return Buffer.from(bytes.subarray(start).map((byte, index) => byte ^ mask[index % 4]!)).toString('utf8');
}

/** Returns the first whole frame of these bytes. */
function takeFrame(bytes: Buffer): Part | undefined {
  if (bytes.length < 2) return undefined;
  const isMasked = (bytes[1]! & 0x80) !== 0;
  const short = bytes[1]! & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 0 ? short : bytes.readUIntBE(lengthBytes === 8 ? 4 : 2, lengthBytes === 8 ? 6 : 2);
  if (bytes.length < start + length) return undefined;
  const frame = bytes.subarray(0, start + length);
  if ((frame[0]! & 0x0f) !== textOpcode) return { bytes: frame };
  return { bytes: frame, text: payloadOf(frame, start, isMasked) };
}

/** Splits the bytes of one direction into the upgrade and the frames after it. */
export function frameSplitter(): (chunk: Buffer) => Part[] {
  let rest = Buffer.alloc(0);
  let isUpgraded = false;
  const takeUpgrade = (): Part | undefined => {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    isUpgraded = true;
    return { bytes: rest.subarray(0, end + 4) };
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const parts: Part[] = [];
    for (;;) {
      const part = isUpgraded ? takeFrame(rest) : takeUpgrade();
      if (part === undefined) return parts;
      rest = rest.subarray(part.bytes.length);
      parts.push(part);
    }
  };
}

/** Returns an unmasked frame, as a host sends it, with this first byte. */
export function rawFrame(first: number, payload: Buffer | string = ''): Buffer {
  const body = Buffer.from(payload);
  const { length } = body;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, body]);
}

/** Returns a whole text frame, as a host sends it. */
export const textFrame = (payload: Buffer | string): Buffer => rawFrame(0x80 | textOpcode, payload);
