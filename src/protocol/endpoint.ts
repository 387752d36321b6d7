/**
 * The endpoint entry: the small file a running host publishes so that others can find it. Reading and writing
 * its text; where the files lie and who may be trusted is left to the callers.
 */

import { ProtocolError } from '../errors.js';
import { type Check, isNumber, isObject, isString, requireField, requireObject } from './checks.js';
import type { Open } from './types.js';

/** The address of a running host: a local socket, or a port. */
export type EndpointAddress = { type: 'socket'; path: string } | { type: 'tcp'; host: string; port: number };

/** The content of an endpoint file, which a running host publishes. */
export interface EndpointEntry {
  schemaVersion: 2;
  /** `editor` belongs to a running editor, `standalone` to a host of its own. */
  type: Open<'editor' | 'standalone'>;
  pid: number;
  instanceId: string;
  protocolVersion: string;
  connectionToken: string;
  endpoint: EndpointAddress;
  quality?: string;
  tunnelName?: string;
  /** Where `pid` counts; skillpick's own hosts say so. */
  pidNamespace?: string;
}

const isPort: Check = (value) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536;

function readAddress(value: unknown): EndpointAddress {
  if (isObject(value) && value['type'] === 'socket' && isString(value['path'])) {
    return { type: 'socket', path: value['path'] as string };
  }
  if (isObject(value) && value['type'] === 'tcp' && isString(value['host']) && isPort(value['port'])) {
    return { type: 'tcp', host: value['host'] as string, port: value['port'] as number };
  }
  throw new ProtocolError('The endpoint entry names neither a socket nor a port.');
}

/** The entry in this text. Throws ProtocolError for anything else, a newer schema included. */
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
    isString(entry[field]) ? { [field]: entry[field] as string } : {};
  return {
    schemaVersion: 2,
    type: textField('type'),
    pid: requireField(
      entry,
      'pid',
      (pid) => Number.isInteger(pid) && (pid as number) > 0,
      'The endpoint entry',
    ),
    instanceId: textField('instanceId'),
    protocolVersion: textField('protocolVersion'),
    connectionToken: textField('connectionToken'),
    endpoint: readAddress(entry['endpoint']),
    ...optionalText('quality'),
    ...optionalText('tunnelName'),
    ...optionalText('pidNamespace'),
  };
}

/** The entry as the text of its file. */
export function formatEndpointEntry(entry: EndpointEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** The address to connect to, without the token. */
export function endpointUrl({ endpoint }: EndpointEntry): string {
  if (endpoint.type === 'socket') return `ws+unix:${endpoint.path}`;
  const host = endpoint.host.includes(':') ? `[${endpoint.host}]` : endpoint.host;
  return `ws://${host}:${endpoint.port}`;
}
