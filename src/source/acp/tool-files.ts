/**
 * The files of the agent's tool on this machine. An embedded host reads them and says how each is in the tool, whether or
 * not it would find the tool by itself.
 */

import { type Io, ioWith } from '../../io.js';
import type { ConnectOptions } from '../connect-options.js';
import { openSession, settle } from '../open-session.js';
import type { SessionSource } from '../session-source.js';

/**
 * Opens a session of the embedded host in the directory that has what this tool reads, and waits until it is read. Entries
 * have the names in their files there: agents list these, or those that the tool gives them.
 */
export async function openToolFiles(
  tool: string,
  given: ConnectOptions,
  givenIo: Io,
): Promise<SessionSource> {
  // A session of another host may be named there.
  const io = ioWith(givenIo, { env: { ...givenIo.env, AHP_SESSION: undefined } });
  const { cwd, progress, inSlices } = given;
  // Nothing else: with the command line of the agent, it would be started again, and again.
  const options: ConnectOptions = {
    ...{ local: true, provider: 'agents', onlyTool: tool },
    ...(cwd !== undefined && { cwd }),
    ...(progress !== undefined && { progress }),
    ...(inSlices !== undefined && { inSlices }),
  };
  const session = await openSession(options, io, { mayBeTemporary: false });
  await settle(session, options, io);
  return session;
}
