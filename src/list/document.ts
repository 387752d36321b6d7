/** The JSON document of `list`: schema `skillpick.list/1`. Fields may be added, never renamed. */

import type { Container } from '../picker/containers.js';
import type { Entry } from '../picker/entries.js';
import type { Problem } from '../picker/extras.js';
import type { SessionInfo } from '../picker/session-info.js';

export interface DocumentHost {
  kind: string;
  name: string;
  url: string | null;
  protocolVersion: string;
}

export interface ListDocument {
  schema: 'skillpick.list/1';
  host: DocumentHost;
  session: Pick<SessionInfo, 'uri' | 'provider' | 'title' | 'lifecycle' | 'status'>;
  entries: ReturnType<typeof entryDocument>[];
  containers: ReturnType<typeof containerDocument>[];
  problems: readonly Problem[];
}

export function entryDocument(entry: Entry) {
  const { isMixed: _mixed, problems: _problems, container: _container, node: _node, ...fields } = entry;
  return fields;
}

export function containerDocument(container: Container) {
  const { id, type, name, uri, enabled, contents, writable, clientId, children, load, message } = container;
  return { id, type, name, uri, enabled, contents, writable, clientId, children, load, message };
}

export interface Listed {
  host: DocumentHost;
  session: SessionInfo;
  entries: readonly Entry[];
  containers: readonly Container[];
  problems: readonly Problem[];
}

export function listDocument({ host, session, entries, containers, problems }: Listed): ListDocument {
  const { uri, provider, title, lifecycle, status } = session;
  return {
    schema: 'skillpick.list/1',
    host,
    session: { uri, provider, title, lifecycle, status },
    entries: entries.map(entryDocument),
    containers: containers.map(containerDocument),
    problems,
  };
}
