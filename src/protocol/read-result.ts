/** Unknown JSON to the results of the requests a client sends. */

import { ProtocolError } from '../errors.js';
import { isNumber, isObject, isString, isStringList, requireField, requireObject } from './checks.js';
import { readEnvelope } from './read-action.js';
import { readSessionSummary, readSnapshot, type Skipped } from './read-state.js';
import type {
  DirectoryEntry,
  Implementation,
  InitializeResult,
  ListSessionsResult,
  ReconnectResult,
  ResourceListResult,
  ResourceReadResult,
  Snapshot,
} from './types.js';

function readSnapshots(value: unknown): Snapshot[] {
  return Array.isArray(value) ? value.map(readSnapshot) : [];
}

/**
 * Returns the result of `initialize`.
 *
 * @throws {ProtocolError} if a required field is missing or has the wrong type.
 */
export function readInitializeResult(value: unknown): InitializeResult {
  const result = requireObject(value, 'The answer to initialize');
  const info = result['serverInfo'];
  return {
    protocolVersion: requireField(result, 'protocolVersion', isString, 'The answer to initialize'),
    serverSeq: isNumber(result['serverSeq']) ? (result['serverSeq'] as number) : 0,
    snapshots: readSnapshots(result['snapshots']),
    ...(isObject(info) && isString(info['name']) && { serverInfo: info as unknown as Implementation }),
    ...(isObject(result['_meta']) && { _meta: result['_meta'] }),
  };
}

/**
 * Returns the result of `reconnect`; parts that cannot be read are counted in `skipped`.
 *
 * @throws {ProtocolError} if it is neither a replay nor a set of snapshots.
 */
export function readReconnectResult(value: unknown, skipped: Skipped): ReconnectResult {
  const result = requireObject(value, 'The answer to reconnect');
  const missing = isStringList(result['missing']) ? (result['missing'] as string[]) : [];
  if (result['type'] === 'snapshot') {
    return { type: 'snapshot', snapshots: readSnapshots(result['snapshots']), missing };
  }
  if (result['type'] !== 'replay' || !Array.isArray(result['actions'])) {
    throw new ProtocolError('The answer to reconnect is neither a replay nor a snapshot.');
  }
  return {
    type: 'replay',
    actions: result['actions'].map((action) => readEnvelope(action, skipped)),
    missing,
  };
}

/**
 * Returns the snapshot in the result of `subscribe`.
 *
 * @throws {ProtocolError} if there is none.
 */
export function readSubscribeResult(value: unknown): Snapshot {
  return readSnapshot(requireObject(value, 'The answer to subscribe')['snapshot']);
}

/**
 * Returns one page of `listSessions`; sessions that cannot be read are counted in `skipped`.
 *
 * @throws {ProtocolError} if it holds no list.
 */
export function readListSessionsResult(value: unknown, skipped: Skipped): ListSessionsResult {
  const result = requireObject(value, 'The answer to listSessions');
  const items = requireField<unknown[]>(result, 'items', Array.isArray, 'The answer to listSessions');
  const cursor = result['nextCursor'];
  return {
    items: items.flatMap((item) => readSessionSummary(item, skipped) ?? []),
    ...(isString(cursor) && cursor !== '' && { nextCursor: cursor as string }),
  };
}

/**
 * Returns the result of `resourceRead`.
 *
 * @throws {ProtocolError} if it holds no data.
 */
export function readResourceReadResult(value: unknown): ResourceReadResult {
  const result = requireObject(value, 'The answer to resourceRead');
  const contentType = result['contentType'];
  return {
    data: requireField(result, 'data', isString, 'The answer to resourceRead'),
    encoding: isString(result['encoding']) ? (result['encoding'] as string) : 'utf-8',
    ...(isString(contentType) && { contentType: contentType as string }),
  };
}

/**
 * Returns the result of `resourceList`.
 *
 * @throws {ProtocolError} if it holds no list.
 */
export function readResourceListResult(value: unknown): ResourceListResult {
  const result = requireObject(value, 'The answer to resourceList');
  const entries = requireField<unknown[]>(result, 'entries', Array.isArray, 'The answer to resourceList');
  return {
    entries: entries.filter(
      (entry): entry is DirectoryEntry & Record<string, unknown> =>
        isObject(entry) && isString(entry['name']) && isString(entry['type']),
    ),
  };
}
