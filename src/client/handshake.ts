/**
 * The handshake of a connection: `initialize` at first, `reconnect` after a drop. A reconnect brings the actions that
 * were missed, or new snapshots.
 */

import { ProtocolError, SkillpickError } from '../errors.js';
import { isObject, isStringList } from '../protocol/checks.js';
import { ErrorCodes } from '../protocol/messages.js';
import { readInitializeResult, readReconnectResult, readSubscribeResult } from '../protocol/read-result.js';
import type { Skipped } from '../protocol/read-state.js';
import {
  type ActionEnvelope,
  type Implementation,
  type InitializeResult,
  type ReconnectResult,
  ROOT_CHANNEL,
  type Snapshot,
  type URI,
} from '../protocol/types.js';
import { compareVersions, OFFERED_VERSIONS } from '../protocol/versions.js';
import { type Connection, RequestError } from './connection.js';
import { oneLine } from './host-message.js';

export interface Introduction {
  clientId: string;
  clientInfo?: Implementation;
}

/** What brings the channels up to date after a drop. */
export type Resumption = ReconnectResult & {
  /** Set if the host did not remember us: it restarted, or we were away too long. */
  restarted?: InitializeResult;
};

const oldestOffered = OFFERED_VERSIONS.at(-1)!;

/** Every version up to this release is offered, so a host that wants one that is not older is newer than we are. */
function isOlder(range: string): boolean {
  const [version] = /\d+\.\d+(\.\d+)?/.exec(range) ?? [];
  return version !== undefined && compareVersions(version, oldestOffered) < 0;
}

/** The host accepts none of the versions that are offered. */
function unsupported(error: RequestError): SkillpickError {
  const versions = isObject(error.data) ? error.data['supportedVersions'] : undefined;
  const ours = `skillpick speaks ${oldestOffered} to ${OFFERED_VERSIONS[0]}`;
  const problem = (message: string, hint: string) =>
    new SkillpickError('version-unsupported', message, { hint, cause: error });
  if (!isStringList(versions) || versions.length === 0) {
    return problem(
      `The host supports none of the protocol versions of this skillpick (${ours}).`,
      'Update both.',
    );
  }
  const theirs = oneLine(versions.join(', '));
  return versions.every(isOlder)
    ? problem(
        `The host is older than this skillpick: it supports protocol ${theirs}; ${ours}.`,
        'Update the host.',
      )
    : problem(
        `This skillpick is older than the host, which supports protocol ${theirs} alone; ${ours}.`,
        'Update skillpick.',
      );
}

/** Initializes the connection and returns the host's version. */
export async function initialize(
  connection: Connection,
  introduction: Introduction,
): Promise<InitializeResult> {
  try {
    const result = await connection.request('initialize', {
      channel: ROOT_CHANNEL,
      protocolVersions: OFFERED_VERSIONS,
      ...introduction,
    });
    return readInitializeResult(result);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.rpcCode === ErrorCodes.UnsupportedProtocolVersion) throw unsupported(error);
    throw new SkillpickError('not-a-host', `The other side does not speak the protocol: ${error.message}`, {
      hint: 'Check that the address is that of an agent host.',
      cause: error,
    });
  }
}

/** Counts what cannot be read. */
export interface FaultLog {
  readonly trouble: Skipped;
  malformed(error: ProtocolError): void;
}

async function subscribeAll(connection: Connection, channels: readonly URI[], faults: FaultLog) {
  const snapshots: Snapshot[] = [];
  const missing: URI[] = [];
  for (const channel of channels) {
    try {
      snapshots.push(readSubscribeResult(await connection.request('subscribe', { channel })));
    } catch (error) {
      if (error instanceof ProtocolError) faults.malformed(error);
      else if (!(error instanceof RequestError)) throw error;
      missing.push(channel);
    }
  }
  return { snapshots, missing };
}

/** Reads the reply to `reconnect`. An unreadable one counts as empty: then the states are asked for. */
function readReply(reply: unknown, faults: FaultLog): ReconnectResult {
  try {
    return readReconnectResult(reply, faults.trouble);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    faults.malformed(error);
    return { type: 'replay', actions: [], missing: [] };
  }
}

/** Whether the host remembers us; kept from one attempt to the next. */
export interface HostMemory {
  /** True from the moment the host says that it does not know us, until the connection is back. */
  isLost: boolean;
}

export interface ResumePoint extends Introduction {
  lastSeenServerSeq: number;
  channels: readonly URI[];
}

/**
 * Asks for the missed actions; resolves to undefined if the host does not know us. Such a host is not asked a second
 * time: its numbers have started again, and it may know us by then from an `initialize` that was cut off.
 */
async function askMissed(connection: Connection, before: ResumePoint, memory: HostMemory): Promise<unknown> {
  if (memory.isLost) return undefined;
  const { channels: subscriptions, lastSeenServerSeq, clientId } = before;
  try {
    const params = { channel: ROOT_CHANNEL, clientId, lastSeenServerSeq, subscriptions };
    return await connection.request('reconnect', params);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    memory.isLost = true;
    return undefined;
  }
}

/** Resumes after a lost connection. */
export async function resume(
  connection: Connection,
  before: ResumePoint,
  faults: FaultLog,
  memory: HostMemory,
): Promise<Resumption> {
  const { channels, lastSeenServerSeq, ...introduction } = before;
  const reply = await askMissed(connection, before, memory);
  if (memory.isLost) {
    const restarted = await initialize(connection, introduction);
    return { type: 'snapshot', ...(await subscribeAll(connection, channels, faults)), restarted };
  }
  const result = readReply(reply, faults);
  // A host whose numbers are below ours replays nothing even if its state has changed, so ask for the state.
  const isNews = ({ serverSeq }: ActionEnvelope) => serverSeq > lastSeenServerSeq;
  if (result.type === 'replay' && result.actions.some(isNews)) return result;
  const given = result.type === 'snapshot' ? result.snapshots : [];
  const known = new Set([...given.map(({ resource }) => resource), ...result.missing]);
  const unknown = channels.filter((channel) => !known.has(channel));
  const rest = await subscribeAll(connection, unknown, faults);
  return {
    type: 'snapshot',
    snapshots: [...given, ...rest.snapshots],
    missing: [...result.missing, ...rest.missing],
  };
}
