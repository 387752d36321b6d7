/**
 * SHA-1, which the WebSocket handshake is checked with. It guards nothing there, and loading `node:crypto` for it
 * would take longer than the whole handshake.
 */

const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const;
const blockBytes = 64;

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The message with a one, zeros, and its length in bits, in whole blocks. */
function padded(bytes: Buffer): Buffer {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes);
  const result = Buffer.alloc(blocks * blockBytes);
  bytes.copy(result);
  result[bytes.length] = 0x80;
  result.writeBigUInt64BE(BigInt(bytes.length) * 8n, result.length - 8);
  return result;
}

/** What is mixed in at this step, by the third of the way it is in. */
function mixed(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function expanded(block: Buffer): Int32Array {
  const words = new Int32Array(80);
  for (let at = 0; at < 16; at += 1) words[at] = block.readInt32BE(at * 4);
  for (let at = 16; at < 80; at += 1) {
    words[at] = rotated(words[at - 3]! ^ words[at - 8]! ^ words[at - 14]! ^ words[at - 16]!, 1);
  }
  return words;
}

export function sha1(text: string): Buffer {
  const message = padded(Buffer.from(text));
  const state = Int32Array.from(initial);
  for (let start = 0; start < message.length; start += blockBytes) {
    const words = expanded(message.subarray(start, start + blockBytes));
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let step = 0; step < 80; step += 1) {
      const next = (rotated(a, 5) + mixed(step, b, c, d) + e + words[step]!) | 0;
      [a, b, c, d, e] = [next, a, rotated(b, 30), c, d];
    }
    for (const [at, word] of [a, b, c, d, e].entries()) state[at] = state[at]! + word;
  }
  const digest = Buffer.alloc(20);
  for (const [at, word] of state.entries()) digest.writeInt32BE(word, at * 4);
  return digest;
}
