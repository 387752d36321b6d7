/**
 * Renames, archives and closes a session of a host. What counts is the host's own state afterwards, and its list of
 * sessions if the session is in it: hosts do not list a session before its first message.
 */

import type { ActionOutcome } from '../client/action-requests.js';
import type { Client } from '../client/client.js';
import type { SessionStore } from '../client/session-store.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { SessionAction } from '../protocol/session-actions.js';
import {
  type SessionMetadata,
  type SessionState,
  SessionStatus,
  type SessionSummary,
  type URI,
} from '../protocol/types.js';
import { chooseSession, isNamedExactly, isSessionUri } from './choose-session.js';
import { chooseHost, connect } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';
import { unlessAborted, until } from './waiting.js';

/** What is done to a session. */
export type CareRequest =
  | { readonly verb: 'rename'; readonly title: string }
  | { readonly verb: 'archive' }
  | { readonly verb: 'close' };

export interface CareResult {
  /** False if the session was like that already. */
  readonly isChanged: boolean;
  readonly uri: URI;
  /** The state afterwards; of a closed session, the last one. */
  readonly state: SessionState;
}

interface Target {
  readonly store: SessionStore;
  readonly isListed: boolean;
}

interface ActionPlan {
  readonly action: SessionAction;
  /** Returns true for a session that is as it should be. */
  readonly holds: (session: SessionMetadata) => boolean;
}

const metadataOf = (state: SessionState): SessionMetadata => state.summary ?? state;

const pastOf = { rename: 'renamed', archive: 'archived', close: 'closed' } as const;

function planOf(change: Exclude<CareRequest, { verb: 'close' }>): ActionPlan {
  if (change.verb === 'rename') {
    const { title } = change;
    return { action: { type: 'session/titleChanged', title }, holds: (session) => session.title === title };
  }
  const bit = SessionStatus.IsArchived;
  return {
    action: { type: 'session/isArchivedChanged', isArchived: true },
    holds: ({ status = 0 }) => (status & bit) !== 0,
  };
}

/** Refuses the host in this process: its sessions are made from the disk at every start. */
function refuseOwnProcess(options: ConnectOptions, io: Io, { verb }: CareRequest): void {
  const { kind } = chooseHost(options, io);
  if (kind !== 'embedded' && kind !== 'demo') return;
  const message = `A session of the embedded host cannot be ${pastOf[verb]}: it lasts as long as this command.`;
  throw new SkillpickError('bad-usage', message, { hint: 'Name a host with --url or --host.' });
}

/** Finds the session that the text names. One that is to be closed cannot be named by a part of its title. */
async function findTarget(client: Client, wanted: string, { verb }: CareRequest, io: Io): Promise<Target> {
  const all = await unlessAborted(io, client.listSessions());
  const named = isSessionUri(wanted) ? undefined : chooseSession(all, wanted, () => []);
  if (verb === 'close' && named !== undefined && !isNamedExactly(named, wanted)) {
    throw new SkillpickError('session-unknown', `No session is called exactly "${wanted}".`, {
      hint: `To close ${named.resource}, name its uri or its whole title.`,
    });
  }
  const uri = named?.resource ?? wanted;
  const store = await unlessAborted(io, client.openSession(uri));
  return { store, isListed: all.some(({ resource }) => resource === uri) };
}

const failed = (message: string, hint?: string) =>
  new SkillpickError('action-failed', message, hint === undefined ? {} : { hint });

/** Throws unless the outcome is confirmed. `what` completes "The session was not …". */
function requireConfirmed(outcome: ActionOutcome, what: string): void {
  if (outcome.kind === 'confirmed') return;
  const reason =
    outcome.kind === 'ineffective' ? 'the host took the request, but nothing changed' : outcome.reason;
  const who = outcome.kind === 'rejected' ? 'the host refused: ' : '';
  throw failed(`The session was not ${what}: ${who}${reason.replace(/\.$/, '')}.`);
}

/** Waits a bounded time until the host's list shows it. */
async function requireList(
  client: Client,
  shows: (sessions: readonly SessionSummary[]) => boolean,
  io: Io,
): Promise<void> {
  const { root } = client;
  await unlessAborted(io, client.listSessions());
  const isShown = () => shows(root.getSnapshot().sessions ?? []);
  await until(root.subscribe, isShown, sourceLimits.settleTimeoutMs, io);
  if (!isShown()) throw failed('The host did it, but its list of sessions does not show it.');
}

/** Throws for a session that the host does not list: some hosts end one that is archived before its first message. */
function requireListed({ isListed }: Target): void {
  if (isListed) return;
  const message =
    'The session was not archived: it is not in the list of the host, which may drop it instead of keeping it.';
  throw failed(message, 'Hosts list a session after its first message. To end it, use sessions close.');
}

async function changeState(
  client: Client,
  target: Target,
  change: Exclude<CareRequest, { verb: 'close' }>,
  io: Io,
): Promise<CareResult> {
  const { action, holds } = planOf(change);
  const holdsIn = (state: SessionState) => holds(metadataOf(state));
  const { store, isListed } = target;
  const { uri } = store;
  const isChanged = !holdsIn(store.getSnapshot().confirmed);
  if (isChanged && change.verb === 'archive') requireListed(target);
  if (isChanged) requireConfirmed(await unlessAborted(io, store.act(action, holdsIn)), pastOf[change.verb]);
  if (isChanged && isListed) {
    const shows = (all: readonly SessionSummary[]) =>
      all.some((session) => session.resource === uri && holds(session));
    await requireList(client, shows, io);
  }
  return { isChanged, uri, state: store.getSnapshot().confirmed };
}

/** Returns true if the host still has the session. */
async function isThere(client: Client, uri: URI): Promise<boolean> {
  try {
    await client.openSession(uri);
    return true;
  } catch (error) {
    if (error instanceof SkillpickError && error.code === 'session-unknown') return false;
    throw error;
  }
}

async function close(client: Client, { store }: Target, io: Io): Promise<CareResult> {
  const { uri } = store;
  const { confirmed: state } = store.getSnapshot();
  await unlessAborted(io, client.disposeSession(uri));
  if (await unlessAborted(io, isThere(client, uri)))
    throw failed('The session was not closed: the host took the request, but it is still there.');
  const shows = (all: readonly SessionSummary[]) => all.every(({ resource }) => resource !== uri);
  await requireList(client, shows, io);
  return { isChanged: true, uri, state };
}

/** What is known of the host that has the session. */
interface CareHost {
  kind: string;
  name: string;
  url: string | null;
  protocolVersion: string;
}

/** Changes the session that the text names, and checks that the host has done it. */
export async function careForSession(
  options: ConnectOptions,
  io: Io,
  wanted: string,
  change: CareRequest,
): Promise<CareResult & { host: CareHost }> {
  refuseOwnProcess(options, io, change);
  const { client, host, ...connection } = await connect(options, io, sourceLimits.commandReconnectAttempts);
  try {
    const target = await findTarget(client, wanted, change, io);
    connection.time.isLifted = true;
    const result =
      change.verb === 'close'
        ? await close(client, target, io)
        : await changeState(client, target, change, io);
    return { ...result, host: { ...host, protocolVersion: client.protocolVersion } };
  } finally {
    await connection.close();
  }
}
