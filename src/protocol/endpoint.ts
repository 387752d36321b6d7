/**
 * The endpoint entry: a small file by which clients find a running host. This module reads and writes its text;
 * callers decide where the files are and which of them to trust.
 */

import { ProtocolError } from '../errors.js';
import { isNumber, isObject, isPositiveInt, isString, requireField, requireObject } from './checks.js';
import type { Open } from './types.js';

/** Where a host listens. */
export type EndpointAddress = { type: 'socket'; path: string } | { type: 'tcp'; host: string; port: number };

/** What a host publishes about itself. */
export interface EndpointEntry {
  schemaVersion: 2;
  /** `editor`: the host is part of a running editor. `standalone`: it runs by itself. */
  type: Open<'editor' | 'standalone'>;
  pid: number;
  instanceId: string;
  protocolVersion: string;
  connectionToken: string;
  endpoint: EndpointAddress;
  quality?: string;
  tunnelName?: string;
  /** The namespace that `pid` belongs to; only skillpick's own hosts report it. */
  pidNamespace?: string;
}

const isPort = (value: unknown): value is number => isPositiveInt(value) && value < 65_536;

function readAddress(value: unknown): EndpointAddress {
  if (isObject(value) && value['type'] === 'socket' && isString(value['path'])) {
    return { type: 'socket', path: value['path'] };
  }
  if (isObject(value) && value['type'] === 'tcp' && isString(value['host']) && isPort(value['port'])) {
    return { type: 'tcp', host: value['host'], port: value['port'] };
  }
  throw new ProtocolError('The endpoint entry names neither a socket nor a port.');
}

/** Returns the entry in this text. Throws a ProtocolError for anything else, such as a newer schema. */
export function parseEndpointEntry(text: string): EndpointEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('The endpoint entry is not JSON.', { cause });
  }
  const entry = requireObject(value, 'The endpoint entry');
  const schema = entry['schemaVersion'];
  if (schema !== 2) {
    const found = isNumber(schema) ? `schema version ${schema}` : 'no known schema version';
    throw new ProtocolError(`The endpoint entry has ${found}, not 2.`);
  }
  const textField = (field: string) => requireField<string>(entry, field, isString, 'The endpoint entry');
  const optionalText = (field: 'quality' | 'tunnelName' | 'pidNamespace') =>
    isString(entry[field]) ? { [field]: entry[field] } : {};
  return {
    schemaVersion: 2,
    type: textField('type'),
    pid: requireField(entry, 'pid', isPositiveInt, 'The endpoint entry'),
    instanceId: textField('instanceId'),
    protocolVersion: textField('protocolVersion'),
    connectionToken: textField('connectionToken'),
    endpoint: readAddress(entry['endpoint']),
    ...optionalText('quality'),
    ...optionalText('tunnelName'),
    ...optionalText('pidNamespace'),
  };
}

/** Returns the text of the entry's file. */
export function formatEndpointEntry(entry: EndpointEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** Returns the address to connect to, without the token. */
export function endpointUrl({ endpoint }: EndpointEntry): string {
  if (endpoint.type === 'socket') return `ws+unix:${endpoint.path}`;
  const host = endpoint.host.includes(':') ? `[${endpoint.host}]` : endpoint.host;
  return `ws://${host}:${endpoint.port}`;
}
