/** The embedded host. This file is loaded only when it is used, because it loads all of discovery. */

// Not from index.js, which would also load the server and node:http.
import { Host } from '../host/host.js';
import type { Io } from '../io.js';
import { memoryPair, type Transport } from '../protocol/transport.js';
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

/** Returns how to open transports to a host in this process. */
export function inProcess(host: { connect(transport: Transport): void }): HostConnector['open'] {
  return async () => {
    const [ours, theirs] = memoryPair();
    host.connect(theirs);
    return ours;
  };
}

export function embeddedConnector(options: ConnectOptions, io: Io): HostConnector {
  const host = startHost(options, io);
  return {
    kind: 'embedded',
    name: 'skillpick',
    url: null,
    open: inProcess(host),
    watch: () => host.watch(),
    close: () => host.close(),
  };
}
