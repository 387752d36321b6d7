/** The metadata of a session in one form for all versions: title, provider, status in words, directory. */

import { workingDirectoryOf } from '../protocol/actions.js';
import {
  type SessionMetadata,
  type SessionState,
  SessionStatus,
  type SessionSummary,
} from '../protocol/types.js';

export interface SessionInfo {
  uri: string;
  provider: string;
  title: string;
  lifecycle: string;
  status: string[];
  /** As a uri. */
  directory: string | null;
  modifiedAtMs: number | null;
  /** Why it could not be created. */
  error: string | null;
}

/** Returns the bits of a status in words, without unknown ones. */
export function statusWords(status: number): string[] {
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
    provider: metadata.provider ?? uri.slice(0, Math.max(0, uri.indexOf(':'))),
    title: metadata.title ?? '',
    status: statusWords(metadata.status ?? 0),
    directory: directory ?? null,
    modifiedAtMs: timeOf(metadata.modifiedAt),
  };
}

/** Returns true if the session could not be created, in either spelling. */
export function hasFailed({ lifecycle }: Pick<SessionInfo, 'lifecycle'>): boolean {
  return lifecycle === 'creationFailed' || lifecycle === 'failed';
}

/** Returns true while the host is still loading the list. */
export function isLoading({ customizations, lifecycle }: SessionState): boolean {
  if (customizations === undefined) return lifecycle === 'creating';
  return customizations.some((entry) => 'load' in entry && entry.load?.kind === 'loading');
}

export function sessionInfo(uri: string, state: SessionState): SessionInfo {
  return {
    ...describe(uri, state.summary ?? state, workingDirectoryOf(state)),
    lifecycle: state.lifecycle,
    error: state.creationError?.message ?? null,
  };
}

export function summaryInfo(summary: SessionSummary): SessionInfo {
  return {
    ...describe(summary.resource, summary, workingDirectoryOf(summary)),
    lifecycle: 'ready',
    error: null,
  };
}
