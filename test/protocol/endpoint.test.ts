import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EndpointEntry,
  endpointUrl,
  formatEndpointEntry,
  ProtocolError,
  parseEndpointEntry,
} from '../../src/protocol/index.js';
import { readOrRefuse } from './reading.js';
import { json, objectWith } from './wire-json.js';

const entry: EndpointEntry = {
  schemaVersion: 2,
  type: 'editor',
  pid: 4711,
  instanceId: 'i-1',
  protocolVersion: '0.9.0',
  connectionToken: 'secret-token',
  endpoint: { type: 'socket', path: '/run/host.sock' },
};
const text = (fields: object) => JSON.stringify({ ...entry, ...fields });

const address = fc.oneof(
  fc.record({ type: fc.constant('socket' as const), path: fc.string() }),
  fc.record({
    type: fc.constant('tcp' as const),
    host: fc.string(),
    port: fc.integer({ min: 1, max: 65_535 }),
  }),
);
const entries = fc.record(
  {
    schemaVersion: fc.constant(2 as const),
    type: fc.constantFrom('editor', 'standalone', 'remote'),
    pid: fc.integer({ min: 1 }),
    instanceId: fc.string(),
    protocolVersion: fc.string(),
    connectionToken: fc.string(),
    endpoint: address,
    quality: fc.string(),
    tunnelName: fc.string(),
  },
  {
    requiredKeys: [
      ...(['schemaVersion', 'type', 'pid', 'instanceId'] as const),
      ...(['protocolVersion', 'connectionToken', 'endpoint'] as const),
    ],
    noNullPrototype: true,
  },
);

describe('parseEndpointEntry', () => {
  it.each<[string, object]>([
    ['a socket', {}],
    ['a port', { type: 'standalone', endpoint: { type: 'tcp', host: '127.0.0.1', port: 4040 } }],
    ['quality and tunnel', { quality: 'insider', tunnelName: 't' }],
    ['a type of its own', { type: 'remote' }],
  ])('reads %s', (_, fields) => {
    expect(parseEndpointEntry(text(fields))).toStrictEqual({ ...entry, ...fields });
  });

  it('leaves out unknown fields and optional ones of the wrong type', () => {
    const read = parseEndpointEntry(text({ quality: 1, tunnelName: null, futureField: true }));
    expect(read).toStrictEqual(entry);
  });

  it.each<[string, object]>([
    ['an older schema', { schemaVersion: 1 }],
    ['no schema', { schemaVersion: undefined }],
    ['a newer schema', { schemaVersion: 3 }],
    ['a schema as text', { schemaVersion: '2' }],
    ['a schema that cannot be printed', { schemaVersion: { toString: 1 } }],
    ['a type that is no text', { type: 1 }],
    ['the process 0, which means our own group', { pid: 0 }],
    ['a negative process, which means a group', { pid: -1 }],
    ['a fraction of a process', { pid: 1.5 }],
    ['a process as text', { pid: '4711' }],
    ['no instance', { instanceId: undefined }],
    ['no version', { protocolVersion: null }],
    ['no token', { connectionToken: undefined }],
    ['no endpoint', { endpoint: undefined }],
    ['an endpoint of another kind', { endpoint: { type: 'pipe', path: 'x' } }],
    ['a socket without a path', { endpoint: { type: 'socket' } }],
    ['a port without a host', { endpoint: { type: 'tcp', port: 1 } }],
    ['a port as text', { endpoint: { type: 'tcp', host: 'h', port: '1' } }],
    ['port 0', { endpoint: { type: 'tcp', host: 'h', port: 0 } }],
    ['a negative port', { endpoint: { type: 'tcp', host: 'h', port: -1 } }],
    ['a port that is too high', { endpoint: { type: 'tcp', host: 'h', port: 65_536 } }],
    ['a fraction of a port', { endpoint: { type: 'tcp', host: 'h', port: 80.5 } }],
  ])('refuses %s', (_, fields) => {
    expect(() => parseEndpointEntry(text(fields))).toThrow(ProtocolError);
  });

  it.each(['', 'x', 'null', '[]', '2', '{}', '{"schemaVersion":2}', '['.repeat(100_000)])(
    'refuses %j',
    (bad) => {
      expect(() => parseEndpointEntry(bad)).toThrow(ProtocolError);
    },
  );

  it('refuses a schema version of any depth', () => {
    const deep = `{"schemaVersion":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => parseEndpointEntry(deep)).toThrow(ProtocolError);
  });

  it('never repeats the token in its error', () => {
    for (const fields of [{ pid: 0 }, { schemaVersion: 3 }, { endpoint: null }, { type: null }]) {
      expect(() => parseEndpointEntry(text(fields))).toThrow(/^(?!.*secret-token)/s);
    }
  });

  it('throws nothing but ProtocolError', () => {
    const almost = objectWith(...Object.keys(entry)).map((fields) => ({ ...entry, ...fields }));
    fc.assert(
      fc.property(fc.oneof(json, almost, objectWith('schemaVersion')), (value) => {
        readOrRefuse(() => parseEndpointEntry(JSON.stringify(value)));
      }),
    );
  });
});

describe('formatEndpointEntry', () => {
  it('is undone by parseEndpointEntry', () => {
    fc.assert(
      fc.property(entries, (original) => {
        expect(parseEndpointEntry(formatEndpointEntry(original as EndpointEntry))).toEqual(original);
      }),
    );
  });

  it('ends with a line break', () => expect(formatEndpointEntry(entry)).toMatch(/^\{\n.*\}\n$/s));
});

describe('endpointUrl', () => {
  it.each<[string, EndpointEntry['endpoint']]>([
    ['ws+unix:/run/host.sock', { type: 'socket', path: '/run/host.sock' }],
    ['ws://127.0.0.1:4040', { type: 'tcp', host: '127.0.0.1', port: 4040 }],
    ['ws://localhost:80', { type: 'tcp', host: 'localhost', port: 80 }],
    ['ws://[::1]:4040', { type: 'tcp', host: '::1', port: 4040 }],
    ['ws://[::1]:4040', { type: 'tcp', host: '[::1]', port: 4040 }],
    ['ws://127.0.0.1:4040', { type: 'tcp', host: '0.0.0.0', port: 4040 }],
    ['ws://[::1]:4040', { type: 'tcp', host: '::', port: 4040 }],
    ['ws://[::1]:4040', { type: 'tcp', host: '[::]', port: 4040 }],
  ])('is %s, without the token', (expected, endpoint) => {
    expect(endpointUrl({ ...entry, endpoint })).toBe(expected);
  });
});
