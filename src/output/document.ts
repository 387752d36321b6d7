/** The parts of the JSON documents. Fields may be added, never renamed. */

import type { ShownAgent } from '../entries/agent-of-session.js';
import type { Container } from '../entries/containers.js';
import type { Entry, EntryList } from '../entries/entries.js';
import type { ToolStanding } from '../entries/entry-flags.js';
import type { SearchRow } from '../entries/search-entries.js';
import type { SessionInfo } from '../entries/session-info.js';

export interface DocumentHost {
  kind: string;
  name: string;
  url: string | null;
  protocolVersion: string;
}

/** The last three fields are reserved: they are null until a tool reports them. */
function toolDocument(standing: ToolStanding, { hasGates }: Entry) {
  return {
    id: standing.id,
    enabled: standing.enabled,
    inEffect: standing.inEffect,
    shadowedBy: standing.shadowedBy,
    refused: standing.isRefused,
    userInvocable: hasGates ? standing.userInvocable : null,
    modelInvocable: hasGates ? standing.modelInvocable : null,
    invoke: standing.invoke,
    why: standing.why,
    switchable: standing.switchable,
    note: standing.note,
    listed: null,
    lastUsed: null,
    uses: null,
  };
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
    mixed: entry.isMixed,
    offBy: entry.offBy,
    enablement: entry.enablement,
    gatesFrom: entry.gatesFrom,
    userInvocable: entry.userInvocable,
    modelInvocable: entry.modelInvocable,
    from: entry.from,
    state: entry.state,
    stateMessage: entry.stateMessage,
    duplicateOf: entry.duplicateOf,
    tools: entry.tools.map((standing) => toolDocument(standing, entry)),
    details: entry.details,
  };
}

export function containerDocument(container: Container) {
  return {
    id: container.id,
    type: container.type,
    name: container.name,
    uri: container.uri,
    enabled: container.enabled,
    enablement: container.enablement,
    contents: container.contents,
    writable: container.writable,
    version: container.version,
    from: container.from,
    clientId: container.clientId,
    children: container.children,
    load: container.load,
    message: container.message,
  };
}

type SessionContent = Pick<ListContent, 'session' | 'agent'>;

export function sessionDocument({ session, agent: shown }: SessionContent) {
  const { uri, provider, title, lifecycle, status, agent, customizations, options, meta } = session;
  const about = { agent, agentName: shown?.id == null ? null : shown.name, agentId: shown?.id ?? null };
  return { uri, provider, title, lifecycle, status, ...about, customizations, options, meta };
}

/** Returns a session as its host's list has it, which does not say whether it failed or what it has. */
export function summaryDocument({
  uri,
  provider,
  title,
  status,
  directory,
  modifiedAtMs,
  agent,
}: SessionInfo) {
  return { uri, provider, title, status, directory, modifiedAtMs, agent };
}

interface ListContent extends Pick<EntryList, 'containers' | 'problems'> {
  entries: readonly Entry[];
  host: DocumentHost;
  session: SessionInfo;
  /** The agent that is selected. */
  agent: ShownAgent | null;
}

export function listDocument({ host, session, agent, entries, containers, problems }: ListContent) {
  return {
    schema: 'skillpick.list/1',
    host,
    session: sessionDocument({ session, agent }),
    entries: entries.map(entryDocument),
    containers: containers.map(containerDocument),
    problems,
  };
}

/** How the selection of an agent ended; null if it was only asked for. */
interface SelectionEnd {
  outcome: string;
  reason: string | null;
}

export function agentDocument(
  { host, session, agent }: Omit<ListContent, 'entries'>,
  ended: SelectionEnd | null,
) {
  const { outcome = null, reason = null } = ended ?? {};
  return {
    schema: 'skillpick.agent/1',
    host,
    session: sessionDocument({ session, agent }),
    agent,
    outcome,
    reason,
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
