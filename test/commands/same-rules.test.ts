/** The small client of one-shot commands and ws are sent the same bytes and have to come to the same verdict. */

import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../src/client/address.js';
import { clientLimits } from '../../src/client/limits.js';
import { openLoopbackSocket } from '../../src/client/loopback-socket.js';
import { openSocket } from '../../src/client/ws-transport.js';
import type { Transport } from '../../src/protocol/transport.js';
import { rawFrame } from '../support/frames.js';
import { acceptOf, rawHost, upgradeResponse } from '../support/raw-socket-host.js';

interface Verdict {
  frames: string[];
  /** `open` if what was sent last still arrived. */
  ended: 'open' | 'orderly' | 'failed';
}

const last = 'the last message';

function judge(transport: Transport): Promise<Verdict> {
  return new Promise((resolve) => {
    const frames: string[] = [];
    transport.open({
      frame: (text) => {
        frames.push(text.length > 100 ? `${text.length} characters` : text);
        if (text !== last) return;
        resolve({ frames, ended: 'open' });
        transport.close();
      },
      end: (error) => resolve({ frames, ended: error === undefined ? 'orderly' : 'failed' }),
    });
  });
}

const clients: [string, (address: Address) => Promise<Transport | undefined>][] = [
  ['ws', (address) => openSocket(address).catch(() => undefined)],
  ['the small client', (address) => openLoopbackSocket(address, {})],
];

describe.each(clients)('the response to the upgrade request, read by %s', (_who, open) => {
  const status = 'HTTP/1.1 101 Switching Protocols';
  const fields = (accept: string) => [
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
  ];
  type Lines = (accept: string) => string[];

  it.each<[string, Lines, boolean]>([
    ['as specified', (accept) => [status, ...fields(accept)], true],
    [
      'in capitals and with more fields',
      (accept) => [
        status,
        'UPGRADE: WebSocket',
        'connection: keep-alive, UPGRADE',
        fields(accept)[2]!,
        'X: y',
      ],
      true,
    ],
    ['without a Connection header', (accept) => [status, fields(accept)[0]!, fields(accept)[2]!], false],
    [
      'with another Connection header',
      (accept) => [status, fields(accept)[0]!, 'Connection: close', fields(accept)[2]!],
      false,
    ],
    ['without an Upgrade header', (accept) => [status, ...fields(accept).slice(1)], false],
    ['with another Upgrade header', (accept) => [status, 'Upgrade: h2c', ...fields(accept).slice(1)], false],
    ['without the accepted key', (accept) => [status, ...fields(accept).slice(0, 2)], false],
    ['with another key', () => [status, ...fields('AAAAAAAAAAAAAAAAAAAAAAAAAAA=')], false],
    ['with the key twice', (accept) => [status, ...fields(accept), `Sec-WebSocket-Accept: ${accept}`], false],
    [
      'with a subprotocol that was not asked for',
      (accept) => [status, ...fields(accept), 'Sec-WebSocket-Protocol: chat'],
      false,
    ],
    [
      'with an extension that was not asked for',
      (accept) => [status, ...fields(accept), 'Sec-WebSocket-Extensions: permessage-deflate'],
      false,
    ],
    ['with another status', (accept) => ['HTTP/1.1 200 OK', ...fields(accept)], false],
    ['with a line that is no header', (accept) => [status, ...fields(accept), 'what is this'], false],
    ['with a blank in a name', (accept) => [status, ...fields(accept), 'a b: c'], false],
    ['with a control character', (accept) => [status, ...fields(accept), 'a: b\x01c'], false],
    [
      'with a very long header',
      (accept) => [status, ...fields(accept), `X: ${'x'.repeat(clientLimits.upgradeHeaderBytes)}`],
      false,
    ],
  ])('%s', async (_what, lines, isAccepted) => {
    const { url } = await rawHost((socket, request) =>
      socket.write(`${lines(acceptOf(request)).join('\r\n')}\r\n\r\n`),
    );
    const transport = await open(parseAddress(url));
    expect(transport !== undefined).toBe(isAccepted);
    transport?.close();
  });
});

