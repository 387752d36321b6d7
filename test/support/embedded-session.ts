/** Opens the session of a scratch repository on the embedded host, in this process. */

import { onTestFinished } from 'vitest';
import type { Io } from '../../src/io.js';
import type { ConnectOptions } from '../../src/source/connect-options.js';
import { openSession, settle } from '../../src/source/open-session.js';
import type { SessionSource } from '../../src/source/session-source.js';
import type { Tree } from './host-tree.js';

/** What the process of a picker would know, in the tree alone. */
function ioIn({ cwd, home, root, environment }: Tree): Io {
  const env = { ...environment.env, XDG_RUNTIME_DIR: `${root}/run`, XDG_STATE_HOME: `${root}/state` };
  const { stdin, stdout, stderr, platform } = process;
  const { signal } = new AbortController();
  return { argv: [], env, cwd, home, platform, stdin, stdout, stderr, signal };
}

/** The session is loaded, and closed after the test. */
export async function openEmbedded(tree: Tree, options: ConnectOptions = {}): Promise<SessionSource> {
  const io = ioIn(tree);
  const session = await openSession({ ...options, local: true }, io, { mayBeTemporary: false });
  onTestFinished(() => session.close());
  await settle(session, {}, io);
  return session;
}
