/** Random faults of a bad network. Damage is always detectable: no frame turns into another valid one. */

import { type Part, textFrame } from '../support/frames.js';
import { oneOf } from '../support/random.js';

/** How often each fault happens, from 0 to 1. */
export interface Rates {
  /** A connection that ends early, or stops sending. */
  readonly cut: number;
  readonly delay: number;
  readonly duplicate: number;
  readonly reorder: number;
  readonly corrupt: number;
}

export type Cut = 'reset' | 'end' | 'swallow from host' | 'swallow from client';

const cuts: readonly Cut[] = ['reset', 'end', 'swallow from host', 'swallow from client'];

export const calm: Rates = { cut: 0, delay: 0, duplicate: 0, reorder: 0, corrupt: 0 };

/** After how many frames of the host a connection is cut, and how. */
export function chooseCut(random: () => number, { cut }: Rates): { after: number; how: Cut } | undefined {
  const [chance, count, how] = [random(), random(), oneOf(random, cuts)];
  return chance < cut ? { after: 1 + Math.floor(count * 40), how } : undefined;
}

/** How long a frame is delayed. */
export function chooseDelayMs(random: () => number, { delay }: Rates): number {
  const [chance, length] = [random(), random()];
  return chance < delay ? Math.floor(length ** 3 * 250) : 0;
}

/** Returns the message without its required fields. */
function emptied(text: string): Buffer {
  const message = JSON.parse(text) as Record<string, unknown>;
  for (const key of ['params', 'result']) if (key in message) message[key] = {};
  return Buffer.from(JSON.stringify(message));
}

function withBadByte(text: string, random: () => number): Buffer {
  const bytes = Buffer.from(text);
  bytes[Math.floor(random() * bytes.length)] = 0xff;
  return bytes;
}

export type Damage = 'cut text' | 'bad byte' | 'emptied' | 'short frame';
const damages: readonly Damage[] = ['cut text', 'bad byte', 'emptied', 'short frame'];

export const chooseDamage = (random: () => number): Damage => oneOf(random, damages);

/** Returns the damaged bytes of the frame. A frame that is too short shifts all later ones. */
export function damaged({ bytes, text = '' }: Part, damage: Damage, random: () => number): Buffer {
  switch (damage) {
    case 'cut text':
      return textFrame(Buffer.from(text.slice(0, Math.floor(random() * text.length))));
    case 'bad byte':
      return textFrame(withBadByte(text, random));
    case 'emptied':
      return textFrame(emptied(text));
    default:
      return bytes.subarray(0, Math.ceil(bytes.length / 2));
  }
}