describe.each(clients)('frames, read by %s', (_who, open) => {
  const text = (payload: Buffer | string, first = 0x81) => rawFrame(first, payload);
  const closing = (code: number, reason: Buffer | string = '') =>
    rawFrame(0x88, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));
  const empty = (first: number, count: number) => Array<Buffer>(count).fill(rawFrame(first));
  const isOpen = (...frames: string[]): Verdict => ({ frames: [...frames, last], ended: 'open' });
  const failed = (...frames: string[]): Verdict => ({ frames, ended: 'failed' });
  const orderly: Verdict = { frames: ['one'], ended: 'orderly' };
  const one = text('one');

  it.each<[string, Buffer[], Verdict]>([
    ['a text', [one], isOpen('one')],
    ['a text with characters of one to four bytes', [text('aä€😀')], isOpen('aä€😀')],
    [
      'a character split over two fragments',
      [text(Buffer.from([0xc3]), 0x01), text(Buffer.from([0xa4]), 0x80)],
      isOpen('ä'),
    ],
    ['an empty text', [text('')], isOpen('')],
    ['binary data', [rawFrame(0x82, 'bin')], isOpen('bin')],
    ['binary data that is not UTF-8', [rawFrame(0x82, Buffer.from([0xff]))], isOpen('\ufffd')],
    ['a ping between fragments', [text('o', 0x01), rawFrame(0x89, 'x'), text('k', 0x80)], isOpen('ok')],
    ['a pong that was not asked for', [rawFrame(0x8a, 'x')], isOpen()],
    ['many pings', empty(0x89, 20_000), isOpen()],
    [
      'as many fragments as allowed',
      [rawFrame(0x01), ...empty(0x00, clientLimits.frameFragments - 2), rawFrame(0x80)],
      isOpen(''),
    ],
    [
      'one fragment too many',
      [one, rawFrame(0x01), ...empty(0x00, clientLimits.frameFragments)],
      failed('one'),
    ],
    ['text that is not UTF-8', [one, text(Buffer.from([0xff, 0x41]))], failed('one')],
    ['half a surrogate pair', [one, text(Buffer.from([0xed, 0xa0, 0x80]))], failed('one')],
    ['an overlong letter', [one, text(Buffer.from([0xc0, 0xaf]))], failed('one')],
    ['half a letter', [one, text(Buffer.from([0xe2, 0x82]))], failed('one')],
    ['half a letter at the end of fragments', [text('a', 0x01), text(Buffer.from([0xc3]), 0x80)], failed()],
    ['the first reserved bit', [one, text('x', 0xc1)], failed('one')],
    ['the second reserved bit', [one, text('x', 0xa1)], failed('one')],
    ['the third reserved bit', [one, text('x', 0x91)], failed('one')],
    ['a reserved bit in a ping', [one, rawFrame(0xc9)], failed('one')],
    ['a mask', [one, Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])], failed('one')],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode): [string, Buffer[], Verdict] => [
      `the opcode ${opcode}`,
      [one, rawFrame(0x80 | opcode)],
      failed('one'),
    ]),
    ['a fragmented ping', [one, rawFrame(0x09)], failed('one')],
    ['a ping that is too long', [one, rawFrame(0x89, 'x'.repeat(126))], failed('one')],
    ['a close that is too long', [one, closing(1000, 'x'.repeat(124))], failed('one')],
    ['a continuation of nothing', [one, text('x', 0x80)], failed('one')],
    ['a text inside of another', [text('a', 0x01), one], failed()],
    ['binary data inside of a text', [text('a', 0x01), rawFrame(0x82, 'b')], failed()],
    ['a length above the limit', [one, Buffer.from([0x81, 127, 0, 0, 0, 0, 4, 0, 0, 1])], failed('one')],
    [
      'the largest 64-bit length',
      [one, Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
      failed('one'),
    ],
    [
      'lengths above the limit together',
      [text('a', 0x01), Buffer.from([0x00, 127, 0, 0, 0, 0, 4, 0, 0, 0])],
      failed(),
    ],
    ['an orderly close', [one, closing(1000, 'bye')], orderly],
    ['a close without a code', [one, rawFrame(0x88)], orderly],
    ['a close for a reason', [one, closing(1011, 'no')], failed('one')],
    ['a close with a private code', [one, closing(4000)], failed('one')],
    ['a close with half a code', [one, rawFrame(0x88, 'x')], failed('one')],
    ...[0, 999, 1004, 1005, 1006, 1015, 2000, 2999, 5000].map((code): [string, Buffer[], Verdict] => [
      `a close with the code ${code}`,
      [one, closing(code)],
      failed('one'),
    ]),
    ['a close whose reason is not UTF-8', [one, closing(1000, Buffer.from([0xff]))], failed('one')],
    ['a text after the close', [one, closing(1000), text('two')], orderly],
    ['nonsense after the close', [one, closing(1000), Buffer.from([0xff, 0xff])], orderly],
    [
      'a close between fragments',
      [text('a', 0x01), closing(1000), text('b', 0x80)],
      { frames: [], ended: 'orderly' },
    ],
  ])('%s', async (_what, bytes, verdict) => {
    const { url } = await rawHost((socket, request) => {
      socket.write(Buffer.concat([Buffer.from(upgradeResponse(request)), ...bytes, text(last)]));
      // A client that closes waits for the other side to do so.
      socket.on('data', (data) => data[0] === 0x88 && socket.end());
    });
    const transport = await open(parseAddress(url));
    expect(await judge(transport!)).toEqual(verdict);
  });
});
