/**
 * Connects to the demo: a built-in session that shows every mark and state. `SKILLPICK_DEMO=still` in the environment
 * keeps everything as it is at the start, for pictures and tests. This file is loaded only when the demo is asked for.
 */

import { type Clock, systemClock } from '../../client/clock.js';
import type { Io } from '../../io.js';
import type { HostConnector } from '../connect.js';
import { inProcess } from '../embedded.js';
import type { SessionSource } from '../session-source.js';
import { demoHome } from './demo-entry.js';
import { demoFiles } from './demo-files.js';
import { DemoHost, mainSession } from './demo-host.js';

/** The clock of this process, whose timers do not keep it running. */
const unrefClock: Clock = {
  ...systemClock,
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Returns the session with the demo's own files, and with reports of forgotten switches. The client expects none of
 * skillpick's own host, which keeps them on disk.
 */
function demoSource(source: SessionSource, host: DemoHost): SessionSource {
  const changes: Pick<SessionSource, 'host' | 'files' | 'onForgotten'> = {
    host: Object.create(source.host, { home: { value: demoHome } }) as SessionSource['host'],
    files: demoFiles(() => host.texts()),
    onForgotten: (listener) => host.forgotten.add(listener),
  };
  // The getters of the source stay.
  return Object.create(source, Object.getOwnPropertyDescriptors(changes)) as SessionSource;
}

/** Returns the connector to a new demo. */
export function demoConnector({ env }: Pick<Io, 'env'>, clock: Clock = unrefClock): HostConnector {
  const host = new DemoHost({ clock, isStill: env['SKILLPICK_DEMO'] === 'still' });
  return {
    kind: 'demo',
    name: 'demo',
    url: null,
    session: mainSession,
    open: inProcess(host),
    adapt: (source) => demoSource(source, host),
    close: async () => host.close(),
  };
}
