/** The embedded host. This file is loaded only when it is used, because it loads all of discovery. */

// Not from index.js, which would also load the server and node:http.
import { Host } from '../host/host.js';
import type { Io } from '../io.js';
import { memoryPair, type Transport } from '../protocol/transport.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { grouped } from './progress.js';
import { unlessAborted } from './waiting.js';

/** Returns what the host may know of this machine. */
export function environmentOf({ cwd }: Pick<ConnectOptions, 'cwd'>, io: Io) {
  const { env, home, platform } = io;
  return { cwd: cwd ?? io.cwd, home, env, platform };
}

type EmbeddedOptions = Pick<ConnectOptions, 'cwd' | 'plugins' | 'onlyTool' | 'progress' | 'inSlices'>;

/** Starts the host, which shows how many files it has read if that takes long. */
export function startHost(options: EmbeddedOptions, io: Io): Host {
  const { plugins = [], onlyTool, progress, inSlices = false } = options;
  let filesRead = 0;
  const onProgress = (files: number) => {
    filesRead = files;
    progress?.tick();
  };
  const stop = progress?.start(() => `Reading files: ${grouped(filesRead)}`);
  const host = new Host({
    ...{ environment: environmentOf(options, io), plugins, inSlices },
    ...(onlyTool !== undefined && { tools: [onlyTool] }),
    ...(progress && { onProgress }),
  });
  // A failure is shown by the sessions.
  if (stop !== undefined) unlessAborted(io, host.loaded).then(stop, stop);
  return host;
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
    reread: () => host.rescan(),
    close: () => host.close(),
  };
}
