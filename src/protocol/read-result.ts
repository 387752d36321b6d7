/** Reads the results of a client's requests from unknown JSON. */

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

/** Returns the result of `initialize`. Throws a ProtocolError if it has no version. */
export function readInitializeResult(value: unknown): InitializeResult {
  const result = requireObject(value, 'The result of initialize');
  const info = result['serverInfo'];
  return {
    protocolVersion: requireField(result, 'protocolVersion', isString, 'The result of initialize'),
    serverSeq: isNumber(result['serverSeq']) ? result['serverSeq'] : 0,
    snapshots: readSnapshots(result['snapshots']),
    ...(isObject(info) && isString(info['name']) && { serverInfo: info as unknown as Implementation }),
    ...(isObject(result['_meta']) && { _meta: result['_meta'] }),
  };
}

/** Returns the result of `reconnect`. Throws a ProtocolError if it is neither a replay nor a snapshot. */
export function readReconnectResult(value: unknown, skipped: Skipped): ReconnectResult {
  const result = requireObject(value, 'The result of reconnect');
  const missing = isStringList(result['missing']) ? result['missing'] : [];
  if (result['type'] === 'snapshot') {
    return { type: 'snapshot', snapshots: readSnapshots(result['snapshots']), missing };
  }
  if (result['type'] !== 'replay' || !Array.isArray(result['actions'])) {
    throw new ProtocolError('The result of reconnect is neither a replay nor a snapshot.');
  }
  return {
    type: 'replay',
    actions: result['actions'].map((action) => readEnvelope(action, skipped)),
    missing,
  };
}

/** Returns the snapshot in the result of `subscribe`. Throws a ProtocolError if there is none. */
export function readSubscribeResult(value: unknown): Snapshot {
  return readSnapshot(requireObject(value, 'The result of subscribe')['snapshot']);
}

/** Returns the result of `listSessions`; sessions without an address are counted in `skipped`. */
export function readListSessionsResult(value: unknown, skipped: Skipped): ListSessionsResult {
  const result = requireObject(value, 'The result of listSessions');
  const items = requireField<unknown[]>(result, 'items', Array.isArray, 'The result of listSessions');
  const cursor = result['nextCursor'];
  return {
    items: items.flatMap((item) => readSessionSummary(item, skipped) ?? []),
    ...(isString(cursor) && cursor !== '' && { nextCursor: cursor }),
  };
}

/** Returns the result of `resourceRead`. Throws a ProtocolError if it has no data. */
export function readResourceReadResult(value: unknown): ResourceReadResult {
  const result = requireObject(value, 'The result of resourceRead');
  const contentType = result['contentType'];
  return {
    data: requireField(result, 'data', isString, 'The result of resourceRead'),
    encoding: isString(result['encoding']) ? result['encoding'] : 'utf-8',
    ...(isString(contentType) && { contentType }),
  };
}

/** Returns the result of `resourceList`, without entries that have no name or type. */
export function readResourceListResult(value: unknown): ResourceListResult {
  const result = requireObject(value, 'The result of resourceList');
  const entries = requireField<unknown[]>(result, 'entries', Array.isArray, 'The result of resourceList');
  return {
    entries: entries.filter(
      (entry): entry is DirectoryEntry & Record<string, unknown> =>
        isObject(entry) && isString(entry['name']) && isString(entry['type']),
    ),
  };
}
