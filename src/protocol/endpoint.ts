/**
 * The endpoint entry: a small file by which clients find a running host. This module reads and writes its text;
 * callers decide where the files are and which of them to trust.
 */

import { ProtocolError } from '../errors.js';
import {
  isNumber,
  isObject,
  isPositiveInt,
  isString,
  type JsonObject,
  requireField,
  requireObject,
} from './checks.js';
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('The endpoint entry is not JSON.', { cause });
  }
}

function refuseSchema(schema: unknown): never {
  const found = isNumber(schema) ? `schema version ${schema}` : 'no known schema version';
  throw new ProtocolError(`The endpoint entry has ${found}, not 2.`);
}

function readFields(entry: JsonObject, endpoint: unknown): EndpointEntry {
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
    endpoint: readAddress(endpoint),
    ...optionalText('quality'),
    ...optionalText('tunnelName'),
    ...optionalText('pidNamespace'),
  };
}

/** Returns the entry in this text. Throws a ProtocolError for anything else, such as a newer schema. */
export function parseEndpointEntry(text: string): EndpointEntry {
  const entry = requireObject(parseJson(text), 'The endpoint entry');
  if (entry['schemaVersion'] !== 2) refuseSchema(entry['schemaVersion']);
  return readFields(entry, entry['endpoint']);
}

/** Reads an item of the list, which may also have schema 1: a socket alone, as `endpointPath`. */
function readListed(item: unknown): EndpointEntry {
  const entry = requireObject(item, 'The endpoint entry');
  const schema = entry['schemaVersion'];
  if (schema === 1) return readFields(entry, { type: 'socket', path: entry['endpointPath'] });
  return schema === 2 ? readFields(entry, entry['endpoint']) : refuseSchema(schema);
}

/**
 * Returns the entries of the one list in which older builds publish all hosts, each with the first schema or the second.
 * An item that cannot be read is returned as its error, so that it does not hide the others. Throws a ProtocolError if
 * the text is no list.
 */
export function parseEndpointList(text: string): (EndpointEntry | ProtocolError)[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new ProtocolError('The endpoint entries are not a list.');
  return list.map((item) => {
    try {
      return readListed(item);
    } catch (error) {
      if (error instanceof ProtocolError) return error;
      throw error;
    }
  });
}

/** Returns the text of the entry's file. */
export function formatEndpointEntry(entry: EndpointEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/**
 * Returns the host to connect to, as it is written in a URL. A host that listens on all addresses of this machine is
 * reached on loopback.
 */
export function dialledHost(host: string): string {
  const name = host.replace(/^\[|\]$/g, '');
  if (name === '0.0.0.0') return '127.0.0.1';
  if (name === '::') return '[::1]';
  return name.includes(':') ? `[${name}]` : name;
}

/** Returns the address to connect to, without the token. */
export function endpointUrl({ endpoint }: Pick<EndpointEntry, 'endpoint'>): string {
  if (endpoint.type === 'socket') return `ws+unix:${endpoint.path}`;
  return `ws://${dialledHost(endpoint.host)}:${endpoint.port}`;
}
