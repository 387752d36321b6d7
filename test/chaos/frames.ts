/** WebSocket frames as a host sends them, unmasked: cut out of a stream, and made. */

export interface Frame {
  readonly bytes: Buffer;
  /** Of a whole text message; undefined for everything else. */
  readonly text?: string;
}

const wholeText = 0x81;

/** The first whole frame of these bytes. */
function takeFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes;
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 0
      ? short
      : Number(bytes.readUIntBE(lengthBytes === 8 ? 4 : 2, lengthBytes === 8 ? 6 : 2));
  if (bytes.length < start + length) return undefined;
  const frame = bytes.subarray(0, start + length);
  return frame[0] === wholeText ? { bytes: frame, text: frame.toString('utf8', start) } : { bytes: frame };
}

/** Cuts what a host sends into the answer to the upgrade and the frames after it. */
export function frameSplitter(): (chunk: Buffer) => Frame[] {
  let rest = Buffer.alloc(0);
  let isUpgraded = false;
  const takeUpgrade = (): Frame | undefined => {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    isUpgraded = true;
    return { bytes: rest.subarray(0, end + 4) };
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      const frame = isUpgraded ? takeFrame(rest) : takeUpgrade();
      if (frame === undefined) return frames;
      rest = rest.subarray(frame.bytes.length);
      frames.push(frame);
    }
  };
}

/** A frame with this payload. */
export function frameOf(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([wholeText, length]), payload]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = wholeText;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}
