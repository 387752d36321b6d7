/** Opens a session of the demo, under a clock that the test moves. */

import { onTestFinished } from 'vitest';
import type { Io } from '../../src/io.js';
import { connectThrough } from '../../src/source/connect.js';
import type { ConnectOptions } from '../../src/source/connect-options.js';
import { demoConnector } from '../../src/source/demo/demo-connector.js';
import { openOn } from '../../src/source/open-session.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { FakeClock } from './fake-clock.js';

export interface OpenDemo {
  source: SessionSource;
  clock: FakeClock;
}

/** What to open: the main session unless it is named, and still unless it has to be alive. */
type DemoOptions = ConnectOptions & { isAlive?: boolean };

/** Opens a session; the caller closes it. */
export async function startDemo({ isAlive = false, ...options }: DemoOptions = {}): Promise<OpenDemo> {
  const clock = new FakeClock();
  const env = isAlive ? {} : { SKILLPICK_DEMO: 'still' };
  const io = { env, signal: new AbortController().signal } as unknown as Io;
  const connection = await connectThrough(demoConnector(io, clock), options, io);
  const source = await openOn(connection, options, io, { mayBeTemporary: false });
  return { source, clock };
}

/** Opens a session, which is closed after the test. */
export async function openDemo(options?: DemoOptions): Promise<OpenDemo> {
  const opened = await startDemo(options);
  onTestFinished(() => opened.source.close());
  return opened;
}
