/**
 * From the options to a connected client. A host that was named is used; without one it is the embedded host, in
 * this process. A running editor is never connected to unasked.
 */

import { Client } from '../client/client.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { memoryPair } from '../protocol/transport.js';
import { version } from '../version.js';
import type { ConnectOptions } from './options.js';

export interface HostInfo {
  /** `embedded`, or what kind of host it says it is. */
  kind: string;
  name: string;
  url: string | null;
}

export interface Connected {
  client: Client;
  host: HostInfo;
  /** Starts to follow the disk; only the embedded host needs to be told. */
  watch(): void;
  close(): Promise<void>;
}

const clientInfo = { name: 'skillpick', version, title: 'skillpick' };

type ClientSettings = Omit<Parameters<typeof Client.connect>[0], 'open'>;

function settings({ timeoutMs }: ConnectOptions, reconnectAttempts: number | undefined): ClientSettings {
  return {
    clientInfo,
    ...(timeoutMs !== undefined && { requestTimeoutMs: timeoutMs, echoTimeoutMs: timeoutMs }),
    ...(reconnectAttempts !== undefined && { reconnectAttempts }),
  };
}

async function connectEmbedded(options: ConnectOptions, io: Io): Promise<Connected> {
  const { Host } = await import('../host/index.js');
  const { env, home, platform } = io;
  const environment = { cwd: options.cwd ?? io.cwd, home, env, platform };
  const host = new Host({ environment, plugins: options.plugins ?? [] });
  const open = async () => {
    const [ours, theirs] = memoryPair();
    host.connect(theirs);
    return ours;
  };
  const client = await Client.connect({ ...settings(options, 0), open });
  return {
    client,
    host: { kind: 'embedded', name: 'skillpick', url: null },
    watch: () => host.watch(),
    close: async () => {
      await client.close();
      await host.close();
    },
  };
}

interface Target {
  url: string;
  token: string | undefined;
  kind: string;
}

async function connectRemote(
  target: Target,
  options: ConnectOptions,
  attempts: number | undefined,
): Promise<Connected> {
  const { connectToHost } = await import('../client/connect.js');
  const client = await connectToHost({
    ...settings(options, attempts),
    url: target.url,
    ...(target.token !== undefined && { token: target.token }),
    ...(options.insecure && { insecure: true }),
    ...(options.timeoutMs !== undefined && { connectTimeoutMs: options.timeoutMs }),
  });
  return {
    client,
    host: { kind: target.kind, name: client.serverInfo?.name ?? 'agent host', url: target.url },
    watch: () => {},
    close: () => client.close(),
  };
}

async function findNamed(name: string, io: Io): Promise<Target> {
  const { findHosts } = await import('../client/endpoints.js');
  const hosts = findHosts(io).hosts.filter(({ isAlive }) => isAlive);
  const found = /^\d+$/.test(name)
    ? hosts.filter((host, index) => String(index + 1) === name || String(host.pid) === name)
    : hosts.filter((host) => host.name === name || host.instanceId.startsWith(name) || host.url === name);
  const [first, second] = found;
  if (first === undefined || (second !== undefined && found.length > 1)) {
    const list = hosts.map((host, index) => `${index + 1} ${host.name} (pid ${host.pid})`).join('; ');
    const problem = first === undefined ? 'No running host is' : 'More than one running host is';
    throw new SkillpickError('host-unknown', `${problem} called "${name}".`, {
      hint: list === '' ? 'No host has published itself; see skillpick hosts.' : `There are: ${list}.`,
    });
  }
  return { url: first.url, token: first.revealToken(), kind: first.type };
}

async function findTarget(options: ConnectOptions, io: Io): Promise<Target | undefined> {
  const url = options.url ?? (options.host === undefined && !options.local ? io.env['AHP_URL'] : undefined);
  if (url) {
    const { readToken } = await import('../client/token.js');
    const token = readToken({
      env: io.env,
      ...(options.tokenFile !== undefined && { tokenFile: options.tokenFile }),
    });
    return { url, token, kind: 'url' };
  }
  return options.host === undefined ? undefined : findNamed(options.host, io);
}

/** Connects to the host the options name. `attempts` bounds the tries after a drop; without it there is no end. */
export async function connect(options: ConnectOptions, io: Io, attempts?: number): Promise<Connected> {
  const target = await findTarget(options, io);
  return target === undefined ? connectEmbedded(options, io) : connectRemote(target, options, attempts);
}
