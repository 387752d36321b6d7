/** WebSocket frames as bytes: cut out of a stream, and made. */

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

/** The first whole frame of these bytes. */
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

/** Cuts the bytes of one direction into the upgrade and the frames after it. */
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

/** A frame as a host sends it, unmasked, with this text in it. */
export function frameOf(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | textOpcode, length]), payload]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = 0x80 | textOpcode;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}
