import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage, type Message, ProtocolError } from '../../src/protocol/index.js';
import { protocolLimits } from '../../src/protocol/limits.js';
import { readOrRefuse } from './reading.js';
import { json, objectWith } from './wire-json.js';

const id = fc.oneof(fc.integer(), fc.string());
const params = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
const rpcError = fc.record(
  { code: fc.integer(), message: fc.string(), data: fc.jsonValue() },
  { requiredKeys: ['code', 'message'], noNullPrototype: true },
);
const message = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), id, method: fc.string(), params }),
  fc.record({ kind: fc.constant('notification' as const), method: fc.string(), params }),
  fc.record({ kind: fc.constant('result' as const), id, result: fc.jsonValue() }),
  fc.record({ kind: fc.constant('error' as const), id: fc.option(id), error: rpcError }),
) as fc.Arbitrary<Message>;

describe('decodeMessage', () => {
  it.each<[string, string, Message]>([
    [
      'a request',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"channel":"ahp-root://"}}',
      { kind: 'request', id: 1, method: 'ping', params: { channel: 'ahp-root://' } },
    ],
    [
      'a request with a text as id',
      '{"id":"a","method":"m"}',
      { kind: 'request', id: 'a', method: 'm', params: {} },
    ],
    ['a request with the id 0', '{"id":0,"method":"m"}', { kind: 'request', id: 0, method: 'm', params: {} }],
    [
      'a notification',
      '{"method":"action","params":{}}',
      { kind: 'notification', method: 'action', params: {} },
    ],
    [
      'null for parameters',
      '{"method":"m","params":null}',
      { kind: 'notification', method: 'm', params: {} },
    ],
    ['a result', '{"id":1,"result":{"a":1}}', { kind: 'result', id: 1, result: { a: 1 } }],
    ['an empty result', '{"id":1,"result":null}', { kind: 'result', id: 1, result: null }],
    [
      'a result beside an empty error',
      '{"id":1,"result":2,"error":null}',
      { kind: 'result', id: 1, result: 2 },
    ],
    [
      'an error',
      '{"id":1,"error":{"code":-32005,"message":"no","data":{"supportedVersions":["^0.9.0"]}}}',
      {
        kind: 'error',
        id: 1,
        error: { code: -32005, message: 'no', data: { supportedVersions: ['^0.9.0'] } },
      },
    ],
    [
      'an error about a frame that had no id',
      '{"id":null,"error":{"code":-32700,"message":"parse"}}',
      { kind: 'error', id: null, error: { code: -32700, message: 'parse' } },
    ],
    [
      'an error without a message',
      '{"id":1,"error":{"code":-32603}}',
      { kind: 'error', id: 1, error: { code: -32603, message: 'error -32603' } },
    ],
  ])('reads %s', (_, text, expected) => {
    expect(decodeMessage(text)).toStrictEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['half a message', '{"id":1,'],
    ['text', '"ping"'],
    ['null', 'null'],
    ['a batch', '[{"id":1,"result":1}]'],
    ['an empty object', '{}'],
    ['a response without an id', '{"result":1}'],
    ['a response without a result', '{"id":1}'],
    ['a response with an id of the wrong type', '{"id":{},"result":1}'],
    ['a request with null as id', '{"id":null,"method":"m"}'],
    ['a request with an object as id', '{"id":{},"method":"m"}'],
    ['a list of parameters', '{"method":"m","params":[1]}'],
    ['text for parameters', '{"method":"m","params":"x"}'],
    ['a method that is no text', '{"method":1,"id":1}'],
    ['an error without a code', '{"id":1,"error":{"message":"no"}}'],
    ['an error with an infinite code', '{"id":1,"error":{"code":1e999}}'],
    ['an error that is text', '{"id":1,"error":"no"}'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeMessage(text)).toThrow(ProtocolError);
  });

  it('throws only ProtocolError for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void readOrRefuse(() => decodeMessage(text))),
    );
  });

  it('throws only ProtocolError for any JSON', () => {
    fc.assert(fc.property(json, (value) => void readOrRefuse(() => decodeMessage(JSON.stringify(value)))));
  });

  it('returns a well-formed message or throws for an object with the right names', () => {
    const frame = objectWith('jsonrpc', 'id', 'method', 'params', 'result', 'error');
    fc.assert(
      fc.property(frame, (value) => {
        const decoded = readOrRefuse(() => decodeMessage(JSON.stringify(value)));
        if (decoded === undefined) return;
        expect(isDeepStrictEqual(decodeMessage(encodeMessage(decoded)), decoded)).toBe(true);
      }),
    );
  });

  it('keeps an error message short for a long method', () => {
    const text = JSON.stringify({ method: 'm'.repeat(100_000), params: [] });
    expect(() => decodeMessage(text)).toThrow(/^.{1,200}$/);
  });
});

describe('the depth of a frame', () => {
  const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

  it.each([
    ['lists', nested('[', ']', 100_000)],
    ['lists in parameters', `{"method":"m","params":{"a":${nested('[', ']', 100_000)}}}`],
    ['objects in a result', `{"id":1,"result":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    [
      'both, deep in an error',
      `{"id":1,"error":{"code":1,"data":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}}}`,
    ],
    ['lists that never end', '['.repeat(100_000)],
  ])('is bounded: %s', (_, text) => {
    expect(() => decodeMessage(text)).toThrow(ProtocolError);
  });

  it('is counted exactly', () => {
    const frame = (depth: number) => `{"id":1,"result":${nested('[', ']', depth - 1)}}`;
    expect(decodeMessage(frame(protocolLimits.frameDepth))).toMatchObject({ kind: 'result' });
    expect(() => decodeMessage(frame(protocolLimits.frameDepth + 1))).toThrow(/nests deeper/);
  });
});

describe('encodeMessage', () => {
  it('is undone by decodeMessage', () => {
    fc.assert(
      fc.property(message, (original) => {
        const parsed = JSON.parse(JSON.stringify(original));
        expect(isDeepStrictEqual(decodeMessage(encodeMessage(original)), parsed)).toBe(true);
      }),
    );
  });

  it.each<[string, Message]>([
    [
      '{"jsonrpc":"2.0","id":1,"method":"m","params":{}}',
      { kind: 'request', id: 1, method: 'm', params: {} },
    ],
    ['{"jsonrpc":"2.0","method":"m","params":{}}', { kind: 'notification', method: 'm', params: {} }],
    ['{"jsonrpc":"2.0","id":1,"result":null}', { kind: 'result', id: 1, result: undefined }],
    [
      '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
      { kind: 'error', id: null, error: { code: 1, message: 'x' } },
    ],
  ])('writes %s', (text, original) => {
    expect(encodeMessage(original)).toBe(text);
  });
});
