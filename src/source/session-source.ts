/**
 * The one interface to a session: its content, its switches, its files and its connection. Commands and the picker
 * know nothing else about where entries come from, so nothing here is specific to one kind of source.
 */

import type { ActionOutcome } from '../client/action-requests.js';
import type { LinkStatus } from '../client/link-status.js';
import type { SwitchRequest } from '../client/prepare-switch.js';
import type {
  AgentOutcome,
  Forgotten,
  PlanOutcome,
  SessionView,
  ToggleOutcome,
  UndoOutcome,
} from '../client/session-view.js';
import type { PublishedPath, ReadGates } from '../protocol/effective.js';
import type { Problem } from '../protocol/problem-codes.js';
import type { SessionAction } from '../protocol/session-actions.js';
import type { AgentInfo, DirectoryEntry, SessionState, SessionSummary, URI } from '../protocol/types.js';
import type { Abilities } from '../protocol/versions.js';
import type { HostInfo } from './connect.js';

export type { AgentOutcome, DirectoryEntry, LinkStatus, SwitchRequest, ToggleOutcome };

/** The host that a session belongs to. */
export interface SourceHost extends Readonly<HostInfo> {
  readonly protocolVersion: string;
  /** True if the host is skillpick's own, in this process or served from another. */
  readonly isOwn: boolean;
  /** It lists what it has, but does not say whether it is on, and takes no switch: an ACP agent. */
  readonly listsOnly?: true;
  /** Reads who may invoke an entry in its file; undefined if no file is on this machine, or if the host does it. */
  readonly readGates?: ReadGates | undefined;
  /** Finds the file of an entry in the directory that is published in the session. */
  readonly publishedPath?: PublishedPath | undefined;
  /** The home directory in its paths, if it is not the user's. */
  readonly home?: string;
}

/** What a host reports about a file; null for what it does not report. */
export interface FileStat {
  readonly size: number | null;
  readonly mtimeMs: number | null;
  /** True if the host says that it is a link. Hosts list what a link leads to as if it were there. */
  readonly isLink: boolean;
}

/** The session's files. Each call throws a SkillpickError if the file is outside of the session or the host refuses. */
export interface SessionFiles {
  read(uri: URI): Promise<string>;
  list(uri: URI): Promise<DirectoryEntry[]>;
  /** Returns undefined if the host does not serve the file. */
  stat(uri: URI): Promise<FileStat | undefined>;
  /** Creates a file and the directory above it. Never overwrites: returns false if the file exists. */
  create(uri: URI, text: string): Promise<boolean>;
  /** Returns why the file must not be read, such as a link to another kind of file, or that there is none; else null. */
  whyHidden(uri: URI): string | null;
  /** Returns the path of the file on this machine; undefined if it is elsewhere. */
  localPath(uri: URI): string | undefined;
}

export interface SessionSource {
  readonly uri: URI;
  readonly host: SourceHost;
  readonly abilities: Abilities;
  /** The id by which the host knows this client. */
  readonly clientId: string;
  /** True if the session was created for this command and is disposed of on closing. */
  readonly isTemporary: boolean;
  /** True if another session takes the place of this one should the host lose it. */
  readonly isRenewable: boolean;
  readonly agents: readonly AgentInfo[];
  /** The number of messages and entries that the host sent and that could not be read. */
  readonly unreadCount: number;
  /** What is wrong with the directory that is published in the session. */
  readonly publishProblems: readonly Problem[];
  readonly files: SessionFiles;
  /** Returns the same object until something changes. */
  readonly getView: () => SessionView;
  /** Calls back after changes. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Switches a batch. Returns one promise of the outcome for each request, in the same order. */
  switch(batch: readonly SwitchRequest[]): Promise<ToggleOutcome>[];
  /** Sends an action that is not a switch. It is confirmed only if the host's own state passes `holds` afterwards. */
  act(action: SessionAction, holds: (state: SessionState) => boolean): Promise<ActionOutcome>;
  /** Starts to follow which agent is selected. Resolves once that is known, or known to be unknown. */
  followAgent(): Promise<void>;
  /** Selects an agent by its uri; null is the default. Rejects with `entry-unknown` if the session has no such agent. */
  selectAgent(uri: URI | null): Promise<AgentOutcome>;
  /** Asks skillpick's own host what a batch would do. Rejects with a SkillpickError for any other host. */
  plan(batch: readonly SwitchRequest[]): Promise<PlanOutcome>;
  /** Takes back a batch from the history of skillpick's own host. Rejects with a SkillpickError for any other host. */
  undo(batch: string): Promise<UndoOutcome>;
  /** Asks what the undo of the last of these batches would do, after the others were taken back in their order. */
  planUndo(batches: readonly string[]): Promise<UndoOutcome>;
  /** Calls back when the host drops switches that were made and confirmed here. */
  onForgotten(listener: (forgotten: Forgotten) => void): () => void;
  /** Asks the host for the whole state again; the embedded one reads the disk first. Resolves to true if it replied. */
  refresh(): Promise<boolean>;
  listSessions(): Promise<SessionSummary[]>;
  /** Calls back when the host reports that its sessions have changed. Returns a function that stops it. */
  onSessions(listener: () => void): () => void;
  readonly status: LinkStatus;
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Bounds all further requests by the rest of the command's time. */
  limitTime(): void;
  /** Starts to follow the disk; only the embedded host has to be asked. */
  watch(): void;
  /** How long closing may take, if it may be longer than usual. */
  readonly closingMs?: number;
  close(): Promise<void>;
}
