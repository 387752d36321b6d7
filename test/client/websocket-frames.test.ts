import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameError, MessageReader, Opcode } from '../../src/client/websocket-frames.js';

/** A frame as a server sends it. */
function serverFrame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const { length } = payload;
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

const nothing = Buffer.alloc(0);

/** The bytes in pieces of these sizes, over and over. */
function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return parts;
}

const payloads = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(125, 126, 127, 65_535, 65_536).map((length) => new Uint8Array(length).fill(7)),
);

describe('reading', () => {
  it('returns every message, however it is split', () => {
    const messages = fc.array(fc.tuple(payloads, fc.array(fc.nat(300), { maxLength: 3 }), fc.boolean()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        messages,
        fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 }),
        (list, sizes) => {
          const frames: Buffer[] = [];
          for (const [bytes, cuts, isPinged] of list) {
            const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
              (a, b) => a - b,
            );
            let start = 0;
            for (const [index, end] of ends.entries()) {
              const opcode = index === 0 ? Opcode.binary : Opcode.continuation;
              frames.push(
                serverFrame(opcode, Buffer.from(bytes.slice(start, end)), index === ends.length - 1),
              );
              // Control frames may come between the fragments of a message.
              if (isPinged) frames.push(serverFrame(Opcode.ping, Buffer.from('ping')));
              start = end;
            }
          }
          const reader = new MessageReader({ bytes: 1_000_000, fragments: 100 });
          // The next bytes come in the same buffer.
          const read = pieces(Buffer.concat(frames), sizes).flatMap((piece) => {
            const messages = Array.from(reader.push(piece), ({ opcode, payload }) => ({
              opcode,
              payload: Buffer.from(payload),
            }));
            piece.fill(0xee);
            return messages;
          });
          const whole = read.filter(({ opcode }) => opcode === Opcode.binary);
          expect(whole.map(({ payload }) => payload.toString('hex'))).toEqual(
            list.map(([bytes]) => Buffer.from(bytes).toString('hex')),
          );
          expect(read.length - whole.length).toBe(
            list.reduce((sum, [, cuts, isPinged]) => sum + (isPinged ? cuts.length + 1 : 0), 0),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['a reserved bit', Buffer.from([0xc1, 0])],
    ['a mask', Buffer.from([0x81, 0x80, 0, 0, 0, 0])],
    ['an unknown kind', Buffer.from([0x83, 0])],
    ['another unknown kind', Buffer.from([0x8b, 0])],
    ['a fragmented ping', Buffer.from([0x09, 0])],
    ['a ping that is too long', Buffer.from([0x89, 126, 0, 126])],
    ['a continuation of nothing', Buffer.from([0x80, 0])],
    [
      'a message inside of another',
      Buffer.concat([serverFrame(1, Buffer.from('a'), false), serverFrame(1, Buffer.from('b'))]),
    ],
    ['too many bytes', serverFrame(1, Buffer.alloc(101))],
    [
      'too many bytes in parts',
      Buffer.concat([serverFrame(1, Buffer.alloc(60), false), serverFrame(0, Buffer.alloc(60))]),
    ],
    [
      'too many fragments, though they are empty',
      Buffer.concat([serverFrame(1, nothing, false), ...Array(3).fill(serverFrame(0, nothing, false))]),
    ],
    ['the largest 64-bit length', Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
  ])('refuses %s', (_what, bytes) => {
    expect(() => [...new MessageReader({ bytes: 100, fragments: 3 }).push(bytes)]).toThrow(FrameError);
  });

  it('returns what came before a frame that it refuses, and nothing after a close', () => {
    const reader = () => new MessageReader({ bytes: 100, fragments: 3 });
    const text = serverFrame(Opcode.text, Buffer.from('one'));
    const seen: string[] = [];
    const take = (bytes: Buffer) => {
      for (const { payload } of reader().push(bytes)) seen.push(payload.toString());
    };
    expect(() => take(Buffer.concat([text, Buffer.from([0x83, 0])]))).toThrow(FrameError);
    expect(seen).toEqual(['one']);
    take(Buffer.concat([serverFrame(Opcode.close, nothing), text, Buffer.from([0x83, 0])]));
    expect(seen).toEqual(['one', '']);
  });

  it('takes a million empty fragments without slowing down', () => {
    const reader = new MessageReader({ bytes: 100, fragments: 16_384 });
    const fragments = Array<Buffer>(16_000).fill(serverFrame(Opcode.continuation, nothing, false));
    const message = Buffer.concat([
      serverFrame(Opcode.text, Buffer.from('a'), false),
      ...fragments,
      serverFrame(Opcode.continuation, Buffer.from('b')),
    ]);
    for (let turn = 0; turn < 62; turn += 1)
      expect([...reader.push(message)].map(({ payload }) => payload.toString())).toEqual(['ab']);
  });

  it('takes a large message byte by byte without slowing down', () => {
    const reader = new MessageReader({ bytes: 2_000_000, fragments: 1 });
    const message = serverFrame(Opcode.text, Buffer.alloc(1_000_000, 'x'));
    const read = pieces(message, [1]).flatMap((piece) => [...reader.push(piece)]);
    expect(read.map(({ payload }) => payload.length)).toEqual([1_000_000]);
  });

  it('throws only FrameError for any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (chunks) => {
        const reader = new MessageReader({ bytes: 1_000, fragments: 3 });
        try {
          for (const chunk of chunks) Array.from(reader.push(Buffer.from(chunk)));
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });
});

describe('writing', () => {
  it('masks one whole frame', () => {
    fc.assert(
      fc.property(payloads, fc.constantFrom(Opcode.text, Opcode.close, Opcode.pong), (bytes, opcode) => {
        const frame = encodeFrame(opcode, Buffer.from(bytes));
        expect(frame[0]).toBe(0x80 | opcode);
        expect(frame[1]! & 0x80).toBe(0x80);
        const short = frame[1]! & 0x7f;
        const size = short < 126 ? 2 : short === 126 ? 4 : 10;
        const length =
          size === 2 ? short : size === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
        expect(length).toBe(bytes.length);
        const mask = frame.subarray(size, size + 4);
        const clear = frame.subarray(size + 4).map((byte, index) => byte ^ mask[index & 3]!);
        expect(Buffer.from(clear).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});
