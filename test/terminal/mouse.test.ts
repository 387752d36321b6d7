import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyReader } from '../../src/terminal/key-reader.js';

const read = (text: string) => new KeyReader().read(Buffer.from(text)).map(({ event }) => event);
const nothingHeld = { ctrl: false, alt: false, shift: false };
const at = { type: 'mouse', column: 11, row: 33, ...nothingHeld };

describe('a mouse report', () => {
  it.each([
    ['a press', '\x1b[<0;12;34M', { ...at, action: 'press', button: 'left' }],
    ['the wheel up', '\x1b[<64;12;34M', { ...at, action: 'wheel', by: -1 }],
    ['the wheel down', '\x1b[<65;12;34M', { ...at, action: 'wheel', by: 1 }],
    ['a press with Shift', '\x1b[<4;12;34M', { ...at, action: 'press', button: 'left', shift: true }],
    ['a press with Alt', '\x1b[<8;12;34M', { ...at, action: 'press', button: 'left', alt: true }],
    ['the wheel with Ctrl', '\x1b[<81;12;34M', { ...at, action: 'wheel', by: 1, ctrl: true }],
    [
      'the first column and row',
      '\x1b[<0;1;1M',
      { ...at, action: 'press', button: 'left', column: 0, row: 0 },
    ],
    ['a far column', '\x1b[<0;1200;34M', { ...at, action: 'press', button: 'left', column: 1199 }],
  ])('of %s is read', (_what, bytes, expected) => {
    expect(read(bytes)).toEqual([expected]);
  });

  it.each([
    ['a release', '\x1b[<0;12;34m'],
    ['the middle button', '\x1b[<1;12;34M'],
    ['the right button', '\x1b[<2;12;34M'],
    ['a drag', '\x1b[<32;12;34M'],
    ['a move', '\x1b[<35;12;34M'],
    ['a sideways wheel', '\x1b[<66;12;34M\x1b[<67;12;34M'],
    ['a further button', '\x1b[<128;12;34M'],
    ['a place that no screen has', '\x1b[<0;0;1M\x1b[<0;1;0M\x1b[<0;1234567;1M'],
    ['too few numbers', '\x1b[<0;1M\x1b[<M'],
    ['the X10 form', '\x1b[M !!'],
    ['the urxvt form', '\x1b[32;12;34M'],
  ])('of %s is dropped', (_what, bytes) => {
    expect(read(bytes)).toEqual([]);
  });

  it('is read between keys, however its bytes are split', () => {
    const bytes = Buffer.from('a\x1b[<0;12;34M\x1b[B');
    fc.assert(
      fc.property(fc.nat(bytes.length), (cut) => {
        const reader = new KeyReader();
        const events = [...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut))];
        expect(events.map(({ event }) => event.type)).toEqual(['text', 'mouse', 'key']);
      }),
    );
  });
});
