import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ProtocolError,
  readInitializeResult,
  readListSessionsResult,
  readReconnectResult,
  readResourceListResult,
  readResourceReadResult,
  readSubscribeResult,
} from '../../src/protocol/index.js';
import { deepFreeze } from './deep-freeze.js';
import { readOrRefuse } from './reading.js';
import { json, objectWith } from './wire-json.js';

const snapshot = { resource: 'x:/1', state: { lifecycle: 'ready' }, fromSeq: 3 };
const envelope = { channel: 'x:/1', serverSeq: 4, action: { type: 'session/zzz', a: 1 } };

const readers: Record<string, (value: unknown) => unknown> = {
  initialize: readInitializeResult,
  reconnect: (value) => readReconnectResult(value, { count: 0 }),
  subscribe: readSubscribeResult,
  listSessions: (value) => readListSessionsResult(value, { count: 0 }),
  resourceRead: readResourceReadResult,
  resourceList: readResourceListResult,
};

describe.each<[string, [object, object][], unknown[]]>([
  [
    'initialize',
    [
      [{ protocolVersion: '0.9.0' }, { protocolVersion: '0.9.0', serverSeq: 0, snapshots: [] }],
      [
        {
          protocolVersion: '0.9.0',
          serverSeq: 5,
          snapshots: [snapshot],
          serverInfo: { name: 'h', title: 't', x: 1 },
        },
        {
          protocolVersion: '0.9.0',
          serverSeq: 5,
          snapshots: [snapshot],
          serverInfo: { name: 'h', title: 't', x: 1 },
        },
      ],
      [
        { protocolVersion: '0.9.0', serverSeq: 'x', snapshots: null, serverInfo: { version: 1 } },
        { protocolVersion: '0.9.0', serverSeq: 0, snapshots: [] },
      ],
    ],
    [{}, { protocolVersion: 9 }, { protocolVersion: '0.9.0', snapshots: [null] }],
  ],
  [
    'reconnect',
    [
      [
        { type: 'replay', actions: [] },
        { type: 'replay', actions: [], missing: [] },
      ],
      [
        { type: 'replay', actions: [envelope], missing: ['x:/2'] },
        { type: 'replay', actions: [envelope], missing: ['x:/2'] },
      ],
      [
        { type: 'replay', actions: [], missing: [1] },
        { type: 'replay', actions: [], missing: [] },
      ],
      [
        { type: 'snapshot', snapshots: [snapshot] },
        { type: 'snapshot', snapshots: [snapshot], missing: [] },
      ],
      [{ type: 'snapshot' }, { type: 'snapshot', snapshots: [], missing: [] }],
    ],
    [
      {},
      { type: 'replay' },
      { type: 'replay', actions: [{}] },
      { type: 'snapshot', snapshots: [1] },
      { type: 'zzz', actions: [] },
    ],
  ],
  ['subscribe', [[{ snapshot }, snapshot]], [{}, { snapshot: null }, { snapshot: { resource: 'x:/1' } }]],
  [
    'listSessions',
    [
      [{ items: [] }, { items: [] }],
      [
        { items: [{ resource: 'x:/1', title: 't', futureField: 1 }, null, { title: 'u' }], nextCursor: 'c' },
        { items: [{ resource: 'x:/1', title: 't', futureField: 1 }], nextCursor: 'c' },
      ],
      [{ items: [], nextCursor: '' }, { items: [] }],
      [{ items: [], nextCursor: 5 }, { items: [] }],
    ],
    [{}, { items: {} }],
  ],
  [
    'resourceRead',
    [
      [{ data: '' }, { data: '', encoding: 'utf-8' }],
      [
        { data: 'eA==', encoding: 'base64', contentType: 'text/markdown' },
        { data: 'eA==', encoding: 'base64', contentType: 'text/markdown' },
      ],
      [
        { data: 'x', encoding: 'rot13', contentType: 1 },
        { data: 'x', encoding: 'rot13' },
      ],
    ],
    [{}, { data: null }],
  ],
  [
    'resourceList',
    [
      [{ entries: [] }, { entries: [] }],
      [
        {
          entries: [
            { name: 'a', type: 'file', size: 1 },
            { name: 'b', type: 'link' },
            { name: 'c' },
            null,
            'd',
          ],
        },
        {
          entries: [
            { name: 'a', type: 'file', size: 1 },
            { name: 'b', type: 'link' },
          ],
        },
      ],
    ],
    [{}, { entries: 'a' }],
  ],
])('the result of %s', (method, right, wrong) => {
  const read = readers[method]!;

  it.each(right)('reads %j', (value, expected) => {
    expect(read(deepFreeze(value))).toStrictEqual(expected);
  });

  it.each([null, 'x', 1, [], ...wrong])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(ProtocolError);
  });

  it('throws only ProtocolError for any JSON', () => {
    const fields = [...new Set(right.flatMap(([value]) => Object.keys(value)))];
    const almost = fc
      .tuple(fc.constantFrom(...right.map(([value]) => value)), objectWith(...fields))
      .map(([value, wild]) => ({ ...value, ...wild }));
    fc.assert(
      fc.property(fc.oneof(json, objectWith(...fields), almost), (value) => {
        readOrRefuse(() => read(value));
      }),
    );
  });
});

it('counts sessions without an address', () => {
  const skipped = { count: 0 };
  readListSessionsResult({ items: [{ resource: 'x:/1' }, {}, null] }, skipped);
  expect(skipped.count).toBe(2);
});
