/**
 * The one seam to a session: what it holds, what is switched in it, its files and its connection. Commands and the
 * picker know nothing else of where entries come from. Nothing here is about one kind of source.
 */

import type { LinkStatus } from '../client/link-status.js';
import type { SwitchRequest } from '../client/prepare-switch.js';
import type { Forgotten, SessionView, ToggleOutcome } from '../client/session-view.js';
import type { Scope } from '../protocol/actions.js';
import type { AgentInfo, DirectoryEntry, SessionSummary, URI } from '../protocol/types.js';
import type { Abilities } from '../protocol/versions.js';

export type { Forgotten, LinkStatus, Scope, SessionView, SwitchRequest, ToggleOutcome };

/** What is known of the host that a session belongs to. */
export interface SourceHost {
  /** `embedded`, or the kind of host it says it is. */
  readonly kind: string;
  readonly name: string;
  readonly url: string | null;
  readonly protocolVersion: string;
  /** True if the host is skillpick's own, in this process or served from another. */
  readonly isOwn: boolean;
}

/** What a host says of a file; null where it does not say. */
export interface FileStat {
  readonly size: number | null;
  readonly mtimeMs: number | null;
}

/** The session's files. Each call throws a SkillpickError if the file lies outside of the session or the host refuses. */
export interface SessionFiles {
  read(uri: URI): Promise<string>;
  list(uri: URI): Promise<DirectoryEntry[]>;
  /** Returns undefined if the host does not serve the file. */
  stat(uri: URI): Promise<FileStat | undefined>;
  /** Creates a file and the directory above it. Never overwrites: returns false if the file exists. */
  create(uri: URI, text: string): Promise<boolean>;
  /** Returns why a link on this machine keeps the file from being read; null if it may be read. */
  linkReason(uri: URI): string | null;
  /** Returns where the file is on this machine; undefined if it is not here. */
  localPath(uri: URI): string | undefined;
}

export interface SessionSource {
  readonly uri: URI;
  readonly host: SourceHost;
  readonly abilities: Abilities;
  /** The id under which the host knows us. */
  readonly clientId: string;
  /** True if the session was created by us, for us, and is disposed of on closing. */
  readonly isTemporary: boolean;
  readonly agents: readonly AgentInfo[];
  /** The number of messages and entries of the host that could not be read. */
  readonly unreadCount: number;
  readonly files: SessionFiles;
  /** Returns the same object until something changes. */
  readonly getView: () => SessionView;
  /** Calls back after changes; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Switches a batch. Each promise resolves to how its switch ended, in the order of the requests. */
  switch(batch: readonly SwitchRequest[]): Promise<ToggleOutcome>[];
  /** Calls back when the host itself dropped switches that were made and confirmed here. */
  onForgotten(listener: (forgotten: Forgotten) => void): () => void;
  /** Asks the host for the whole state once more; true if it replied. */
  refresh(): Promise<boolean>;
  listSessions(): Promise<SessionSummary[]>;
  readonly status: LinkStatus;
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Bounds what is asked of the host from now on by what is left of the command's time. */
  limitTime(): void;
  /** Starts to follow the disk; only the embedded host needs to be asked. */
  watch(): void;
  close(): Promise<void>;
}
