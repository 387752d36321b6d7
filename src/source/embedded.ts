/** The embedded host. Loaded only when it is used, because it brings all of discovery along. */

// Not from the barrel, which would load the server and with it node:http.
import { Host } from '../host/host.js';
import type { Io } from '../io.js';
import { memoryPair } from '../protocol/transport.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';

/** Returns what the host may know of this machine. */
export function environmentOf({ cwd }: Pick<ConnectOptions, 'cwd'>, io: Io) {
  const { env, home, platform } = io;
  return { cwd: cwd ?? io.cwd, home, env, platform };
}

export function startHost(options: Pick<ConnectOptions, 'cwd' | 'plugins'>, io: Io): Host {
  return new Host({ environment: environmentOf(options, io), plugins: options.plugins ?? [] });
}

export function embeddedConnector(options: ConnectOptions, io: Io): HostConnector {
  const host = startHost(options, io);
  return {
    kind: 'embedded',
    url: null,
    open: async () => {
      const [ours, theirs] = memoryPair();
      host.connect(theirs);
      return ours;
    },
    watch: () => host.watch(),
    close: () => host.close(),
  };
}
