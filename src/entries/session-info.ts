/** The metadata of a session in one form for all versions: title, provider, status in words, directory. */

import { pathOf } from '../paths.js';
import { sessionAgentOf, workingDirectoryOf } from '../protocol/actions.js';
import type { SessionOption } from '../protocol/session-options.js';
import { isLoading, providerOf } from '../protocol/session-status.js';
import { listMetaOf, optionsOf, type Progress, readProgress } from '../protocol/skillpick-meta.js';
import {
  type AgentSelection,
  type SessionMetadata,
  type SessionState,
  SessionStatus,
  type SessionSummary,
} from '../protocol/types.js';

export { hasFailed } from '../protocol/session-status.js';
export type { SessionOption };
export { isLoading };

export interface SessionInfo {
  uri: string;
  provider: string;
  title: string;
  lifecycle: string;
  status: string[];
  /** As a uri. */
  directory: string | null;
  modifiedAtMs: number | null;
  /** The uri of the custom agent that is selected; null: the default. */
  agent: string | null;
  /** How many containers and single entries the host lists; null: it does not say what the session has. */
  customizations: number | null;
  /** What can be chosen for it besides its agent, such as its model; null: the host does not say. */
  options: readonly SessionOption[] | null;
  /** What an ACP agent says of its lists that is not interpreted. */
  meta: Readonly<Record<string, unknown>> | null;
  /** Why it could not be created. */
  error: string | null;
}

/** Returns the bits of a status in words, without unknown ones. */
function statusWords(status: number): string[] {
  const has = (mask: number) => (status & mask) === mask;
  const words: string[] = [];
  if (has(SessionStatus.Idle)) words.push('idle');
  if (has(SessionStatus.Error)) words.push('error');
  if (has(SessionStatus.InputNeeded)) words.push('input needed');
  else if (has(SessionStatus.InProgress)) words.push('in progress');
  if (has(SessionStatus.IsRead)) words.push('read');
  if (has(SessionStatus.IsArchived)) words.push('archived');
  return words;
}

function timeOf(time: number | string | undefined): number | null {
  const milliseconds = time === undefined ? Number.NaN : new Date(time).getTime();
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

function describe(uri: string, metadata: SessionMetadata, directory: string | undefined) {
  return {
    uri,
    provider: providerOf(uri, metadata),
    title: metadata.title ?? '',
    status: statusWords(metadata.status ?? 0),
    directory: directory ?? null,
    modifiedAtMs: timeOf(metadata.modifiedAt),
    agent: metadata.agent?.uri ?? null,
  };
}

/** Returns how far a session is that is being loaded; null if it is not, or if its host does not say so. */
export function progressOf(state: SessionState): Progress | null {
  return isLoading(state) ? readProgress(state._meta) : null;
}

/** Returns the metadata of a session. Some hosts keep the selected agent elsewhere than in its state. */
export function sessionInfo(
  uri: string,
  state: SessionState,
  agent: AgentSelection | null = sessionAgentOf(state),
): SessionInfo {
  return {
    ...describe(uri, state.summary ?? state, workingDirectoryOf(state)),
    agent: agent?.uri ?? null,
    lifecycle: state.lifecycle,
    customizations: state.customizations?.length ?? null,
    options: optionsOf(state._meta),
    meta: listMetaOf(state._meta),
    error: state.creationError?.message ?? null,
  };
}

export function summaryInfo(summary: SessionSummary): SessionInfo {
  return {
    ...describe(summary.resource, summary, workingDirectoryOf(summary)),
    lifecycle: 'ready',
    customizations: null,
    options: null,
    meta: null,
    error: null,
  };
}

/** Returns the first part of a session's id, which is enough to choose it. */
const shortId = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1).slice(0, 8) || uri;

/** Returns the title, or what identifies a session without one: its folder's name and the start of its id. */
export function sessionName({
  title,
  uri,
  directory,
}: Pick<SessionInfo, 'title' | 'uri' | 'directory'>): string {
  if (title !== '' || uri === '') return title;
  const folder = (directory === null ? undefined : pathOf(directory))?.replace(/\/+$/, '');
  const name = folder?.slice(folder.lastIndexOf('/') + 1);
  const id = shortId(uri);
  // Some hosts name the folder of a session after its id.
  return name?.startsWith(id) ? id : [name, id].filter(Boolean).join(' ');
}
