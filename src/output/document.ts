/** The parts of the JSON documents. Fields may be added, never renamed. */

import type { Container } from '../entries/containers.js';
import type { Entry, EntryList } from '../entries/entries.js';
import type { SearchRow } from '../entries/search-entries.js';
import type { SessionInfo } from '../entries/session-info.js';

export interface DocumentHost {
  kind: string;
  name: string;
  url: string | null;
  protocolVersion: string;
}

export function entryDocument(entry: Entry) {
  return {
    id: entry.id,
    type: entry.type,
    name: entry.name,
    description: entry.description,
    uri: entry.uri,
    range: entry.range,
    containerId: entry.containerId,
    enabled: entry.enabled,
    effectiveEnabled: entry.effectiveEnabled,
    offBy: entry.offBy,
    enablement: entry.enablement,
    userInvocable: entry.userInvocable,
    modelInvocable: entry.modelInvocable,
    from: entry.from,
    state: entry.state,
    stateMessage: entry.stateMessage,
    duplicateOf: entry.duplicateOf,
    tools: entry.tools.map(({ id, enabled, note = null }) => ({ id, enabled, note })),
    details: entry.details,
  };
}

export function containerDocument(container: Container) {
  const { id, type, name, uri, enabled, contents, writable, clientId, children, load, message } = container;
  return { id, type, name, uri, enabled, contents, writable, clientId, children, load, message };
}

export function sessionDocument({ uri, provider, title, lifecycle, status }: SessionInfo) {
  return { uri, provider, title, lifecycle, status };
}

interface ListContent extends Pick<EntryList, 'entries' | 'containers' | 'problems'> {
  host: DocumentHost;
  session: SessionInfo;
}

export function listDocument({ host, session, entries, containers, problems }: ListContent) {
  return {
    schema: 'skillpick.list/1',
    host,
    session: sessionDocument(session),
    entries: entries.map(entryDocument),
    containers: containers.map(containerDocument),
    problems,
  };
}

const scoreDigits = 4;

/** `count` is the number of results in the document; `truncated` says whether there are more. */
export function searchDocument(query: string, rows: readonly SearchRow[], total: number) {
  return {
    schema: 'skillpick.search/1',
    query,
    count: rows.length,
    truncated: total > rows.length,
    results: rows.map(({ entry, reason, score }) => ({
      ...entryDocument(entry),
      reason,
      score: Number(score.toFixed(scoreDigits)),
    })),
  };
}
